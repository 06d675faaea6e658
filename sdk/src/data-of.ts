/** Derives the type of the returned data from a schema written as a literal. */

/** Any JSON value. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** `currency` is an ISO 4217 code, or null when the document does not show the currency. */
export type Money = { amount: number; currency: string | null };

/** Value types of the scalar field types, by every alias, in lower case without `_`, `-` and spaces. */
interface Scalars {
  string: string;
  text: string;
  str: string;
  number: number;
  float: number;
  decimal: number;
  integer: number;
  int: number;
  boolean: boolean;
  bool: boolean;
  checkbox: boolean;
  /** `YYYY-MM-DD` */
  date: string;
  /** RFC 3339, without an offset when the document has none */
  datetime: string;
  timestamp: string;
  time: string;
  currency: Money;
  money: Money;
  amount: Money;
  price: Money;
  /** 20 is 20 % */
  percentage: number;
  percent: number;
  email: string;
  /** E.164 when the country is known */
  phone: string;
  url: string;
  address: string;
  /** true when there is a signature */
  signature: boolean;
}
type Choice = "enum" | "choice" | "select" | "option";
type Choices = "multienum" | "multiselect" | "tags";
type Group = "object" | "group";
type List = "array" | "list";
type Table = "table" | "lineitems";

type Squeezed<Name extends string> = Name extends `${infer Head}${"_" | "-" | " "}${infer Tail}`
  ? Squeezed<`${Head}${Tail}`>
  : Lowercase<Name>;

/** The value, or null when it was not found. Lists are then empty, and groups have nulls. */
type ValueOf<F> = F extends string ? Typed<{ type: F }, F> : F extends { type: infer T extends string } ? Typed<F, T> : Untyped<F>;

type Typed<F, T extends string> = string extends T ? Json : T extends `${infer Item}[]` ? Items<Typed<F, Item>> : Named<F, Squeezed<T>>;

type Named<F, T extends string> = T extends keyof Scalars
  ? Scalars[T] | null
  : T extends Choice
    ? OptionOf<F> | null
    : T extends Choices
      ? OptionOf<F>[] | null
      : T extends Group
        ? NestedOf<F>
        : T extends Table
          ? NestedOf<F>[]
          : T extends List
            ? ListOf<F>
            : Json;

/** The type of a field without `type`. */
type Untyped<F> = F extends { items: unknown }
  ? ListOf<F>
  : F extends AnyNested
    ? NestedOf<F>
    : F extends { enum: unknown }
      ? OptionOf<F> | null
      : string | null;

type NestingKey = "fields" | "children" | "nested_fields" | "columns" | "properties";
type AnyNested = { [K in NestingKey]: { [_ in K]: unknown } }[NestingKey];

type OptionOf<F> = F extends { enum: readonly (infer O)[] }
  ? O extends string | number | boolean
    ? `${O}`
    : string
  : F extends { options: readonly (infer O)[] }
    ? O
    : string;

type NestedOf<F> = F extends { fields: infer N }
  ? FieldsOf<N>
  : F extends { columns: infer N }
    ? FieldsOf<N>
    : F extends { children: infer N }
      ? FieldsOf<N>
      : F extends { nested_fields: infer N }
        ? FieldsOf<N>
        : F extends { properties: infer N }
          ? FieldsOf<N>
          : F extends { items: infer N }
            ? N extends readonly unknown[]
              ? FieldsOf<N>
              : NestedOf<N>
            : { [key: string]: Json };

type ListOf<F> = F extends AnyNested
  ? NestedOf<F>[]
  : F extends { items: infer I }
    ? I extends readonly unknown[]
      ? FieldsOf<I>[]
      : Items<ValueOf<I>>
    : F extends { enum: unknown }
      ? OptionOf<F>[]
      : string[];

type Items<Value> = Exclude<Value, null>[];

/** A list of fields, or an object whose keys are the names. */
type FieldsOf<F> = F extends readonly unknown[]
  ? { [Each in F[number] as Each extends { name: infer Name extends string } ? Name : never]: ValueOf<Each> }
  : { [Name in keyof F & string]: ValueOf<F[Name]> };

/** The types of JSON Schema that differ from our field types. */
type Property<P> = P extends { type: readonly (infer T)[] } ? Property<Omit<P, "type"> & { type: Exclude<T, "null"> }> : JsonSchemaValue<P>;
type JsonSchemaValue<P> = P extends { $ref: unknown } | { anyOf: unknown } | { oneOf: unknown } | { allOf: unknown }
  ? Json
  : P extends { properties: infer N }
    ? { [Name in keyof N & string]: Property<N[Name]> }
    : P extends { items: infer I }
      ? Items<Property<I>>
      : P extends { enum: readonly (infer O)[] }
        ? `${Extract<O, string | number | boolean>}` | null
        : P extends { type: infer T extends string }
          ? Named<P, Squeezed<T>>
          : string | null;

/**
 * The data of a schema: `DataOf<typeof schema>` for a schema declared `as const`, in the service's own form or as JSON Schema. Parts that
 * the literal does not determine are `Json`.
 */
export type DataOf<S> = S extends { fields: infer F }
  ? Shown<FieldsOf<F>>
  : S extends { properties: infer P }
    ? Shown<{ [Name in keyof P & string]: Property<P[Name]> }>
    : { [name: string]: Json };

/** The same type, expanded for display in editors. */
type Shown<T> = { [K in keyof T]: T[K] };

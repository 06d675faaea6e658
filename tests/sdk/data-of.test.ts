/** The data of a schema that is written as a literal have its names and types: TypeScript checks this file. */
import { expectTypeOf, test } from "vitest";
import type { DataOf, Json, Money, Winnow } from "../../sdk/src/client.ts";

test("fields become names, and types the types of values or null", () => {
  const schema = {
    fields: [
      { name: "number" },
      { name: "date", type: "date" },
      { name: "total", type: "currency", description: "what has to be paid" },
      { name: "vat", type: "percentage" },
      { name: "count", type: "integer" },
      { name: "paid", type: "boolean" },
      { name: "signed", type: "signature" },
    ],
  } as const;
  expectTypeOf<DataOf<typeof schema>>().toEqualTypeOf<{
    number: string | null;
    date: string | null;
    total: Money | null;
    vat: number | null;
    count: number | null;
    paid: boolean | null;
    signed: boolean | null;
  }>();
});

test("other names of types mean the same, whatever their case and dashes", () => {
  const schema = { fields: { a: "Money", b: "LINE-ITEMS", c: { type: "multi select", enum: ["x", "y"] }, d: "str" } } as const;
  expectTypeOf<DataOf<typeof schema>>().toEqualTypeOf<{
    a: Money | null;
    b: { [key: string]: Json }[];
    c: ("x" | "y")[] | null;
    d: string | null;
  }>();
});

test("tables are rows, groups are groups, lists have their items", () => {
  const schema = {
    fields: [
      { name: "lines", type: "table", fields: [{ name: "text" }, { name: "price", type: "currency" }] },
      { name: "seller", type: "object", fields: [{ name: "name" }, { name: "iban" }] },
      { name: "dates", type: "date[]" },
      { name: "tags", type: "array", items: { type: "enum", enum: ["new", "old"] } },
      { name: "people", type: "array", items: { type: "object", fields: [{ name: "age", type: "integer" }] } },
      { name: "notes", type: "list" },
      { name: "kind", type: "enum", enum: ["invoice", "receipt"] },
    ],
  } as const;
  expectTypeOf<DataOf<typeof schema>>().toEqualTypeOf<{
    lines: { text: string | null; price: Money | null }[];
    seller: { name: string | null; iban: string | null };
    dates: string[];
    tags: ("new" | "old")[];
    people: { age: number | null }[];
    notes: string[];
    kind: "invoice" | "receipt" | null;
  }>();
});

test("JSON Schema", () => {
  const schema = {
    type: "object",
    properties: {
      number: { type: "string" },
      total: { type: ["number", "null"] },
      lines: { type: "array", items: { type: "object", properties: { price: { type: "number" } } } },
      kind: { type: "string", enum: ["a", "b"] },
      other: { $ref: "#/$defs/other" },
    },
  } as const;
  expectTypeOf<DataOf<typeof schema>>().toEqualTypeOf<{
    number: string | null;
    total: number | null;
    lines: { price: number | null }[];
    kind: "a" | "b" | null;
    other: Json;
  }>();
});

test("a literal needs no `as const` where it is given, and what is not a literal is any JSON", () => {
  const extract = (winnow: Winnow) => winnow.extract("https://example.com/a.pdf", { fields: [{ name: "total", type: "currency" }] }).wait();
  expectTypeOf<Awaited<ReturnType<typeof extract>>["data"]>().toEqualTypeOf<{ total: Money | null }>();
  expectTypeOf<DataOf<Record<string, unknown>>>().toEqualTypeOf<{ [name: string]: Json }>();
});

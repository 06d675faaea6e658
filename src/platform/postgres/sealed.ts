/** Values that are sealed when they are written to the database and opened when they are read, if there is a vault. */
import type { KyselyPlugin, PluginTransformQueryArgs, PluginTransformResultArgs, QueryResult, RootOperationNode, UnknownRow } from "kysely";
import type { SealedKind, Vault } from "#platform/vault.ts";

/** A statement parameter to seal. */
export class Sealed {
  readonly text: string;
  readonly kind: SealedKind;
  constructor(text: string, kind: SealedKind) {
    this.text = text;
    this.kind = kind;
  }
}

/** For a json column. */
export const sealedJson = (value: unknown): Sealed => new Sealed(JSON.stringify(value), "json");
/** For a text column. */
export const sealedText = (text: string | null): Sealed | null => (text === null ? null : new Sealed(text, "text"));

/** What is sent for a parameter: a json column stores the sealed text as a JSON string. */
export function parameterOf(value: unknown, vault: Vault | null): unknown {
  if (!(value instanceof Sealed)) return value;
  if (vault === null) return value.text;
  const sealed = vault.seal(value.text, value.kind);
  return value.kind === "json" ? JSON.stringify(sealed) : sealed;
}

/** Opens all sealed values in the rows of every query, at any depth. */
export class Opening implements KyselyPlugin {
  readonly #vault: Vault;
  constructor(vault: Vault) {
    this.#vault = vault;
  }
  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    return node;
  }
  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    for (const row of result.rows) this.#openIn(row);
    return result;
  }
  #openIn(holder: Record<string, unknown> | unknown[]): void {
    for (const [key, value] of Object.entries(holder)) {
      if (typeof value === "string") {
        const opened = this.#vault.open(value);
        if (opened) Object.assign(holder, { [key]: opened.kind === "json" ? JSON.parse(opened.text) : opened.text });
      } else if (isPlain(value)) this.#openIn(value);
    }
  }
}

const isPlain = (value: unknown): value is Record<string, unknown> | unknown[] =>
  Array.isArray(value) || (typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype);

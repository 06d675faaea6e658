/** Values that are sealed when they are written to the database and opened when they are read, if there is a vault. */
import type { KyselyPlugin, PluginTransformQueryArgs, PluginTransformResultArgs, QueryResult, RootOperationNode, UnknownRow } from "kysely";
import { packed, packedJson, unpacked } from "#platform/packed.ts";
import { type SealedKind, sealedInQuotes, type Vault } from "#platform/vault.ts";

/** A statement parameter to seal. `packs`: it is compressed first when it is long. */
export class Sealed {
  readonly text: string;
  readonly kind: SealedKind;
  readonly packs: boolean;
  constructor(text: string, kind: SealedKind, packs = false) {
    this.text = text;
    this.kind = kind;
    this.packs = packs;
  }
}

/** For a json column. */
export const sealedJson = (value: unknown): Sealed => new Sealed(JSON.stringify(value), "json");
/** For a json column whose values no statement looks into. */
export const packedSealedJson = (value: unknown): Sealed => new Sealed(JSON.stringify(value), "json", true);
/** For a text column. */
export const sealedText = (text: string | null): Sealed | null => (text === null ? null : new Sealed(text, "text"));

/** `packs`: long values that may be packed are. */
export type Sealing = { vault: Vault | null; packs: boolean };

/** What is sent for a parameter: a json column stores the sealed text as a JSON string. */
export function parameterOf(value: unknown, { vault, packs }: Sealing): unknown {
  if (!(value instanceof Sealed)) return value;
  const { text, kind } = value;
  const isPacked = packs && value.packs;
  if (vault === null) return isPacked ? (kind === "json" ? packedJson(text) : packed(text)) : text;
  const sealed = vault.seal(isPacked ? packed(text) : text, kind);
  return kind === "json" ? JSON.stringify(sealed) : sealed;
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
        const opened = this.#opened(value);
        if (opened !== undefined) Object.assign(holder, { [key]: opened });
      } else if (isPlain(value)) this.#openIn(value);
    }
  }
  /** Undefined for what is not sealed. A json column that was selected as text is opened to the text of its JSON. */
  #opened(value: string): unknown {
    const quoted = sealedInQuotes(value);
    const opened = this.#vault.open(quoted ?? value);
    if (!opened) return undefined;
    const text = unpacked(opened.text);
    return opened.kind === "json" && quoted === null ? JSON.parse(text) : text;
  }
}

const isPlain = (value: unknown): value is Record<string, unknown> | unknown[] =>
  Array.isArray(value) || (typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype);

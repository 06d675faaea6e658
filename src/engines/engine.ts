/**
 * The interface of every engine: it says which words of this document answer which field, nothing more. results/ makes values, evidence,
 * boxes and confidence from findings, the same way for all engines.
 */
import type { EngineName } from "#contract/providers.ts";
import type { Schema } from "#contract/schema/field.ts";
import type { Warning } from "#contract/task.ts";
import type { Box, Document, Page } from "#documents/document.ts";
import type { TermKind } from "#einvoices/term.ts";
import type { Hint, Memory } from "./remembered.ts";

/** `term`: of EN 16931, `BT-1`. `faulty`: it takes part in a sum that does not add up. */
export type StatedAs = { term: string; kind: TermKind; faulty: boolean };

/** One answer: these words, on this page, belong to this field. */
export type Finding = {
  /** JSON Pointer (RFC 6901) into `data`, with row numbers from 0: `/line_items/2/amount`. Always a leaf. */
  path: string;
  /** The answer verbatim as on the page. For `generate` and `classify` the words that support `value`. */
  raw: string;
  /** 1-based. */
  page: number;
  /** A longer verbatim stretch of the same page around `raw`, such as label and value; becomes the evidence when it is found. */
  quote?: string;
  /** Where the engine saw it, in page units; selects among equal texts on a page. */
  at?: Box;
  /**
   * The answer itself, when it is not what `raw` says: for `generate`, `classify` and check marks, for one end of a period, and for the
   * address behind a link's words.
   */
  value?: string | boolean;
  /** `value` is the engine's conclusion: `found` when the words say the same, else `inferred`. `raw` may then be empty: `at` is the reason. */
  concluded?: boolean;
  /** The file itself states the value, as the term of an e-invoice: numbers have a decimal point, dates are ISO 8601. */
  stated?: StatedAs;
  /** Further places that the value is put together from. */
  also?: { page: number; raw: string; at: Box }[];
  /** The engine saw a picture of the page, which may show words that the reader of the page did not read. */
  seen?: boolean;
  /** Probability against all other candidates and "not in the document", 0..1; absent when the engine does not estimate it. */
  margin?: number;
  /** That probability without what is remembered of the layout; absent where nothing is. */
  marginBefore?: number;
};

export type Ask = {
  document: Document;
  schema: Schema;
  /** A JPEG of a page with its text upright, for engines that look at pictures; absent where pages cannot be drawn. */
  renderPage?: (page: Pick<Page, "number" | "turn">) => Promise<Uint8Array>;
  /** What was reviewed on documents of this layout; null or absent where nothing was. */
  memory?: Memory | null;
  /** The same told on this document, for engines that read it by themselves. */
  hints?: readonly Hint[];
};

export type Answer = {
  engine: EngineName;
  provider: string | null;
  model: string | null;
  findings: Finding[];
  /** Codes of problems that did not stop the engine, such as `method_needs_model`. */
  warnings: Warning[];
  /** True when the engine could not finish the document. */
  truncated: boolean;
};
/** `cost_usd` is null when the price is not known. */
export type EngineUsage = { input_tokens: number; output_tokens: number; cost_usd: number | null };

/** `signal` aborts the work; the promise then rejects with the signal's reason. */
export interface Engine {
  readonly name: EngineName;
  extract(ask: Ask, signal: AbortSignal): Promise<Answer>;
  /** Usage so far, including work that failed. */
  usage(): EngineUsage;
}

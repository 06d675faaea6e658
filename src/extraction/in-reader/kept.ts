/** What was read of a file is kept for who reads pages of it next: OCR takes seconds a page. In the reader's child. */
import { gunzipSync, gzipSync } from "node:zlib";
import { LIMITS } from "#contract/limits.ts";
import { TaskFailure } from "#contract/task-errors.ts";
import type { WorkContext } from "#documents/child/serve.ts";
import type { Document, Page } from "#documents/document.ts";
import type { ReadOptions } from "#documents/pool/protocol.ts";
import type { KeptAsk, ReadKept } from "./works.ts";

type Kept = Pick<ReadOptions, "ink" | "marks"> & { document: Document };

/** Larger readings are not kept, and larger files of them not opened. */
const PACKED_BYTES_MAX = 8 * 1024 * 1024;
const KEPT_BYTES_MAX = 200 * 1024 * 1024;

/**
 * As base64, with what was looked for: all pages, or those that are not read again in milliseconds. Null where there are none, for what
 * was cut, and for e-invoices, whose data are read beside the pages that are asked for.
 */
export function packed(document: Document, { ink, marks }: Pick<ReadOptions, "ink" | "marks">, all: boolean): string | null {
  const { pages, pageCount, truncated, structured } = document;
  if (truncated || structured || pages.some(({ number }) => number > pageCount)) return null;
  const isSlow = ({ textSource, ...page }: Page) => textSource !== "native" || page.marks !== undefined || page.ink !== undefined;
  if (!all && !pages.some(isSlow)) return null;
  // Blank pages too: they are not read by themselves.
  const kept = all ? pages : pages.filter((page) => isSlow(page) || page.lines.length === 0);
  const bytes = gzipSync(JSON.stringify({ ink, marks, document: { ...document, pages: kept } } satisfies Kept));
  return bytes.byteLength > PACKED_BYTES_MAX ? null : bytes.toString("base64");
}

/** Null for what is damaged. */
function unpacked(kept: string): Kept | null {
  try {
    const told = JSON.parse(gunzipSync(Buffer.from(kept, "base64"), { maxOutputLength: KEPT_BYTES_MAX }).toString("utf8")) as Kept;
    return Array.isArray(told.document.pages) ? told : null;
  } catch {
    return null;
  }
}

/** `pagesRead`: numbers of the pages that had to be read now; the others are as they were kept, where what was looked for on them agrees. */
export async function readWithKept({ reading, kept: hasKept }: KeptAsk, bytes: Buffer, context: WorkContext): Promise<ReadKept> {
  const kept = hasKept && isPlain(reading) ? await context.ask({ kept: true }) : null;
  return (
    (typeof kept === "string" ? await completed(unpacked(kept), reading, bytes, context) : null) ??
    readNow(await context.read(reading, bytes))
  );
}

const readNow = (document: Document): ReadKept => ({ document, pagesRead: document.pages.map(({ number }) => number) });

const isPlain = ({ charactersMax, onePage, refusal }: ReadOptions): boolean => charactersMax === undefined && !onePage && !refusal;

/** The kept pages and the rest; null where the file is to be read as if nothing were kept. */
async function completed(kept: Kept | null, reading: ReadOptions, bytes: Buffer, context: WorkContext): Promise<ReadKept | null> {
  if (kept === null) return null;
  const { pageCount } = kept.document;
  if (reading.pages === null && pageCount > LIMITS.documentPagesMax) return null;
  const asked = reading.pages?.filter((number) => number <= pageCount) ?? Array.from({ length: pageCount }, (_, i) => i + 1);
  const known = kept.document.pages.flatMap((page) => (asked.includes(page.number) ? (asLookedFor(page, kept, reading) ?? []) : []));
  // Reading the whole file decides whether it has no text at all, and refuses it then.
  if (!known.some(({ lines }) => lines.length > 0)) return null;
  const missing = asked.filter((number) => !known.some((page) => page.number === number));
  if (missing.length === 0) return { document: { ...kept.document, pages: known, pagesFailed: [] }, pagesRead: [] };
  try {
    const rest = await context.read({ ...reading, pages: missing }, bytes);
    const pages = [...known, ...rest.pages].sort((a, b) => a.number - b.number);
    return { document: { ...rest, pages }, pagesRead: readNow(rest).pagesRead };
  } catch (error) {
    // Of the rest alone: blank, or damaged.
    if (error instanceof TaskFailure && ["empty_document", "corrupt_document"].includes(error.code)) return null;
    throw error;
  }
}

/** The page as if only that had been looked for; null where that cannot be told. What a box was taken for before it was found is not kept. */
function asLookedFor(page: Page, kept: Kept, { ink, marks }: ReadOptions): Page | null {
  if ((ink && !kept.ink) || (marks && !kept.marks) || (!marks && page.marks !== undefined)) return null;
  const { ink: signed, ...rest } = page;
  return ink && signed ? page : rest;
}

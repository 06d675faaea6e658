/** A file with others in it, such as a mail or an e-invoice, as one document: its parts in order. */
import type { MimeType } from "#contract/file-types.ts";
import { LIMITS } from "#contract/limits.ts";
import type { Document, Page, ReadingWarning } from "#documents/document.ts";
import type { EInvoice, EInvoiceInPdf } from "#documents/einvoices/read-einvoice.ts";

/** How files of other types are read, drawn and counted. `pages`: numbers in the file itself. */
export type FileReader = {
  count(type: MimeType, bytes: Buffer): Promise<number>;
  read(
    type: MimeType,
    bytes: Buffer,
    pages: number[],
    onPage: (page: Page) => void,
  ): Promise<Pick<Document, "pagesFailed" | "pagesLeft" | "warnings">>;
  draw(type: MimeType, bytes: Buffer, page: number): Promise<Buffer>;
  /** The e-invoice of a PDF. */
  eInvoice(bytes: Buffer): Promise<EInvoiceInPdf | null>;
};

/**
 * Pages that were made, or a file with so many. `name`: null for the document itself. `invoice`: whose data the pages show; they are read
 * together. `print`: the part that shows the same to people.
 */
export type Part = { name: string | null; count: number } & (
  | { made: Page[]; invoice?: Pick<EInvoice, "number" | "structured" | "warnings">; print?: string }
  | { type: MimeType; bytes: Buffer }
);

/** Data of a part, on pages behind all others, which are not counted, and read with any page of the part. */
export type Behind = { of: Part; name: string; data: EInvoiceInPdf; pages: Page[] };

export type Unfolded = {
  parts: Part[];
  behind: Behind[];
  /** Names of files inside that cannot be read. */
  unread: string[];
  /** Of signed files inside. */
  warnings: ReadingWarning[];
  /** Files inside that may still be opened, and how many were not. */
  left: number;
  leftOut: number;
  /** Pages that there may still be. */
  room: number;
  /** Lines of the data of e-invoices so far, and for how many further ones there was no room. */
  lines: number;
  invoicesLeftOut: number;
  /** True where anything was left out at a limit of pages or lines. */
  cut: boolean;
};

export const nothingUnfolded = (room: number = LIMITS.documentPagesMax): Unfolded => ({
  room,
  lines: 0,
  invoicesLeftOut: 0,
  parts: [],
  behind: [],
  unread: [],
  warnings: [],
  leftOut: 0,
  left: LIMITS.mailAttachmentsMax,
  cut: false,
});

/** The part, or as much of it as there is room for; an e-invoice is never cut. */
export function addPart(part: Part, into: Unfolded): void {
  const { room } = into;
  into.cut ||= part.count > room;
  const isWhole = "made" in part && part.invoice !== undefined;
  const count = part.count > room && isWhole ? 0 : Math.min(part.count, room);
  into.room -= count;
  if (count > 0) into.parts.push({ ...part, count });
}

/** The name of a file inside of another one, which no other part has. */
export function nameIn(outer: string | null, name: string, { parts }: Unfolded): string {
  const full = outer === null ? name : `${outer}/${name}`;
  const taken = new Set(parts.map((part) => part.name));
  let free = full;
  for (let i = 2; taken.has(free); i++) free = `${full} (${i})`;
  return free;
}

/** The page as one of the document. `before`: pages before its part. */
export function placed(page: Page, name: string | null, before: number, print?: string): Page {
  const { invoice } = page;
  const shown = invoice && print !== undefined ? { invoice: { ...invoice, print } } : {};
  return { ...page, ...shown, number: before + page.number, ...(name === null ? {} : { part: name }) };
}

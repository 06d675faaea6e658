/** Reads and draws the pages of a file with others in it, each named by the part that it is of. */
import type { MimeType } from "#contract/file-types.ts";
import { LIMITS } from "#contract/limits.ts";
import { TaskFailure } from "#contract/task-errors.ts";
import { noSuchPage } from "#documents/asked-pages.ts";
import type { Page, ReadingWarning, Structured } from "#documents/document.ts";
import type { EInvoiceInPdf } from "#documents/einvoices/read-einvoice.ts";
import { type Behind, type FileReader, type Part, placed, type Unfolded } from "./part.ts";
import { type ReadInvoice, severalInvoices } from "./several.ts";
import { unfold, unfoldBehind } from "./unfold.ts";

/** Names of unreadable attachments in a warning. */
const NAMED_MAX = 20;

export type PartsRead = {
  pageCount: number;
  pagesFailed: number[];
  pagesLeft: number[];
  warnings: ReadingWarning[];
  cut: boolean;
  structured?: Structured;
};

/** `invoices`: those of which pages were handed on. */
type Reading = {
  hand: (page: Page) => void;
  read: PartsRead;
  unread: string[];
  invoices: ReadInvoice[];
};

/** Hands each asked page to `onPage`, ascending; null asks for all. Throws TaskFailure. */
export async function readParts(
  { type, bytes, pages }: { type: MimeType; bytes: Buffer; pages: number[] | null },
  files: FileReader,
  onPage: (page: Page) => void,
): Promise<PartsRead> {
  let handed = 0;
  const read = await readUnfolded(await unfold(type, bytes, files), { pages, before: 0 }, files, (page) => {
    handed += 1;
    onPage(page);
  });
  if (handed === 0 && read.pagesFailed.length === 0) throw noSuchPage(read.pageCount);
  return read;
}

/**
 * Hands on the pages that a PDF has behind its own ones: the data of its e-invoice, and the files in that unless the caller asks for certain
 * pages. Throws TaskFailure.
 */
export async function readBehind(
  data: EInvoiceInPdf,
  { pageCount, pages }: { pageCount: number; pages: number[] | null },
  files: FileReader,
  onPage: (page: Page) => void,
): Promise<Omit<PartsRead, "pageCount">> {
  const { parts, ...unfolded } = await unfoldBehind(data, pageCount, files);
  const asked = pages === null ? parts : parts.slice(0, 1);
  const { pageCount: _, ...read } = await readUnfolded({ ...unfolded, parts: asked }, { pages: null, before: pageCount }, files, onPage);
  // Of one that cannot be read there is nothing but the warning.
  return data.structured ? { ...read, cut: read.cut && pages === null } : { ...read, warnings: data.warnings };
}

type Asked = { pages: number[] | null; before: number };

async function readUnfolded(
  unfolded: Unfolded,
  { pages, before: first }: Asked,
  files: FileReader,
  hand: (page: Page) => void,
): Promise<PartsRead> {
  const read: PartsRead = { pageCount: first, pagesFailed: [], pagesLeft: [], warnings: [], cut: unfolded.cut };
  const reading: Reading = { hand, read, unread: unfolded.unread, invoices: [] };
  const seen = new Set<Part>();
  for (const part of unfolded.parts) {
    const before = read.pageCount;
    read.pageCount += part.count;
    const asked = numbersUpTo(part.count).filter((number) => pages?.includes(before + number) ?? true);
    if (asked.length === 0) continue;
    seen.add(part);
    if ("made" in part) handMade(part, before, asked, reading);
    else await readFile(part, before, asked, files, reading);
  }
  handBehind(unfolded.behind, seen, reading);
  const [invoice] = reading.invoices;
  const warnings = [
    ...read.warnings,
    ...severalInvoices(reading.invoices, pages === null ? unfolded.invoicesLeftOut : 0),
    ...warningsOf(unfolded),
  ];
  return { ...read, warnings, ...(invoice ? { structured: invoice.structured } : {}) };
}

const numbersUpTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1);

/** The data of an e-invoice is read whole. */
function handMade(
  { name, made, count, invoice, print }: Extract<Part, { made: Page[] }>,
  before: number,
  asked: number[],
  { hand, read, invoices }: Reading,
): void {
  const numbers = invoice ? numbersUpTo(count) : asked;
  for (const page of made) if (numbers.includes(page.number)) hand(placed(page, name, before, print));
  if (!invoice) return;
  addWarnings(invoice.warnings, print === "" ? null : name, read);
  invoices.push({ number: invoice.number, structured: invoice.structured, part: name, pages: numbers.map((number) => before + number) });
}

async function readFile(
  part: Extract<Part, { bytes: Buffer }>,
  before: number,
  numbers: number[],
  files: FileReader,
  { hand, read, unread }: Reading,
): Promise<void> {
  const got = new Set<number>();
  try {
    const {
      pagesFailed,
      pagesLeft = [],
      warnings = [],
    } = await files.read(part.type, part.bytes, numbers, (page) => {
      got.add(page.number);
      hand(placed(page, part.name, before));
    });
    for (const number of pagesFailed) read.pagesFailed.push(before + number);
    for (const number of pagesLeft) read.pagesLeft.push(before + number);
    addWarnings(warnings, part.name, read);
  } catch (error) {
    if (!(error instanceof TaskFailure)) throw error;
    // Blank pages are no failure.
    if (error.code === "empty_document") return;
    unread.push(part.name ?? "");
    for (const number of numbers) if (!got.has(number)) read.pagesFailed.push(before + number);
  }
}

function handBehind(behind: readonly Behind[], seen: ReadonlySet<Part>, { hand, read, invoices }: Reading): void {
  for (const { each, before } of numbered(behind, read.pageCount)) {
    const { of, name, data, pages } = each;
    if (!seen.has(of)) continue;
    addWarnings(data.warnings, name, read);
    for (const page of pages) hand(placed(page, `${name}/${data.name}`, before, name));
    if (data.structured) invoices.push({ number: data.number, structured: data.structured, part: name, pages: [] });
  }
}

/** `before`: pages before the data. */
function numbered(behind: readonly Behind[], pageCount: number): { each: Behind; before: number }[] {
  let before = pageCount;
  return behind.map((each) => {
    const at = { each, before };
    before += each.pages.length;
    return at;
  });
}

function addWarnings(warnings: readonly ReadingWarning[], name: string | null, { warnings: into }: PartsRead): void {
  for (const warning of warnings) into.push(name === null ? warning : { ...warning, message: `${name}: ${warning.message}` });
}

type DrawMade = (page: Page) => Promise<Buffer>;

/** A PNG of one page. Throws TaskFailure. */
export async function drawPart(
  { type, bytes, page }: { type: MimeType; bytes: Buffer; page: number },
  files: FileReader,
  drawMade: DrawMade,
): Promise<Buffer> {
  return drawUnfolded(await unfold(type, bytes, files), { page, before: 0 }, files, drawMade);
}

/** A PNG of one of the pages that a PDF has behind its own ones. Throws TaskFailure. */
export async function drawBehind(
  data: EInvoiceInPdf,
  { pageCount, page }: { pageCount: number; page: number },
  files: FileReader,
  drawMade: DrawMade,
): Promise<Buffer> {
  return drawUnfolded(await unfoldBehind(data, pageCount, files), { page, before: pageCount }, files, drawMade);
}

async function drawUnfolded(
  { parts, behind }: Unfolded,
  { page, before: first }: { page: number; before: number },
  files: FileReader,
  drawMade: DrawMade,
): Promise<Buffer> {
  let before = first;
  for (const part of parts) {
    const number = page - before;
    before += part.count;
    if (number > part.count || number < 1) continue;
    if (!("made" in part)) return files.draw(part.type, part.bytes, number);
    const made = part.made.find((each) => each.number === number);
    if (made) return drawMade(made);
  }
  for (const { each, before: at } of numbered(behind, before)) {
    const made = each.pages.find(({ number }) => number === page - at);
    if (made) return drawMade(made);
  }
  throw noSuchPage(before);
}

function warningsOf({ warnings: signed, unread, leftOut }: Unfolded): ReadingWarning[] {
  const warnings = [...signed];
  const named = unread.slice(0, NAMED_MAX).join(", ") + (unread.length > NAMED_MAX ? ` and ${unread.length - NAMED_MAX} more` : "");
  if (unread.length > 0) warnings.push({ code: "attachments_unread", message: `Attachments that could not be read: ${named}.` });
  if (leftOut > 0)
    warnings.push({
      code: "attachments_left_out",
      message: `${leftOut} attachments beyond the first ${LIMITS.mailAttachmentsMax} were not read.`,
    });
  return warnings;
}

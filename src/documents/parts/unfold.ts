/** Unfolds a mail or an e-invoice into its parts: its own text or data first, then the files in it, and what is in those. */
import type { MimeType } from "#contract/file-types.ts";
import { LIMITS } from "#contract/limits.ts";
import { TaskFailure } from "#contract/task-errors.ts";
import type { Page } from "#documents/document.ts";
import { type EInvoice, type EInvoiceInPdf, eInvoicesOfXml } from "#documents/einvoices/read-einvoice.ts";
import { paginate } from "#documents/flow/paginate.ts";
import { openImage } from "#documents/image/open-image.ts";
import { type Attachment, type Mail, mailBlocks } from "#documents/mail/mail.ts";
import type { Opened } from "#documents/signed/open-signed.ts";
import { opened } from "#documents/signed/opened.ts";
import { sniff } from "#documents/sniff.ts";
import { addPart, type FileReader, nameIn, nothingUnfolded, type Part, type Unfolded } from "./part.ts";

/** Files in files: what is further in is named in a warning. */
const DEPTH_MAX = 3;
/** Inline pictures that are smaller are logos and dividers. */
const INLINE_SIDE_MIN_PX = 200;
/** Lines of data after which no further e-invoice is laid out: several have the same head, and the child's memory holds four times as many. */
const DATA_LINES_MAX = 60_000;

/** A mail, or XML that is or holds e-invoices. Throws TaskFailure. */
export async function unfold(type: MimeType, bytes: Buffer, files: FileReader): Promise<Unfolded> {
  const into = nothingUnfolded();
  const at = { name: null, depth: 1 };
  if (isMail(type)) await addMail(await mailOf(type, bytes), at, files, into);
  else await addInvoices(eInvoicesOfXml(bytes), at, files, into);
  return into;
}

/** What a PDF of so many pages has behind them: the data of its e-invoice, and the files in that. */
export async function unfoldBehind(data: EInvoiceInPdf, pageCount: number, files: FileReader): Promise<Unfolded> {
  const made = data.pages(1);
  const into = { ...nothingUnfolded(Math.max(made.length, LIMITS.documentPagesMax - pageCount)), lines: linesIn(made) };
  const { structured, number, name, warnings } = data;
  const invoice = structured ? { invoice: { structured, number, warnings } } : {};
  addPart({ name, made, count: made.length, print: "", ...invoice }, into);
  await addFilesOf(data, { name, depth: 1 }, files, into);
  return into;
}

const isMail = (type: MimeType): boolean => type === "message/rfc822" || type === "application/vnd.ms-outlook";

async function mailOf(type: MimeType, bytes: Buffer): Promise<Mail> {
  return type === "message/rfc822"
    ? (await import("#documents/mail/read-eml.ts")).readEml(bytes)
    : (await import("#documents/mail/read-msg.ts")).readMsg(bytes);
}

/** `depth`: 1 for the document itself. */
type At = { name: string | null; depth: number };

async function addMail(mail: Mail, { name, depth }: At, files: FileReader, into: Unfolded): Promise<void> {
  const { pages, cut } = paginate(mailBlocks(mail), LIMITS.documentPagesMax);
  into.cut ||= cut;
  into.leftOut += mail.leftOut;
  addPart({ name, made: pages, count: pages.length }, into);
  const before = into.parts.length;
  for (const attachment of mail.attachments) await addFile(attachment, { name, depth }, files, into);
  pairWithPrint(into.parts.slice(before));
}

/** The data of each, followed by the files in it. */
async function addInvoices(invoices: readonly EInvoice[], { name, depth }: At, files: FileReader, into: Unfolded): Promise<void> {
  for (const [i, invoice] of invoices.entries()) {
    if (into.room === 0 || into.lines > DATA_LINES_MAX) {
      into.cut = true;
      into.invoicesLeftOut += invoices.length - i;
      return;
    }
    const own = invoice.place === null ? name : nameIn(name, invoice.place, into);
    const made = laidOut(invoice, into);
    if (made.length > into.room) into.invoicesLeftOut += 1;
    addPart({ name: own, made, count: made.length, invoice }, into);
    await addFilesOf(invoice, { name: own, depth }, files, into);
  }
}

function laidOut(data: Pick<EInvoice, "pages">, into: Unfolded): Page[] {
  const pages = data.pages(1);
  into.lines += linesIn(pages);
  return pages;
}

const linesIn = (pages: readonly Page[]): number => pages.reduce((sum, page) => sum + page.lines.length, 0);

async function addFilesOf(invoice: Pick<EInvoice, "attachments">, at: At, files: FileReader, into: Unfolded): Promise<void> {
  for (const { name, bytes } of invoice.attachments())
    await addFile({ name, bytes: bytes ?? Buffer.alloc(0), inline: false }, at, files, into);
}

/** A file inside: of the part `outer`. */
async function addFile(attachment: Attachment, outer: At, files: FileReader, into: Unfolded): Promise<void> {
  if (into.left === 0) {
    into.leftOut += 1;
    return;
  }
  into.left -= 1;
  const { bytes, inline } = attachment;
  const name = nameIn(outer.name, attachment.name, into);
  const type = bytes.length === 0 ? null : sniff(bytes);
  if (type === null || outer.depth > DEPTH_MAX) return void into.unread.push(name);
  try {
    await addOpened({ name, inline, ...(await opened(type, bytes)) }, outer, files, into);
  } catch (error) {
    if (!(error instanceof TaskFailure)) throw error;
    into.unread.push(name);
  }
}

/** `warnings`: of a signed file. */
async function addOpened(
  { name, inline, type, bytes, warnings }: Opened & { name: string; inline: boolean },
  { depth }: At,
  files: FileReader,
  into: Unfolded,
): Promise<void> {
  for (const warning of warnings) into.warnings.push({ ...warning, message: `${name}: ${warning.message}` });
  if (isMail(type)) {
    if (depth >= DEPTH_MAX) return void into.unread.push(name);
    return await addMail(await mailOf(type, bytes), { name, depth: depth + 1 }, files, into);
  }
  const invoices = type === "application/xml" ? eInvoicesOfXml(bytes) : [];
  if (invoices.length > 0) return await addInvoices(invoices, { name, depth: depth + 1 }, files, into);
  if (inline && (await isSmall(bytes))) return;
  await addCounted({ name, type, bytes, count: await files.count(type, bytes) }, depth + 1, files, into);
}

type Counted = Extract<Part, { bytes: Buffer }> & { name: string };

async function addCounted(part: Counted, depth: number, files: FileReader, into: Unfolded): Promise<void> {
  const isSpent = into.lines > DATA_LINES_MAX;
  into.cut ||= isSpent && part.type === "application/pdf";
  const data = part.type === "application/pdf" && !isSpent ? await files.eInvoice(part.bytes) : null;
  addPart(part, into);
  const of = into.parts.at(-1);
  if (!data || of?.name !== part.name) return;
  into.behind.push({ of, name: part.name, data, pages: laidOut(data, into) });
  await addFilesOf(data, { name: `${part.name}/${data.name}`, depth }, files, into);
}

async function isSmall(bytes: Buffer): Promise<boolean> {
  const { width, height } = await openImage(bytes);
  return width < INLINE_SIDE_MIN_PX || height < INLINE_SIDE_MIN_PX;
}

/** `invoice.pdf` beside `invoice.xml` or `invoice.xml.p7m` shows what it states. */
function pairWithPrint(parts: readonly Part[]): void {
  for (const part of parts) {
    if (!("made" in part) || !part.invoice) continue;
    const stem = stemOf(part.name);
    const print = parts.find((other) => "type" in other && other.type === "application/pdf" && stemOf(other.name) === stem);
    if (print?.name != null) part.print = print.name;
  }
}

const SIGNED = /(?:\.p7m){1,3}$/i;
const EXTENSION = /\.[^./]{1,8}$/;
const stemOf = (name: string | null): string => (name ?? "").replace(SIGNED, "").replace(EXTENSION, "").toLowerCase();

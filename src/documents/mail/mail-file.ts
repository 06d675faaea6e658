/** A mail with everything in it as one document: its text first, then the pages of each attachment, named by it. */

import type { MimeType } from "#contract/file-types.ts";
import { LIMITS } from "#contract/limits.ts";
import { TaskFailure } from "#contract/task-errors.ts";
import { noSuchPage } from "#documents/asked-pages.ts";
import type { Page, ReadingWarning } from "#documents/document.ts";
import { paginate } from "#documents/flow/paginate.ts";
import { openImage } from "#documents/image/open-image.ts";
import { sniff } from "#documents/sniff.ts";
import { type Attachment, type Mail, mailBlocks } from "./mail.ts";

/** How files of other types are read, drawn and counted. `pages`: numbers in the file itself. */
export type FileReader = {
  count(type: MimeType, bytes: Buffer): Promise<number>;
  read(
    type: MimeType,
    bytes: Buffer,
    pages: number[],
    onPage: (page: Page) => void,
  ): Promise<{ pagesFailed: number[]; warnings?: ReadingWarning[] }>;
  draw(type: MimeType, bytes: Buffer, page: number): Promise<Buffer>;
};

/** Mails in mails: further ones are named in a warning. */
const DEPTH_MAX = 3;
/** Inline pictures that are smaller are logos and dividers. */
const INLINE_SIDE_MIN_PX = 200;
/** Names of unreadable attachments in a warning. */
const NAMED_MAX = 20;

/** A part of the document: pages that were made, or a file with so many. */
type Part = { name: string | null; count: number } & ({ made: Page[] } | { type: MimeType; bytes: Buffer });
type Unfolded = { parts: Part[]; unread: string[]; leftOut: number; left: number; cut: boolean };

export type MailRead = { pageCount: number; pagesFailed: number[]; warnings: ReadingWarning[]; cut: boolean };

/** Hands each asked page to `onPage`, ascending; null asks for all. Throws TaskFailure. */
export async function readMail(
  { type, bytes, pages }: { type: MimeType; bytes: Buffer; pages: number[] | null },
  files: FileReader,
  onPage: (page: Page) => void,
): Promise<MailRead> {
  const mail = await unfold(type, bytes, files);
  const read: MailRead = { pageCount: 0, pagesFailed: [], warnings: [], cut: mail.cut };
  let handed = 0;
  for (const part of mail.parts) {
    const before = read.pageCount;
    read.pageCount += part.count;
    const numbers = numbersUpTo(part.count).filter((number) => pages?.includes(before + number) ?? true);
    if (numbers.length === 0) continue;
    const hand = (page: Page) => {
      handed += 1;
      onPage(placed(page, part.name, before));
    };
    if ("made" in part) for (const page of part.made.filter(({ number }) => numbers.includes(number))) hand(page);
    else await readPart(part, numbers, files, { hand, read, before, unread: mail.unread });
  }
  if (handed === 0 && read.pagesFailed.length === 0) throw noSuchPage(read.pageCount);
  return { ...read, warnings: [...read.warnings, ...warningsOf(mail)] };
}

type Reading = { hand: (page: Page) => void; read: MailRead; before: number; unread: string[] };

async function readPart(
  part: Extract<Part, { bytes: Buffer }>,
  numbers: number[],
  files: FileReader,
  { hand, read, before, unread }: Reading,
): Promise<void> {
  const got = new Set<number>();
  try {
    const { pagesFailed, warnings = [] } = await files.read(part.type, part.bytes, numbers, (page) => {
      got.add(page.number);
      hand(page);
    });
    for (const number of pagesFailed) read.pagesFailed.push(before + number);
    for (const warning of warnings) read.warnings.push({ ...warning, message: `${part.name}: ${warning.message}` });
  } catch (error) {
    if (!(error instanceof TaskFailure)) throw error;
    // Blank pages are no failure.
    if (error.code === "empty_document") return;
    unread.push(part.name ?? "");
    for (const number of numbers) if (!got.has(number)) read.pagesFailed.push(before + number);
  }
}

/** A PNG of one page. Throws TaskFailure. */
export async function drawMail(
  { type, bytes, page }: { type: MimeType; bytes: Buffer; page: number },
  files: FileReader,
  drawMade: (page: Page) => Promise<Buffer>,
): Promise<Buffer> {
  const { parts } = await unfold(type, bytes, files);
  let before = 0;
  for (const part of parts) {
    const number = page - before;
    before += part.count;
    if (number > part.count || number < 1) continue;
    if (!("made" in part)) return files.draw(part.type, part.bytes, number);
    const made = part.made.find((each) => each.number === number);
    if (made) return drawMade(made);
  }
  throw noSuchPage(before);
}

function placed(page: Page, name: string | null, before: number): Page {
  const part = page.part ?? name;
  return { ...page, number: before + page.number, ...(part === null ? {} : { part }) };
}

const numbersUpTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1);

async function unfold(type: MimeType, bytes: Buffer, files: FileReader): Promise<Unfolded> {
  const into: Unfolded = { parts: [], unread: [], leftOut: 0, left: LIMITS.mailAttachmentsMax, cut: false };
  await addMail(await mailOf(type, bytes), { name: null, depth: 1 }, files, into);
  return into;
}

async function mailOf(type: MimeType, bytes: Buffer): Promise<Mail> {
  return type === "message/rfc822" ? (await import("./read-eml.ts")).readEml(bytes) : (await import("./read-msg.ts")).readMsg(bytes);
}

async function addMail(
  mail: Mail,
  { name, depth }: { name: string | null; depth: number },
  files: FileReader,
  into: Unfolded,
): Promise<void> {
  const { pages, cut } = paginate(mailBlocks(mail), LIMITS.documentPagesMax);
  into.cut ||= cut;
  into.leftOut += mail.leftOut;
  addPart({ name, made: pages, count: pages.length }, into);
  for (const attachment of mail.attachments) {
    if (into.left === 0) into.leftOut += 1;
    else {
      into.left -= 1;
      await addAttachment(attachment, { name: name === null ? attachment.name : `${name}/${attachment.name}`, depth }, files, into);
    }
  }
}

async function addAttachment(
  attachment: Attachment,
  { name, depth }: { name: string; depth: number },
  files: FileReader,
  into: Unfolded,
): Promise<void> {
  const { bytes, inline } = attachment;
  const type = bytes.length === 0 ? null : sniff(bytes);
  if (type === null) return void into.unread.push(name);
  try {
    if (type === "message/rfc822" || type === "application/vnd.ms-outlook") {
      if (depth >= DEPTH_MAX) return void into.unread.push(name);
      return await addMail(await mailOf(type, bytes), { name, depth: depth + 1 }, files, into);
    }
    if (inline && (await isSmall(bytes))) return;
    addPart({ name, type, bytes, count: await files.count(type, bytes) }, into);
  } catch (error) {
    if (!(error instanceof TaskFailure)) throw error;
    into.unread.push(name);
  }
}

async function isSmall(bytes: Buffer): Promise<boolean> {
  const { width, height } = await openImage(bytes);
  return width < INLINE_SIDE_MIN_PX || height < INLINE_SIDE_MIN_PX;
}

/** The part, or as much of it as the document may still have pages. */
function addPart(part: Part, into: Unfolded): void {
  const room = LIMITS.documentPagesMax - into.parts.reduce((sum, { count }) => sum + count, 0);
  into.cut ||= part.count > room;
  if (Math.min(part.count, room) > 0) into.parts.push({ ...part, count: Math.min(part.count, room) });
}

function warningsOf({ unread, leftOut }: Unfolded): ReadingWarning[] {
  const warnings: ReadingWarning[] = [];
  const named = unread.slice(0, NAMED_MAX).join(", ") + (unread.length > NAMED_MAX ? ` and ${unread.length - NAMED_MAX} more` : "");
  if (unread.length > 0) warnings.push({ code: "attachments_unread", message: `Attachments that could not be read: ${named}.` });
  if (leftOut > 0)
    warnings.push({
      code: "attachments_left_out",
      message: `${leftOut} attachments beyond the first ${LIMITS.mailAttachmentsMax} were not read.`,
    });
  return warnings;
}

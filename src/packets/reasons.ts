/** Why a stack is cut where it is and a part is of its class, in words for the person who checks it. */

import { fold } from "#language/fold.ts";
import { type Class, labelsNamed } from "./classes/class-features.ts";
import type { PageFacts } from "./pages/page-facts.ts";
import type { StackPart } from "./split-stack.ts";

const LABELS_MAX = 5;

/** `page`: the last written one before a part. `isParted`: a sheet that parts documents lies between. */
export type Before = { page: PageFacts; isParted: boolean };

/** What is before the part that begins with this page of the stack; null where nothing is written before it. */
export function beforePart(pages: readonly PageFacts[], first: number): Before | null {
  const before = pages.slice(0, first - 1);
  const page = before.findLast(({ blank }) => !blank);
  return page ? { page, isParted: before.slice(before.indexOf(page)).some(({ separates }) => separates) } : null;
}

/** `before`: null for the first part. */
export function reasonsOf(part: StackPart, pages: readonly PageFacts[], before: Before | null, classes: readonly Class[]): string[] {
  const written = pages.filter(({ blank }) => !blank);
  const [first] = written;
  if (!first) return ["Its pages are blank."];
  const chosen = classes.find(({ id }) => id === part.classId);
  return [
    ...beginningOf(first, before),
    ...innerOf(pages),
    ...(chosen ? classReasons(written, chosen) : ["It is like none of the templates."]),
  ];
}

function beginningOf(first: PageFacts, parted: Before | null): string[] {
  if (!parted) return [];
  if (parted.isParted) return ["A separator sheet stands before it."];
  const { page: before } = parted;
  const reasons: string[] = [];
  const { numbering } = first;
  if (numbering?.number === 1) reasons.push(`Its first page says that it is page 1${numbering.of === null ? "" : ` of ${numbering.of}`}.`);
  const last = before.numbering;
  if (last?.of != null && last.number === last.of) reasons.push(`The page before says that it is the last, ${last.number} of ${last.of}.`);
  if (Math.abs(first.width - before.width) > 0.02 * before.width || Math.abs(first.height - before.height) > 0.02 * before.height)
    reasons.push("It begins on another size of paper.");
  if (reasons.length === 0) reasons.push("It has few words and numbers in common with the page before.");
  return reasons;
}

/** `pages`: all of the part, also blank ones. */
function innerOf(pages: readonly PageFacts[]): string[] {
  const written = pages.filter(({ blank }) => !blank);
  const [first, last] = [written[0]?.numbering, written.at(-1)?.numbering];
  const isApart = pages.some((page, i) => page.number > (pages[i - 1]?.number ?? page.number) + 1);
  const isNumbered = written.length > 1 && first && last?.number === first.number + written.length - 1;
  if (isNumbered)
    return [`Its pages are numbered ${first.number} to ${last.number}${isApart ? ", with pages of other documents between them" : ""}.`];
  return isApart ? ["Pages of other documents are between its own, which have more in common with each other."] : [];
}

function classReasons(written: readonly PageFacts[], chosen: Class): string[] {
  const [first] = written;
  const name = fold(chosen.name);
  const labels = labelsNamed(written, chosen).slice(0, LABELS_MAX);
  const reasons = [
    ...(first?.headText.includes(` ${name} `) ? [`"${chosen.name}" stands at its head.`] : []),
    ...(labels.length > 0 ? [`It has labels like the template's fields: ${labels.join(", ")}.`] : []),
  ];
  return reasons.length > 0 ? reasons : ["Its words are like those of such documents."];
}

/** The parts of a stack as people set pages of the same layouts by hand: where one begins, and of which template it is. */
import type { Document } from "#documents/document.ts";
import { largest } from "#documents/long-lists.ts";
import { fold } from "#language/fold.ts";
import type { Said } from "#memory/said-pages.ts";
import type { Class } from "#packets/classes/class-features.ts";
import { blankPage } from "#packets/pages/blank-page.ts";
import { type PageFacts, pageFactsOf } from "#packets/pages/page-facts.ts";
import type { ToldPart } from "#packets/parts-of.ts";
import { beforePart, reasonsOf } from "#packets/reasons.ts";
import { classOf, type SeenOf, splitStack } from "#packets/split-stack.ts";

/** `layoutId`: what was said of this layout told its template. */
export type KnownPart = ToldPart & { layoutId?: string };
export type SaidOn = { document: Document; said: ReadonlyMap<number, Said>; classes: readonly Class[]; seenOf: SeenOf };
type On = SaidOn & { pages: readonly PageFacts[] };

/** As sure as of a layout whose documents were reviewed. */
const KNOWN = 0.995;
const SET = "Its first page has the layout of pages that were set to this template by hand.";
const REFUSED = "Its first page has the layout of pages that were set to none of the templates by hand.";
const BEGINS = "Its first page has the layout of pages that a document was set to begin with.";
const GOES_ON = "It has pages of a layout that was set as a further page of such a document.";

/** Parts without a page of such a layout are as they were. */
export async function partsAsSaid(parts: readonly ToldPart[], asked: SaidOn): Promise<KnownPart[]> {
  if (asked.said.size === 0) return [...parts];
  const facts = new Map(pageFactsOf(asked.document).map((page) => [page.number, page]));
  const count = Math.max(asked.document.pageCount, largest(parts.flatMap(({ pages }) => pages)));
  const on: On = { ...asked, pages: Array.from({ length: count }, (_, i) => facts.get(i + 1) ?? blankPage(i + 1)) };
  const known: KnownPart[] = [];
  for (const part of parts) {
    for (const piece of await begun(part, on)) {
      const last = known.at(-1);
      if (last && goesOn(last, piece, on)) known[known.length - 1] = joined(last, piece);
      else known.push(await classed(piece, on));
    }
  }
  return known;
}

const factsOf = (numbers: readonly number[], { pages }: On): PageFacts[] =>
  numbers.flatMap((number) => {
    const page = pages[number - 1];
    return page ? [page] : [];
  });

/** The part, or several: one begins with each page of which that was said, unless the page says that it is a further one. */
async function begun(part: ToldPart, on: On): Promise<ToldPart[]> {
  const stretches: number[][] = [];
  for (const page of part.pages) {
    const last = stretches.at(-1);
    const isFurther = (on.pages[page - 1]?.numbering?.number ?? 1) > 1;
    if (!last || (on.said.get(page)?.begins && !isFurther)) stretches.push([page]);
    else last.push(page);
  }
  if (stretches.length < 2) return [part];
  // A part is as sure as its least sure place (packets/cut). Where that is inside of it, no more is known of its ends.
  const inside = await innerChance(part.pages, on);
  const ends = inside === null || part.cut < inside ? part.cut : 1;
  const pieces: ToldPart[] = [];
  for (const [i, pages] of stretches.entries()) {
    const isEnd = i === 0 || i === stretches.length - 1;
    const cut = Math.min((await innerChance(pages, on)) ?? part.cut, KNOWN, isEnd ? ends : 1);
    const piece = { pages, ...(await classOf(factsOf(pages, on), on.classes, on.seenOf)), cut };
    const before = i === 0 ? beforePart(on.pages, pages[0] ?? 1) : null;
    const reasons = reasonsOf(piece, factsOf(pages, on), before, on.classes);
    pieces.push({ ...piece, reasons: i === 0 ? reasons : [BEGINS, ...reasons] });
  }
  return pieces;
}

/** Probability that pages are one document; null where they look like several. */
async function innerChance(pages: readonly number[], on: On): Promise<number | null> {
  const [only, second] = await splitStack(factsOf(pages, on), []);
  return only && !second ? only.cut : null;
}

/** The template that was said, unless the page names another; of one that was refused it is the likeliest other. */
async function classed(part: ToldPart, on: On): Promise<KnownPart> {
  const first = part.pages.find((page) => !on.pages[page - 1]?.blank);
  const said = first === undefined ? undefined : on.said.get(first);
  if (said && namesAnother(part, said, on)) return part;
  if (said?.template != null) {
    const reasons = part.classId === said.template ? part.reasons : cutReasons(part, on);
    return { ...part, classId: said.template, class: KNOWN, reasons: [...reasons, SET], layoutId: said.layoutId };
  }
  // Templates that were refused are no rivals of the others.
  if (!said || said.notOf.length === 0 || (part.classId !== null && !said.notOf.includes(part.classId))) return part;
  const others = on.classes.filter(({ id }) => !said.notOf.includes(id));
  const other = await classOf(factsOf(part.pages, on), others, async (page) => {
    const seen = await on.seenOf(page);
    return on.classes.flatMap(({ id }, i) => (said.notOf.includes(id) ? [] : [seen[i] ?? { likeness: 0 }]));
  });
  const isNone = other.classId === null;
  return { ...part, ...other, class: isNone ? KNOWN : other.class, reasons: [...cutReasons(part, on), REFUSED], layoutId: said.layoutId };
}

/** The name of another template stands at its head, and did not stand on the page that this was said of. */
function namesAnother(part: ToldPart, said: Said, on: On): boolean {
  const first = factsOf(part.pages, on).find(({ blank }) => !blank);
  const isNamed = ({ id, name }: Class) => id !== said.template && said.unnamed.includes(id) && first?.headText.includes(` ${fold(name)} `);
  return on.classes.some((each) => isNamed(each) === true);
}

/** Without what spoke for its template. */
function cutReasons(part: ToldPart, on: On): string[] {
  const own = reasonsOf(part, factsOf(part.pages, on), null, on.classes);
  return part.reasons.filter((reason) => !own.includes(reason));
}

/** A page that was said to be a further one of the template that the part before has, in the same file. */
function goesOn(last: KnownPart, part: ToldPart, on: On): boolean {
  const [first] = part.pages;
  const said = first === undefined ? undefined : on.said.get(first);
  if (!said || said.begins || said.template === null || said.template !== last.classId) return false;
  const [before, after] = factsOf([last.pages.at(-1) ?? 0, first ?? 0], on);
  return before?.part === after?.part && after?.numbering?.number !== 1;
}

function joined(last: KnownPart, part: ToldPart): KnownPart {
  const reasons = last.reasons.includes(GOES_ON) ? last.reasons : [...last.reasons, GOES_ON];
  return { ...last, pages: [...last.pages, ...part.pages].toSorted((a, b) => a - b), cut: Math.min(last.cut, part.cut), reasons };
}

/** What speaks for a page going on an earlier document, though a page of another one stands before it: two documents whose pages alternate, or one that was slipped in. */
import { bestOf } from "#packets/classes/class-chances.ts";
import { CUT_FEATURES } from "#packets/cut/cut-features.ts";
import type { Places, Stretch } from "#packets/cut/cut-into.ts";
import { itemsGoOn } from "#packets/cut/goes-on.ts";
import type { PageFacts } from "#packets/pages/page-facts.ts";
import { likenessOf } from "#structure/layout/marks.ts";
import { largestOf, oddsOf } from "./odds.ts";
import { type Looked, NEAR, PLACE_FEATURES } from "./place-features.ts";

/** A stack after both looks at its places. `inView`: chances of the second look; `rows`: what it saw before each page but the first. */
export type PlacedStack = Looked & { all: readonly PageFacts[]; places: Places; inView: readonly number[]; rows: readonly Float32Array[] };

/** Of the features of a cut, once behind the earlier document's last page and once behind the page before. */
const PAIRED = [
  "goesOn",
  "sameOf",
  "numberRises",
  "beginsAnew",
  "laterPage",
  "width",
  "height",
  "otherSource",
  "bodySize",
  "words",
  "wordsBefore",
  "rareWords",
  "rareCodes",
  "codesBefore",
  "dates",
  "head",
  "foot",
  "layout",
  "layoutBefore",
  "headLayout",
  "headCodes",
  "labelsSameCode",
  "labelsOtherCode",
  "sameTitle",
  "titleOfFirst",
  "titlesKept",
  "kinds",
  "kindNamedAnew",
  "itemsGoOn",
  "endsOpen",
] as const;
/** Of the features of a cut, those of the page itself; and of those in view of the stack. */
const OF_PAGE = ["titleSize", "startsLow", "top", "wordCount", "kindNamed"] as const;
const IN_VIEW = ["class", "classNew", "classFirstLost", "likeFirst", "likeFurther", "titlesFirst", "titlesFurther"] as const;
const AT_PAIRED = PAIRED.map((name) => CUT_FEATURES.indexOf(name));
const AT_PAGE = OF_PAGE.map((name) => CUT_FEATURES.indexOf(name));
const AT_IN_VIEW = IN_VIEW.map((name) => PLACE_FEATURES.indexOf(name));

export const JOIN_FEATURES = [
  /** Log-odds of a cut: from the earlier document; from the page before, by both looks; from the next likeliest document. */
  "earlier",
  "here",
  "hereInView",
  "other",
  /** Of a cut behind the earlier document's last page; before the next page; from the page before, and from the earlier document, to the next page. */
  "left",
  "after",
  "beforeToNext",
  "earlierToNext",
  /** Written pages since the earlier document's last one, and documents begun since; pages of it and of the one before the page. */
  "away",
  "begunSince",
  "pagesOfEarlier",
  "pagesOfDirect",
  /** Each has pages of others inside; the page before was joined with an earlier document. */
  "earlierApart",
  "directApart",
  "beforeJoined",
  /** 1 where the last page says that it is the last, -1 where it says that it is not. */
  "earlierEnds",
  "directEnds",
  /** How alike the page is to the earlier document's first page; how much likelier its likeliest class is of it than of the earlier document's pages. */
  "likeFirstOfEarlier",
  "classNewEarlier",
  "classFirstOfEarlier",
  ...PAIRED.map((name) => `${name}Earlier` as const),
  ...PAIRED.map((name) => `${name}Here` as const),
  ...OF_PAGE,
  ...IN_VIEW,
] as const;

/** `cut`: the chance of a cut between the document and the page; `other`: of the next likeliest one. */
export type Candidate = { part: Stretch; cut: number; other: number };
/** All documents so far, and the one of the page before. */
export type Begun = { begun: readonly Stretch[]; direct: Stretch };

/** So many documents are looked at, those left last. */
const PARTS_MAX = 4;
/** Where both looks at the place say that the page goes on the one before it, no other document is looked for. */
const CUT_MIN = 0.05;
/** Of 194 pages that are as much alike and no next ones by their numbers, one goes on the document (2,000 stacks that trees learned from). */
const LIKENESS_MIN = 0.5;

/** The earlier document that the page is least likely cut from. */
export function candidateOf({ all, pages, places, inView }: PlacedStack, page: number, { begun, direct }: Begun): Candidate | null {
  const { first, written, chanceBetween } = places;
  if (Math.max(inView[page] ?? 1, first[page] ?? 1) < CUT_MIN) return null;
  const isParted = (from: number) => all.slice(written[from], written[page]).some(({ separates }) => separates);
  const [best, second] = begun
    .filter((part) => part !== direct && page - lastOf(part) <= NEAR)
    .sort((a, b) => lastOf(b) - lastOf(a))
    .slice(0, PARTS_MAX)
    .filter((part) => pages[lastOf(part)]?.part === pages[page]?.part && !isParted(lastOf(part)) && !beginsLike(pages, part, page))
    .map((part) => ({ part, cut: chanceBetween(lastOf(part), page, part.own) }))
    .sort((a, b) => a.cut - b.cut);
  return best ? { ...best, other: second?.cut ?? 1 } : null;
}

/** A page with the layout of a document's first page begins one of the same sender, unless its number, row or clause is the next one. */
function beginsLike(pages: readonly PageFacts[], part: Stretch, page: number): boolean {
  const [start, last, own] = [pages[part.own[0] ?? 0], pages[lastOf(part)], pages[page]];
  if (!start || !last || !own || likenessOf(start.marks, own.marks) < LIKENESS_MIN) return false;
  const isNext = last.numbering !== null && own.numbering?.number === last.numbering.number + 1;
  return !isNext && itemsGoOn(last, own) !== 1;
}

export function joinFeatures(stack: PlacedStack, page: number, { begun, direct }: Begun, { part, cut, other }: Candidate): Float32Array {
  const { pages, places, inView, rows } = stack;
  const { first, between } = places;
  const last = lastOf(part);
  const [earlier, here] = [between(last, page, part.own), between(page - 1, page, direct.own)];
  const toNext = (from: number, own: readonly number[]) =>
    page + 1 < pages.length ? oddsOf(places.chanceBetween(from, page + 1, own)) : NONE;
  return Float32Array.of(
    oddsOf(cut),
    oddsOf(first[page] ?? 1),
    oddsOf(inView[page] ?? 1),
    oddsOf(other),
    oddsOf(first[last + 1] ?? 1),
    page + 1 < pages.length ? oddsOf(first[page + 1] ?? 1) : NONE,
    toNext(page - 1, direct.own),
    toNext(last, part.own),
    page - last - 1,
    begun.filter(({ own }) => (own[0] ?? 0) > last).length,
    Math.log(part.own.length),
    Math.log(direct.own.length),
    Number(part.joined.size > 0),
    Number(direct.joined.size > 0),
    Number(direct.joined.has(page - 1)),
    endsBy(pages[last]),
    endsBy(pages[page - 1]),
    ...likeEarlier(stack, page, part),
    ...AT_PAIRED.map((k) => earlier[k] ?? 0),
    ...AT_PAIRED.map((k) => here[k] ?? 0),
    ...AT_PAGE.map((k) => here[k] ?? 0),
    ...AT_IN_VIEW.map((k) => rows[page - 1]?.[k] ?? 0),
  );
}

/** Instead of log-odds where there is no next page. */
const NONE = 8;
const lastOf = ({ own }: Stretch): number => own.at(-1) ?? 0;

function endsBy(page: PageFacts | undefined): number {
  const numbering = page?.numbering;
  if (numbering?.of == null) return 0;
  return numbering.of === numbering.number ? 1 : -1;
}

function likeEarlier({ pages, classes }: PlacedStack, page: number, { own: [start = 0, ...further] }: Stretch): [number, number, number] {
  const like = likenessOf(pages[start]?.marks ?? [], pages[page]?.marks ?? []);
  const mine = classes[page] ?? [];
  if (mine.length === 0) return [like, 0, -1];
  const best = bestOf(mine);
  const before = largestOf([start, ...further], (i) => classes[i]?.[best] ?? 0);
  const starts = classes[start] ?? [];
  return [like, (mine[best] ?? 0) - before, starts[bestOf(starts)] ?? -1];
}

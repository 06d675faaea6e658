/** What speaks for and against a cut between two pages that follow each other. */
import type { PageFacts } from "#packets/pages/page-facts.ts";
import { likenessOf } from "#structure/layout/marks.ts";
import { formsShared, itemsGoOn, kindsAlike, kindsNamed } from "./goes-on.ts";
import { countShared, most, sharedOf } from "./shared.ts";
import { cosine, rareShared, type Weights, weightsOf } from "./weights.ts";

export const CUT_FEATURES = [
  /** Numbers of the pages: the second goes on from the first, begins anew, the first was the last, neither fits. */
  "goesOn",
  "sameOf",
  "beginsAnew",
  "wasLast",
  "numberBreaks",
  "numberRises",
  "numberLost",
  "numberFrom",
  "laterPage",
  "onlyPage",
  /** Paper and type. */
  "width",
  "height",
  "otherSource",
  "bodySize",
  "blankBetween",
  /** Words in common, weighed by how few pages of the stack have them; of the page before, of any of the four before, of the next pair. */
  "words",
  "wordsBefore",
  "wordsAfter",
  "wordsLead",
  "rareWords",
  /** Numbers and sites in common, and those that few pages have. */
  "codes",
  "rareCodes",
  "codesCount",
  "codesBefore",
  "dates",
  "head",
  "foot",
  "layout",
  "headLayout",
  "layoutBefore",
  /** Labels that both have, with the same and with other values. */
  "labelsSame",
  "labelsOther",
  "labelsSameCode",
  "labelsOtherCode",
  "headCodes",
  /** Titles. */
  "titleSize",
  "titleSizeBefore",
  "titleRises",
  "sameTitle",
  "titleOfFirst",
  /** Sentences and filling. */
  "startsLow",
  "endsOpen",
  "top",
  "bottom",
  "wordCount",
  "wordCountBefore",
  "language",
  /** Kinds of documents: how alike by their words; a kind that the second page names; one that none of the pages before names. */
  "kinds",
  "kindNamed",
  "kindNamedAnew",
  /** Numbers of forms: 1 where both name one, -1 where they only name different ones. */
  "forms",
  "formsBefore",
  /** Titles of the second page that a page before has, and their share. */
  "titlesKept",
  /** 1 where the second page's first clause or row follows the last one before, -1 where it begins anew. */
  "itemsGoOn",
] as const;

/** The written pages of a stack, in its order, and the features of a cut between any two of them. */
export type CutPlaces = {
  /** Places in the stack. */
  written: readonly number[];
  /** `before` and `after`: indexes in `written`. Of the pages up to `before` those in `among` are of its document; all if left out. */
  between(before: number, after: number, among?: readonly number[]): Float32Array;
};

/** Part of a number of a document, an account, a person. */
const FIGURES = /\d{3}/;
const LOOK_BACK = 4;
export function cutPlaces(all: readonly PageFacts[]): CutPlaces {
  const pages = withKnownNumbers(all);
  const written = pages.flatMap((page, i) => (page.blank ? [] : [i]));
  const weights = weightsOf(written.flatMap((i) => pages[i] ?? []));
  const at = (i: number) => pages[written[i] ?? -1] ?? null;
  const between = (before: number, after: number, among?: readonly number[]) => {
    const own = among ?? Array.from({ length: LOOK_BACK }, (_, i) => before - LOOK_BACK + 1 + i);
    const back = own.slice(-LOOK_BACK).flatMap((i) => at(i) ?? []);
    const [a, b, next] = [at(before), at(after), at(after + 1)];
    if (!a || !b) throw new Error("written pages are pages");
    const gap = after === before + 1 ? (written[after] ?? 0) - (written[before] ?? 0) - 1 : 0;
    return featuresOf({ a, b, next, back, gap }, weights);
  };
  return { written, between };
}

/** A number alone at the edge of a page is the page's only where a neighbour has the one before or behind it. */
function withKnownNumbers(all: readonly PageFacts[]): PageFacts[] {
  const pages = all.filter(({ blank }) => !blank);
  const known = new Set(
    pages.filter(({ numbering }, i) => {
      const beside = [pages[i - 1]?.numbering, pages[i + 1]?.numbering];
      return numbering?.named || beside.some((other, k) => other && other.number === (numbering?.number ?? 0) + (k === 0 ? -1 : 1));
    }),
  );
  return all.map((page) => (page.numbering === null || known.has(page) ? page : { ...page, numbering: null }));
}

type Pair = { a: PageFacts; b: PageFacts; next: PageFacts | null; back: readonly PageFacts[]; gap: number };

function featuresOf({ a, b, next, back, gap }: Pair, weights: Weights): Float32Array {
  const words = cosine(a, b, weights);
  const after = next ? cosine(b, next, weights) : 0;
  const labels = labelsOf(a, b);
  const [first = a] = back;
  return Float32Array.of(
    ...numberFeatures(a, b),
    Math.abs(Math.log(b.width / a.width)),
    Math.abs(Math.log(b.height / a.height)),
    Number(a.source !== b.source),
    a.bodySize > 0 && b.bodySize > 0 ? Math.abs(Math.log(b.bodySize / a.bodySize)) : 1,
    gap,
    words,
    most(back, (page) => cosine(page, b, weights)),
    after,
    words - after,
    rareShared(a.words.keys(), b.words, weights.word),
    sharedOf(a.codes, b.codes),
    rareShared(a.codes, b.codes, weights.code),
    Math.log1p(countShared(a.codes, b.codes)),
    most(back, (page) => rareShared(page.codes, b.codes, weights.code)),
    sharedOf(a.dates, b.dates),
    sharedOf(a.head, b.head),
    sharedOf(a.foot, b.foot),
    likenessOf(a.marks, b.marks),
    likenessOf(a.headMarks, b.headMarks),
    most(back, (page) => likenessOf(page.marks, b.marks)),
    labels.same,
    labels.other,
    labels.sameCode,
    labels.otherCode,
    countShared(a.headCodes, b.headCodes),
    b.titleSize,
    a.titleSize,
    b.titleSize * b.bodySize - a.titleSize * a.bodySize,
    Number(a.title !== "" && a.title === b.title),
    Number(first.title !== "" && first.title === b.title),
    Number(b.startsLow),
    Number(a.endsOpen),
    b.top,
    a.bottom,
    Math.log1p(b.wordCount),
    Math.log1p(a.wordCount),
    scriptDiffers(a, b),
    kindsAlike(a, b),
    ...kindsNamed(back, b),
    formsShared(a.forms, b.forms),
    formsShared(new Set(back.flatMap(({ forms }) => [...forms])), b.forms),
    sharedOf(new Set(back.flatMap(({ titles }) => titles)), new Set(b.titles)),
    itemsGoOn(a, b),
  );
}

function numberFeatures({ numbering: a }: PageFacts, { numbering: b }: PageFacts): number[] {
  const rises = a !== null && b !== null && b.number > a.number;
  // A page may be missing: "3 of 6" goes on from "1 of 6".
  const follows = rises && (b.number === a.number + 1 || (b.of !== null && b.of === a.of));
  return [
    follows ? 1 + Number(a.named && b.named) : 0,
    a?.of != null && b?.of != null ? (a.of === b.of ? 1 : -1) : 0,
    b?.number === 1 ? 1 + Number(b.named) : 0,
    a?.of != null && a.number === a.of ? 1 : 0,
    a !== null && b !== null && !follows ? 1 + Number(a.named && b.named) : 0,
    a !== null && b !== null ? Math.max(-3, Math.min(3, b.number - a.number)) : -4,
    Number(a !== null && b === null),
    Number(a === null && b !== null),
    b !== null && b.number > 1 ? 1 + Number(b.named) : 0,
    b?.of === 1 ? 1 : 0,
  ];
}

function labelsOf({ labels: a }: PageFacts, { labels: b }: PageFacts) {
  let [same, other, sameCode, otherCode] = [0, 0, 0, 0];
  for (const [label, value] of a) {
    const second = b.get(label);
    if (second === undefined) continue;
    const isCode = FIGURES.test(value) && FIGURES.test(second);
    if (second === value) {
      same += 1;
      sameCode += Number(isCode);
    } else {
      other += 1;
      otherCode += Number(isCode);
    }
  }
  return { same, other, sameCode, otherCode };
}

/** How little of the commonest words both share: pages of two languages have none in common. */
function scriptDiffers(a: PageFacts, b: PageFacts): number {
  const common = (page: PageFacts) =>
    new Set(
      [...page.words]
        .sort((one, two) => two[1] - one[1])
        .slice(0, 15)
        .map(([word]) => word),
    );
  return 1 - Math.max(0, sharedOf(common(a), common(b)));
}

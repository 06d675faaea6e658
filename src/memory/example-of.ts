/** What a reviewed document teaches of its layout: where the values stood that a person confirmed, and which were refused. */
import type { Box } from "#documents/document.ts";
import { centreInside } from "#documents/layout/assemble.ts";
import { assign, type Ranked } from "#engines/local/assign.ts";
import { propose } from "#engines/local/candidates/propose.ts";
import { findingOf, needsModel, pageOf } from "#engines/local/engine.ts";
import { type Leaf, wantedBy } from "#engines/local/leaves.ts";
import type { Value } from "#engines/local/page/values-in.ts";
import { shapesFor } from "#engines/local/pairs/field-shapes.ts";
import type { Span } from "#engines/local/pairs/span.ts";
import { spansOf } from "#engines/local/pairs/spans.ts";
import { rankedOf } from "#engines/local/rank/rank.ts";
import { RANKING, type Ranking } from "#engines/local/rank/trees.ts";
import { placeOf } from "#engines/local/recall/places.ts";
import { withSums } from "#engines/local/sums.ts";
import type { Example, FieldExample, Place, TableExample } from "#engines/remembered.ts";
import { asAsked } from "#engines/values/asked-form.ts";
import { localeOf } from "#engines/values/locale.ts";
import { readLeaf } from "#results/read-leaf.ts";
import { hashOf, type Mark, marksOf } from "#structure/layout/marks.ts";
import { type Sheet, sheetsOf } from "#structure/sheet.ts";
import type { On, Pointed, Reviewed } from "./reviewed.ts";
import { type TableLesson, tableLesson } from "./table-lesson.ts";

/** `marks`: of the first page, by which a layout is known again. */
export type MarkedExample = { marks: Mark[]; example: Example };

/** A value that is printed several times is remembered at so many places, and looked for on so many pages. */
const PLACES_MAX = 2;
const PAGES_MAX = 10;

/** `ranking`: another one than the shipped one tells which wrong values would have been given. */
export function markedExampleOf(reviewed: Reviewed, ranking: Ranking = RANKING): MarkedExample {
  const { document, schema } = reviewed;
  const sheets = sheetsOf(document);
  const locale = localeOf(document);
  const wanted = wantedBy(asAsked(schema));
  const leaves = wanted.leaves.filter((leaf) => !needsModel(leaf) && leaf.field.type !== "signature");
  const view = pageOf(sheets, leaves, locale);
  const proposals = withSums(new Map(leaves.map((leaf) => [leaf, propose(leaf, view)] as const)), locale);
  const ranked = rankedOf(proposals, view.claims, ranking);
  const chosen = assign(ranked, ranking.least);
  const on: On = { ...reviewed, sheets, locale };
  const found = leaves.map((leaf) => {
    const answer = chosen.get(leaf)?.candidate;
    const right = isAbsent(leaf, reviewed) ? [] : rightSpans(leaf, ranked.get(leaf) ?? [], on);
    return { leaf, right, wrong: answer && !isRight(leaf, answer.value, on) ? [spanOf(answer.value)] : [] };
  });
  const tables = wanted.tables.flatMap((list) => {
    const lesson = tableLesson(list, on);
    return lesson ? [{ path: list.path, ...lesson }] : [];
  });
  const values = [
    ...found.flatMap(({ right }) => right.map(({ cell, box }) => ({ page: cell.page, box }))),
    ...tables.flatMap(({ cells }) => cells),
  ];
  const boxesOn = (on: number) => values.filter(({ page }) => page === on).map(({ box }) => box);
  const placesOf = (spans: readonly Span[]) => spans.flatMap((span) => placeOn(span, sheets, boxesOn(span.cell.page)) ?? []);
  const fields = found.flatMap(({ leaf, right, wrong }): [string, FieldExample][] => {
    const absent = isAbsent(leaf, reviewed);
    // A value that is confirmed and stands nowhere on the pages teaches nothing.
    return absent || right.length > 0 ? [[leaf.path, { absent, places: placesOf(right), refused: placesOf(wrong) }]] : [];
  });
  const marks = marksOf(sheets, boxesOn(sheets[0]?.page.number ?? 1));
  const answers = new Set(found.flatMap(({ right }) => right.flatMap(({ raw }) => raw.split(" ").map(hashOf))));
  const lessons = tables.map(({ path, ...lesson }) => [path, tableExample(lesson, answers)] as const);
  return { marks, example: { fields: Object.fromEntries(fields), tables: Object.fromEntries(lessons) } };
}

/** `answers`: the words of the values of single fields, which are left out of lines that are no rows. */
const tableExample = ({ columns, others }: TableLesson, answers: ReadonlySet<number>): TableExample => ({
  columns,
  others: others
    .map(({ words, ends }) => ({ words: words.filter((word) => !answers.has(word)), ends }))
    .filter(({ words }) => words.length > 0),
});

const isAbsent = ({ path }: Leaf, { truthOf }: Reviewed): boolean => [null, undefined, ""].includes(truthOf(path) as string);

/** The places of the confirmed value: where the person pointed, else the likeliest, else any. */
function rightSpans(leaf: Leaf, ranked: readonly Ranked[], on: On): Span[] {
  const pointed = on.pointed?.get(leaf.path);
  // Of readings that come to the same, such as an address with the line below it, the one that is as long as the value.
  const length = String(on.truthOf(leaf.path)).length;
  const off = ({ raw }: Value) => Math.abs(raw.length - length);
  const likely = ranked.toSorted((a, b) => off(a.value) - off(b.value) || b.chance - a.chance).map(({ value }) => spanOf(value));
  const known = likely.filter((span) => isRight(leaf, span, on) && isAt(span, pointed));
  if (known.length > 0) return known.slice(0, PLACES_MAX);
  const any: Span[] = [];
  for (const sheet of on.sheets.slice(0, PAGES_MAX)) {
    for (const cell of sheet.cells) {
      for (const shape of shapesFor(leaf)) {
        any.push(
          ...spansOf(cell, shape, { sheet, isLabelled: () => true, years: null }).filter(
            (span) => isAt(span, pointed) && isRight(leaf, span, on),
          ),
        );
        if (any.length >= PLACES_MAX) return any.slice(0, PLACES_MAX);
      }
    }
  }
  return any;
}

const spanOf = (value: Value): Span => ("shape" in value ? (value as Span) : { ...value, shape: "words", lines: 1 });

const isAt = ({ cell, box }: Span, pointed: Pointed | undefined): boolean =>
  !pointed || (cell.page === pointed.page && (centreInside(box, pointed.box) || centreInside(pointed.box, box)));

function isRight(leaf: Leaf, value: Value, on: On): boolean {
  const finding = findingOf(leaf, { candidate: { leaf, value, label: null, features: {}, score: 0 }, margin: 1 });
  const { result } = readLeaf(leaf.field, leaf.path, finding, on.document, on.locale);
  return result.value !== null && !isAbsent(leaf, on) && on.isSame(leaf.field, on.truthOf(leaf.path) ?? null, result.value);
}

function placeOn(span: Span, sheets: readonly Sheet[], values: readonly Box[]): Place | null {
  const sheet = sheets.find(({ page }) => page.number === span.cell.page);
  return sheet ? placeOf(span, sheet, values, sheets.length) : null;
}

/** The pages of a document and the fields that are asked of it, with all that is computed once. */
import { memo, once } from "#contract/memo.ts";
import type { Word } from "#documents/document.ts";
import { wordsNotTicked } from "#engines/local/candidates/marked.ts";
import { printedOptions } from "#engines/local/candidates/printed-options.ts";
import type { Leaf } from "#engines/local/leaves.ts";
import { type LikeWord, likeWords } from "#engines/local/match/words.ts";
import type { Claims } from "#engines/local/page/claims.ts";
import { type YearSigns, yearSignsOf } from "#engines/values/yearless.ts";
import { type PlacesOn, placesOn } from "#structure/labels/surroundings.ts";
import { valueTypesOf } from "#structure/labels/types-of-values.ts";
import type { Cell, Sheet } from "#structure/sheet.ts";
import { type Addresses, addressesOn } from "./address-parts.ts";
import { type Asker, askerOf } from "./asker.ts";
import { isBare } from "./distinct.ts";
import { shapesFor } from "./field-shapes.ts";
import { type FullNames, fullNamesOn } from "./full-names.ts";
import { type Labelled, labelledOn } from "./labelled.ts";
import { numberedOn } from "./licence-numbers.ts";
import { type NamesOther, namesField, namesOther } from "./rivals.ts";
import { type Shaped, shapedOn } from "./shaped.ts";
import { type Sight, sightOf } from "./sights.ts";
import { signersOn } from "./signers.ts";
import type { Shape, Span } from "./span.ts";
import { spansOf } from "./spans.ts";
import { type TextIndex, textIndexOf } from "./text-index.ts";
import { type Texts, textsOf } from "./texts.ts";
import { type Unlabelled, unlabelledOn } from "./unlabelled.ts";

export type Page = {
  index: number;
  places: PlacesOn;
  sight: (span: Span) => Sight;
  spans: (shape: Shape) => (cell: Cell) => readonly Span[];
  unlabelled: Unlabelled;
  addresses: Addresses;
  labelled: Labelled;
  fullNames: FullNames;
  /** Names at the foot of the page. */
  signers: () => readonly Span[];
  /** Of a driving licence, by their numbers. */
  entries: () => ReadonlyMap<string, Span>;
  /** Of the options of a question that are printed beside its answer. */
  notTicked: ReadonlySet<Word>;
  /** How much a word's type is that of the page's values, -1..1. */
  valueType: (word: Word | undefined) => number;
};
export type Paired = {
  pages: readonly Page[];
  askers: readonly Asker[];
  namesOther: NamesOther;
  namesField: (text: string) => number;
  textOf: Texts;
  texts: TextIndex;
  byNumber: ReadonlyMap<number, Page>;
  claims: Claims;
  likeWord: LikeWord;
  shaped: Shaped;
  /** The spans of a cell that have one of the field's shapes, without bare numbers: the same ones for all fields of a kind. */
  spansAs(asker: Asker): (cell: Cell, page: Page) => readonly Span[];
};

export function pairedPages(claims: Claims, leaves: readonly Leaf[]): Paired {
  const sheets = claims.labels.map(({ sheet }) => sheet);
  const likeWord = likeWords();
  const textOf = textsOf(likeWord);
  const years = yearSignsOf(sheets.flatMap(({ lines }) => lines.map((line) => line.map(({ text }) => text).join(" "))).join("\n"));
  const pages = sheets.map((sheet, index) => pageOf(sheet, index, { textOf, years }));
  const askers = leaves.map((leaf) => ({ ...askerOf(leaf, likeWord), isPrinted: printedOptions(leaf, sheets) }));
  return {
    pages,
    askers,
    namesOther: namesOther(askers),
    namesField: namesField(askers, textOf),
    textOf,
    texts: textIndexOf(
      pages.map(({ places }) => places),
      likeWord,
      textOf,
    ),
    byNumber: new Map(pages.map((page) => [page.places.sheet.page.number, page])),
    claims,
    likeWord,
    shaped: shapedOn(pages),
    spansAs: spansOfCells(),
  };
}

function spansOfCells(): Paired["spansAs"] {
  const known = new Map<string, Map<Cell, readonly Span[]>>();
  return (asker) => {
    const shapes = shapesFor(asker.leaf);
    const key = [asker.leaf.kind, ...shapes].join(" ");
    const kept = known.get(key) ?? new Map<Cell, readonly Span[]>();
    known.set(key, kept);
    return (cell, page) => {
      const found = kept.get(cell);
      if (found) return found;
      const all = shapes.flatMap((shape) => page.spans(shape)(cell));
      const spans = all.filter((span) => !isBare(span, all, asker));
      kept.set(cell, spans);
      return spans;
    };
  };
}

function pageOf(sheet: Sheet, index: number, { textOf, years }: { textOf: Texts; years: YearSigns }): Page {
  const places = placesOn(sheet);
  const sight = memo(({ cell, from, to, box }: Span) => sightOf(places.around(cell, from, to, box), textOf));
  const labelled = labelledOn(sheet);
  const asked = { sheet, isLabelled: labelled.isLabelled, years, next: places.prose.next };
  const spans = memo((shape: Shape) => memo((cell: Cell): readonly Span[] => spansOf(cell, shape, asked)));
  const fullNames = fullNamesOn(places, labelled.all);
  return {
    index,
    places,
    sight,
    spans,
    unlabelled: unlabelledOn(sheet),
    addresses: addressesOn(sheet),
    labelled,
    fullNames,
    signers: signersOn(sheet),
    entries: once(() => numberedOn(sheet)),
    notTicked: wordsNotTicked(sheet.page),
    valueType: valueTypesOf(sheet),
  };
}

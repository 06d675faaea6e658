/** The spans of a document that may answer each field, by the texts around them, whatever is asked. */
import { memo } from "#contract/memo.ts";
import { largest } from "#documents/long-lists.ts";
import type { Leaf } from "#engines/local/leaves.ts";
import { type Likeness, UNLIKE } from "#engines/local/match/likeness.ts";
import { claimKey } from "#engines/local/page/claims.ts";
import { optionFor } from "#engines/values/options.ts";
import { isMentioned } from "#structure/labels/numbering.ts";
import { PLACES, type Place } from "#structure/labels/surroundings.ts";
import type { Cell } from "#structure/sheet.ts";
import type { Asker } from "./asker.ts";
import { isCounted, isOtherMeasure } from "./counted.ts";
import { shapesFor } from "./field-shapes.ts";
import { asksFullName } from "./full-names.ts";
import { givenSpans } from "./given-spans.ts";
import { isLabelTail } from "./label-tails.ts";
import type { Whereabouts } from "./own-signs.ts";
import { featuresOf, quickScore, type Rivals, type Seen, type Structured, strength } from "./pair-features.ts";
import type { Page, Paired } from "./paired-pages.ts";
import { rangePlace } from "./ranges.ts";
import { bestLabel, knownWords, type Label, meaningOf, missingFrom, NO_LABEL, otherField } from "./rivals.ts";
import { isTornAddress, type Span } from "./spans.ts";
import { nameStart } from "./unlabelled.ts";

/** `place`: where the best label stands. */
export type Pair = { span: Span; features: Float32Array; place: Place | null };

const KEPT_MAX = 30;
const QUICK_MIN = 0.12;
const CELL_PARTS_MAX = 4;

/** For every leaf its most likely spans, with features. `more`: spans that are kept in any case. */
export function pairsOf(on: Paired, more: ReadonlyMap<Leaf, readonly Span[]>): Map<Leaf, Pair[]> {
  return new Map(on.askers.map((asker) => [asker.leaf, pairsFor(asker, on, more.get(asker.leaf) ?? [])] as const));
}

type Found = { seen: Seen; page: Page; quick: number };

function pairsFor(asker: Asker, on: Paired, more: readonly Span[]): Pair[] {
  const found = on.texts.cellsFor(asker.called).flatMap((cell) => {
    const page = on.byNumber.get(cell.page);
    if (!page) return [];
    return shapesFor(asker.leaf).flatMap((shape) =>
      page
        .spans(cell)(shape)
        .flatMap((span) => (mayAnswer(asker, span) && !isNoValue(span, page, asker) ? [foundAt(asker, span, page)] : [])),
    );
  });
  const named = found.filter(({ quick, seen }) => quick > QUICK_MIN && !isLabelTail(asker, seen)).sort(byQuick);
  const likely = foremost(distinct(named, asker));
  const given = [...more, ...givenSpans(asker, on)].flatMap((span) => {
    const page = on.byNumber.get(span.cell.page);
    return page && !isNoValue(span, page, asker) ? [foundAt(asker, span, page)] : [];
  });
  // Of the same words those that the page's structure gave know whether they go on below.
  const kept = distinct([...likely, ...given], asker).sort(byQuick);
  const times = Map.groupBy(kept, ({ seen }) => seen.span.raw);
  const labels = kept.map(({ seen }) => bestLabel(seen));
  const nextBest = nextBestOf(kept, labels);
  const top = Math.max(0, largest(labels.map(({ score }) => score)));
  const known = knownWords(asker, on.texts);
  const placesBefore = otherStarts();
  const placesBeforeOf = memo((_label: string) => otherStarts());
  return kept.map(({ seen, page }, i) => {
    const own = labels[i] ?? NO_LABEL;
    const start = claimKey(seen.span);
    const rivals: Rivals = {
      nextBest: nextBest(seen.span.raw),
      ofField: top === 0 ? 0 : own.score / top,
      ofPlace: own.id === "" ? 0 : placesBeforeOf(`${own.place}:${own.id}`)(start) / 5,
      otherField: otherField(own, asker, on.namesOther),
      namesField: on.namesField(seen.span.raw),
      order: placesBefore(start) / KEPT_MAX,
      ...known,
      labelMissing: missingFrom(asker, own, on.likeWord),
      ...meaningOf(own, seen.span, asker, on.claims),
      ...structured(asker, seen.span, own.cell, page),
      times: Math.min(3, (times.get(seen.span.raw)?.length ?? 1) - 1) / 3,
    };
    return {
      span: seen.span,
      place: own.place,
      features: featuresOf(seen, asker, rivals, whereabouts(asker, seen.span, own.cell, page, on)),
    };
  });
}

const byQuick = (a: Found, b: Found): number => b.quick - a.quick;

/** The first ones, of each cell not too many parts beside the whole, so that one cell's do not take the places of all others. */
function foremost(found: readonly Found[]): Found[] {
  const parts = new Map<Cell, number>();
  const few = found.filter(({ seen: { span } }) => {
    if (span.from === 0 && span.to === span.cell.words.length) return true;
    const count = (parts.get(span.cell) ?? 0) + 1;
    parts.set(span.cell, count);
    return count <= CELL_PARTS_MAX;
  });
  return few.slice(0, KEPT_MAX);
}

/** How well the label that the span has by layout alone names the field, and whether the label that it is given for has another value. */
function structured({ like }: Asker, span: Span, label: Cell | null, { labelled }: Page): Structured {
  const own = labelled.labelOf(span);
  return {
    ownLabel: own ? strength(like(own.text.id, own.text.units)) : -1,
    ownBegins: own?.begins ? 1 : 0,
    ownShare: own ? own.share : -1,
    ownLine: own ? own.ofLine : -1,
    labelsOther: label !== null && labelled.labelsOther(label, span) ? 1 : 0,
    isLabel: labelled.isLabel(span) ? 1 : 0,
  };
}

/** Takes where candidates begin, the likeliest first; gives the number of other places where earlier ones begin. */
function otherStarts(): (start: string) => number {
  const known = new Set<string>();
  return (start) => {
    const others = known.size - (known.has(start) ? 1 : 0);
    known.add(start);
    return others;
  };
}

/** The best score of a label of other words. */
function nextBestOf(kept: readonly Found[], labels: readonly Label[]): (raw: string) => number {
  const best = new Map<string, number>();
  kept.forEach(({ seen: { span } }, i) => {
    best.set(span.raw, Math.max(best.get(span.raw) ?? 0, labels[i]?.score ?? 0));
  });
  const order = [...best].sort(([, a], [, b]) => b - a);
  return (raw) => order.find(([other]) => other !== raw)?.[1] ?? 0;
}

/** Words that match none of a field's options do not answer it, nor do options that are printed in a row to be ticked. */
const mayAnswer = ({ leaf, isPrinted }: Asker, span: Span): boolean =>
  leaf.field.enum === undefined || (span.lines === 1 && optionFor(span.raw, leaf.field.enum) !== null && !isPrinted(span));

const HAS_TEXT = /[\p{L}\p{N}\p{Sc}]/u;

/**
 * Signs alone, a number of the form, a further line of a label, a number that counts where a sum is asked, a line of an address as a name, or a
 * part of one where a whole one is asked.
 */
const isNoValue = (span: Span, page: Page, { leaf, words, asksName, asksMeasure, part }: Asker): boolean =>
  (leaf.kind !== "mark" && !HAS_TEXT.test(span.raw)) ||
  isNumbering(span, page, leaf) ||
  page.labelled.goesOnLabel(span.cell) ||
  isNotTicked(span, page) ||
  isPartOfPhone(span, page, leaf) ||
  (COUNTED.has(leaf.kind) &&
    (isCounted(span.cell, page.places, leaf.kind, words) || (asksMeasure && isOtherMeasure(span, leaf.field.name)))) ||
  (asksName && span.from === 0 && page.addresses.isLine(span.cell)) ||
  (leaf.kind === "address" && part === null && isTorn(span, page));

const isNotTicked = ({ cell, from, to }: Span, { notTicked }: Page): boolean =>
  notTicked.size > 0 && cell.words.slice(from, to).some((word) => notTicked.has(word));

const isTorn = (span: Span, { spans, addresses }: Page): boolean =>
  isTornAddress(span, spans(span.cell)("block")) || addresses.goesOn(span.cell);

/** "333-9750" of "(209) 333-9750". */
const isPartOfPhone = ({ from, to, cell }: Span, page: Page, { kind }: Leaf): boolean =>
  kind === "phone" &&
  page
    .spans(cell)("phone")
    .some((whole) => whole.from <= from && to <= whole.to && to - from < whole.to - whole.from);

const COUNTED: ReadonlySet<Leaf["kind"]> = new Set(["amount", "number", "percent"]);

/** The number of a form's line is no value, and no amount where a sentence speaks of it. */
const isNumbering = ({ cell, from, to }: Span, { places }: Page, { kind }: Leaf): boolean =>
  to === from + 1 && ((from === 0 && places.numbering.has(cell)) || (COUNTED.has(kind) && isMentioned(cell, from)));

function foundAt(asker: Asker, span: Span, page: Page): Found {
  const seen = seenBy(asker, span, page);
  return { seen, page, quick: quickScore(seen) };
}

function whereabouts(
  { leaf }: Asker,
  span: Span,
  label: Cell | null,
  { index, places, unlabelled, addresses, fullNames, valueType }: Page,
  { pages, shaped }: Paired,
): Whereabouts {
  const { cell, from } = span;
  const { width, height } = places.sheet.page;
  const type = valueType(cell.words[from]);
  return {
    width,
    height,
    usual: places.usual,
    page: index,
    pages: pages.length,
    lineCells: places.sheet.lines[cell.line]?.length ?? 1,
    isHeading: places.isHeading(cell),
    number: places.numberOf(cell) ?? (label && places.numberOf(label)),
    letterhead: index === 0 ? headOrder(span, unlabelled, addresses) : 0,
    addressee: from <= nameStart(cell) ? unlabelled.addressee(cell) : 0,
    range: rangePlace(span, places.sheet),
    ofShape: shaped.shareOf(span),
    fullName: asksFullName(leaf) ? fullNames.partOf(span) : 0,
    linesAbove: places.linesAbove(cell),
    valueType: type,
    overLabelType: label ? type - valueType(label.words[0]) : 0,
  };
}

/** The place of a name in the letter head, or of a part of an address among the page's addresses. */
function headOrder({ cell, from, shape }: Span, { letterhead }: Page["unlabelled"], addresses: Page["addresses"]): number {
  if (shape === "place") return addresses.order(cell);
  return from <= nameStart(cell) ? letterhead(cell) : 0;
}

function seenBy(asker: Asker, span: Span, page: Page): Seen {
  const around = page.around(span);
  const likes: Seen["likes"] = {};
  for (const place of PLACES) {
    const text = around[place];
    if (!text) continue;
    let best = text.units.length === 0 ? UNLIKE : asker.like(text.id, text.units);
    if (text.parts) for (const { id, units } of text.parts) best = better(best, asker.like(id, units));
    likes[place] = best;
  }
  return { span, around, likes };
}

const better = (a: Likeness, b: Likeness): Likeness => (strength(b) > strength(a) ? b : a);

/** One of the spans of the same words at the same place, of those of a number the one with its currency: "$1,222.00", not "1,222.00". */
function distinct<T extends { seen: Seen }>(found: readonly T[], { leaf: { kind } }: Asker): T[] {
  const known = new Map<Cell, Map<string, T>>();
  for (const each of found) {
    const { span } = each.seen;
    const here = known.get(span.cell) ?? new Map<string, T>();
    known.set(span.cell, here);
    const key = COUNTED.has(kind) ? `${span.from}:${span.to}:${span.raw.replace(/\D/g, "")}` : `${span.from}:${span.raw}`;
    const other = here.get(key);
    if (other === undefined || (hasCurrency(span) && !hasCurrency(other.seen.span))) here.set(key, each);
  }
  const first = new Set([...known.values()].flatMap((here) => [...here.values()]));
  return found.filter((each) => first.has(each));
}

const hasCurrency = ({ raw }: Span): boolean => /\p{Sc}|\p{L}/u.test(raw);

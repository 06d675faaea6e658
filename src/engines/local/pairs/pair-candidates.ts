/** The spans of a document that may answer each field, by the texts around them, whatever is asked. */
import { memo } from "#contract/memo.ts";
import { largest } from "#documents/long-lists.ts";
import type { Leaf } from "#engines/local/leaves.ts";
import { claimKey } from "#engines/local/page/claims.ts";
import { wordsAs } from "#structure/labels/label-texts.ts";
import type { Place } from "#structure/labels/surroundings.ts";
import type { Cell } from "#structure/sheet.ts";
import type { Asker } from "./asker.ts";
import { distinct, firstOfEach, isOneOf } from "./distinct.ts";
import { givenSpans, roleSpans } from "./given-spans.ts";
import { isLabelTail } from "./label-tails.ts";
import { titledPart } from "./name-parts.ts";
import { isNoValue, mayAnswer } from "./no-value.ts";
import type { Whereabouts } from "./own-signs.ts";
import { featuresOf, type Rivals, type Structured } from "./pair-features.ts";
import type { Page, Paired } from "./paired-pages.ts";
import { proseSpans } from "./prose-spans.ts";
import { rangePlace } from "./ranges.ts";
import { bestLabel, knownWords, type Label, meaningOf, missingFrom, otherField } from "./rivals.ts";
import { quickScore, type Seen, type Sight, seenBy } from "./sights.ts";
import type { Span } from "./span.ts";
import { nameStart } from "./unlabelled.ts";

/** `place`: where the best label stands. */
export type Pair = { span: Span; features: Float32Array; place: Place | null };

/** Beyond `least` spans those are left out whose texts name the field less than `share` as well as the best one's. */
const KEPT = { least: 10, most: 40, share: 0.55 };
const QUICK_MIN = 0.12;
/** Some of the best spans are of the same words, or the tail of a label, and fall out. */
const ENOUGH = 2 * KEPT.least;
const CELL_PARTS_MAX = 4;

/** For every leaf its most likely spans, with features. `more`: spans that are kept in any case. */
export function pairsOf(on: Paired, more: ReadonlyMap<Leaf, readonly Span[]>): Map<Leaf, Pair[]> {
  return new Map(on.askers.map((asker) => [asker.leaf, pairsFor(asker, on, more.get(asker.leaf) ?? [])] as const));
}

type Found = { span: Span; page: Page; sight: Sight; quick: number };
type Kept = Found & { seen: Seen; label: Label };

function pairsFor(asker: Asker, on: Paired, more: readonly Span[]): Pair[] {
  const likely = likelySpans(asker, on);
  const roles = roleSpans(asker, on);
  const given = [...more, ...givenSpans(asker, on, roles), ...proseSpans(asker, on)].flatMap((span) => {
    const page = on.byNumber.get(span.cell.page);
    if (!page || isNoValue(span, page, asker)) return [];
    const sight = page.sight(span);
    return [{ span, page, sight, quick: quickScore(asker, span, sight) }];
  });
  // Of the same words those that the page's structure gave know whether they go on below.
  const kept = distinct([...likely, ...given], asker)
    .sort(byQuick)
    .map(withLabel(asker));
  const times = Map.groupBy(kept, ({ span }) => span.raw);
  const nextBest = nextBestOf(kept);
  const top = Math.max(0, largest(kept.map(({ label }) => label.score)));
  const known = knownWords(asker, on.texts);
  const placesBefore = otherStarts();
  const placesBeforeOf = memo((_label: string) => otherStarts());
  return kept.map(({ span, page, seen, label }) => {
    const start = claimKey(span);
    const rivals: Rivals = {
      nextBest: nextBest(span.raw),
      ofField: top === 0 ? 0 : label.score / top,
      ofPlace: label.text ? placesBeforeOf(`${label.place}:${label.text.number}`)(start) / 5 : 0,
      otherField: otherField(label, asker, on.namesOther),
      namesField: on.namesField(span.raw),
      order: placesBefore(start) / KEPT.most,
      ...known,
      labelMissing: missingFrom(asker, label, on.likeWord),
      ...meaningOf(label, span, asker, on.claims),
      ...structured(asker, span, label.cell, page, on),
      times: Math.min(3, (times.get(span.raw)?.length ?? 1) - 1) / 3,
    };
    return {
      span,
      place: label.place,
      features: featuresOf(seen, asker, rivals, { ...whereabouts(asker, span, label.cell, page, on), hasRole: isOneOf(span, roles) }),
    };
  });
}

/** The spans whose texts name the field best, of each cell not too many parts beside the whole, so that one cell's do not take the places of all others. */
function likelySpans(asker: Asker, on: Paired): Found[] {
  const likely: Found[] = [];
  const isFirst = firstOfEach();
  const [parts, within] = [new Map<Cell, number>(), new Map<Cell, number>()];
  for (const found of spansFor(asker, on).sort(byQuick)) {
    const { span, sight, quick } = found;
    const isFar = likely.length >= KEPT.least && quick < KEPT.share * (likely[0]?.quick ?? 0);
    if (isFar || likely.length === KEPT.most) break;
    if (isLabelTail(asker, span, sight, on.textOf) || !isFirst(found)) continue;
    if (span.from > 0 || span.to < span.cell.words.length) {
      const kept = span.within ? within : parts;
      const count = (kept.get(span.cell) ?? 0) + 1;
      kept.set(span.cell, count);
      if (count > CELL_PARTS_MAX) continue;
    }
    likely.push(found);
  }
  return likely;
}

/** The spans of the field's form near texts that have words of the field. */
function spansFor(asker: Asker, on: Paired): Found[] {
  const likely = on.spansAs(asker);
  const all: Found[] = [];
  let top = 0;
  for (const { cell, most } of on.texts.cellsFor(asker)) {
    if (most < KEPT.share * top && all.length >= ENOUGH && hasBetter(all, most)) break;
    const page = on.byNumber.get(cell.page);
    if (!page) continue;
    for (const span of likely(cell, page)) {
      if (!mayAnswer(asker, span) || isNoValue(span, page, asker)) continue;
      const sight = page.sight(span);
      const quick = quickScore(asker, span, sight);
      if (quick > QUICK_MIN) all.push({ span, page, sight, quick });
      if (quick > top) top = quick;
    }
  }
  return all;
}

/** Whether enough of the spans found are better than any of the cells that are left. */
const hasBetter = (found: readonly Found[], most: number): boolean =>
  found.reduce((sum, { quick }) => sum + (quick >= most ? 1 : 0), 0) >= ENOUGH;

const withLabel =
  (asker: Asker) =>
  (found: Found): Kept => {
    const seen = seenBy(asker, found.span, found.sight);
    return { ...found, seen, label: bestLabel(seen) };
  };

const byQuick = (a: Found, b: Found): number => b.quick - a.quick;

/** How well the label that the span has by layout alone names the field, and whether the label that it is given for has another value. */
function structured({ like }: Asker, span: Span, label: Cell | null, { labelled }: Page, { textOf }: Paired): Structured {
  const own = labelled.labelOf(span);
  return {
    ownLabel: own ? like(textOf(own.text)).strength : -1,
    ownBegins: own?.begins ? 1 : 0,
    ownShare: own ? own.share : -1,
    ownLine: own ? own.ofLine : -1,
    labelsOther: label !== null && labelled.labelsOther(label, span) ? 1 : 0,
    isLabel: labelled.isLabel(span) ? 1 : 0,
    selfNamed: span.to - span.from > 1 ? like(textOf(wordsAs(span.cell, span.from, span.from + 1))).core : 0,
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
function nextBestOf(kept: readonly Kept[]): (raw: string) => number {
  const best = new Map<string, number>();
  for (const { span, label } of kept) best.set(span.raw, Math.max(best.get(span.raw) ?? 0, label.score));
  const order = [...best].sort(([, a], [, b]) => b - a);
  return (raw) => order.find(([other]) => other !== raw)?.[1] ?? 0;
}

function whereabouts(
  { asksFullName, namePart }: Asker,
  span: Span,
  label: Cell | null,
  { index, places, unlabelled, addresses, fullNames, valueType }: Page,
  { pages, shaped }: Paired,
): Omit<Whereabouts, "hasRole"> {
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
    fullName: asksFullName ? fullNames.partOf(span) : titledPart(span, namePart),
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

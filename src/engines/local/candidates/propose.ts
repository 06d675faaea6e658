/** All candidates of one leaf, with their features. */

import { asksToSign } from "#documents/ink/signing-places.ts";
import type { Kind, Party } from "#engines/concepts/concept.ts";
import { CONCEPTS } from "#engines/concepts/concept-of.ts";
import type { Leaf } from "#engines/local/leaves.ts";
import { labelTokens } from "#engines/local/lexicon/labels.ts";
import { type Claims, claimKey } from "#engines/local/page/claims.ts";
import type { LabelHit } from "#engines/local/page/labels-on-page.ts";
import { isLegalForm } from "#engines/local/page/legal-form.ts";
import type { PartyMap } from "#engines/local/page/party-map.ts";
import { type Value, valuesIn } from "#engines/local/page/values-in.ts";
import { readClauses } from "#engines/local/prose/read-clauses.ts";
import { candidateScore, type Features } from "#engines/local/weights.ts";
import { readNumber } from "#engines/values/number.ts";
import { optionFor } from "#engines/values/options.ts";
import { nameTokens } from "#language/fold.ts";
import { type Cell, textOf } from "#structure/sheet.ts";
import { addressBlocks } from "./address-blocks.ts";
import { type Candidate, candidateOf, type PageView, withFeatures } from "./candidate.ts";
import { formValues, outsideForm } from "./form-fields.ts";
import { lookalikes } from "./lookalikes.ts";
import { marked } from "./marked.ts";
import { mrzValues } from "./mrz-values.ts";
import { numberedLines } from "./numbered-lines.ts";
import { optionMentions } from "./option-mentions.ts";
import { overTables } from "./over-tables.ts";
import { partyNames } from "./party-names.ts";
import { personNames } from "./person-names.ts";
import { printedOptions } from "./printed-options.ts";
import { signatures } from "./signatures.ts";
import { valueSigns } from "./value-signs.ts";
import { vehicleParts } from "./vehicle-parts.ts";

/** Kinds that are recognised without a label. */
const SELF_EVIDENT: ReadonlySet<Kind> = new Set(["vat", "iban", "bic", "email", "url", "currency"]);

export function propose(leaf: Leaf, page: PageView): Candidate[] {
  const { claims, parties, running, forms, index } = page;
  const sheets = claims.labels.map((each) => each.sheet);
  if (leaf.field.type === "signature") return signatures(leaf, sheets);
  const isPrinted = printedOptions(leaf, sheets);
  const known = leaf.concepts.flatMap((concept, rank) => labelled(leaf, concept, rank, claims, parties));
  const found = [
    ...known,
    ...unlabelled(leaf, page),
    ...partyNames(leaf, claims, parties),
    ...personNames(leaf, claims),
    ...vehicleParts(leaf, claims),
    ...mrzValues(leaf, sheets),
    ...numberedLines(leaf, claims),
    ...overTables(leaf, sheets),
    ...(leaf.kind === "mark" && leaf.words.some(asksToSign) ? signatures(leaf, sheets) : []),
    ...readClauses(leaf, running).map(({ value, features }) => candidateOf(leaf, value, null, features)),
    ...formValues(leaf, forms).map(({ value, features }) => candidateOf(leaf, value, null, features)),
    ...marked(leaf, sheets),
    ...optionMentions(leaf, running).map((mention) => withAnswer(candidateOf(leaf, mention.value, null, mention.features), mention.answer)),
    ...(known.length === 0 && leaf.kind !== "mark" ? lookalikes(leaf, claims, index) : []),
  ];
  const best = new Map<string, Candidate>();
  for (const each of found) {
    if (each.answer === undefined && each.features.formField === undefined && isPrinted(each.value)) continue;
    if (leaf.kind === "name" && isLegalForm(each.value.raw)) continue;
    const outside = each.features.formField === undefined && outsideForm(each.value.cell.page, each.value.box, forms);
    const fit = optionFit(leaf, each);
    if (fit.optionMisses !== undefined && leaf.field.type !== "multi_enum") continue;
    const candidate = withFeatures(each, {
      ...(outside ? { outsideForm: 1 } : {}),
      ...fit,
      ...valueSigns(leaf, each, page),
    });
    const known = best.get(claimKey(candidate.value));
    const same = known?.value.raw === candidate.value.raw || leaf.kind !== "address";
    if (!known || candidate.score > known.score || !same) best.set(claimKey(candidate.value), candidate);
  }
  return repeated([...best.values()]).sort((a, b) => b.score - a.score);
}

/** Words that match none of the field's options do not answer it. */
function optionFit(leaf: Leaf, { value, answer }: Candidate): Features {
  if (leaf.field.enum === undefined || answer !== undefined) return {};
  return optionFor(value.raw, leaf.field.enum) ? { optionFits: 1 } : { optionMisses: 1 };
}

function withAnswer(candidate: Candidate, answer: boolean | string | undefined): Candidate {
  return answer === undefined ? candidate : { ...candidate, answer };
}

function labelled(leaf: Leaf, concept: string, rank: number, claims: Claims, parties: PartyMap): Candidate[] {
  const kind = CONCEPTS[concept]?.kind ?? leaf.kind;
  const found: Candidate[] = [];
  for (const { sheet, hits, byCell } of claims.labels) {
    // Later pages repeat number and date in their running heads.
    const onFirst = sheet === claims.labels[0]?.sheet;
    for (const hit of hits) {
      const inBlock = leaf.party !== null && hit.concepts.has(kind) && (kind === "name" || kind === "address");
      const period = hit.concepts.has("period") && (concept === "period_start" || concept === "period_end");
      if (!hit.concepts.has(concept) && !period && !inBlock) continue;
      const near = claims.near(hit, kind);
      for (const each of period ? periodDates(near, concept) : near) {
        if (inBlock && !hit.concepts.has(concept) && !rules(leaf, each.value, parties.partyAt(each.value.cell.page, hit.box))) continue;
        const features: Features = {
          ...each.features,
          ...(rank === 0 ? { firstConcept: 1 } : {}),
          ...(kind === "date" && onFirst && besideNumber(byCell.get(hit.cell) ?? []) ? { besideNumber: 1 } : {}),
          ...(isName(leaf, hit) ? { labelIsName: 1 } : {}),
          labelInName: hit.tokens.filter((token) => leaf.words.includes(token)).length / hit.tokens.length,
          ...whereabouts(concept, each.value, sheet.page.number, claims),
          ...partyFeatures(leaf, each.value, parties),
        };
        if (claims.claimedByOther(each.value, kind, concept, candidateScore(each.features))) features.claimedByOther = 1;
        found.push(candidateOf(leaf, each.value, hit, features));
      }
    }
  }
  return found;
}

/**
 * Whether the label is the very sum that the field names, of several with one concept: "Subtotal", not "Net total". The plain word "total"
 * names none of them.
 */
function isName(leaf: Leaf, { tokens }: LabelHit): boolean {
  const name = labelTokens(nameTokens(leaf.field.name).join(" ")).join(" ");
  return leaf.kind === "amount" && name !== "total" && name === tokens.join(" ");
}

/**
 * Whether the heading decides: "Name" and "Address" belong to the party of the heading above; without one an address may belong to either.
 */
function rules(leaf: Leaf, { raw }: Value, heading: Party | null): boolean {
  return heading === null ? leaf.kind === "address" && /\d/.test(raw) : heading === leaf.party;
}

/** Of the dates after a label such as "Period" the first is the start, the second the end. */
function periodDates(near: ReturnType<Claims["near"]>, concept: string): ReturnType<Claims["near"]> {
  const [first, second] = near;
  if (!first || !second || first.value.cell.line !== second.value.cell.line) return [];
  const chosen = concept === "period_start" ? first : second;
  return [{ value: chosen.value, features: { ...first.features, skipped: 0 } }];
}

function whereabouts(concept: string, value: Value, page: number, claims: Claims): Features {
  const sheet = claims.labels.find((each) => each.sheet.page.number === page)?.sheet;
  if (!sheet) return {};
  const pages = claims.labels.length;
  const height = value.box.top / sheet.page.height;
  const emphasis = value.cell.words[value.from]?.bold ? { emphasis: 1 } : {};
  const index = claims.labels.findIndex((each) => each.sheet === sheet);
  const { place } = CONCEPTS[concept] ?? {};
  if (place === "totals") {
    const payment = concept === "grand_total" ? paymentAround(claims.labels[index]?.hits ?? [], value) : {};
    return { ...emphasis, ...payment, lateTotal: (index + height) / pages };
  }
  if (place === "head") return { ...emphasis, early: index === 0 ? 1 - height : 0 };
  return emphasis;
}

const besideNumber = (hits: readonly LabelHit[]) =>
  hits.some(({ concepts }) => [...concepts].some((concept) => CONCEPTS[concept]?.sharesAs?.includes("own_number")));
const PAYMENTS = ["change", "cash_tendered"];
const PAID_WITHIN_LINES = 4;

/** The sum paid is printed above the payment; below the change are tax summaries with totals of their own. */
function paymentAround(hits: readonly LabelHit[], value: Value): Features {
  const lines = (concepts: readonly string[]) =>
    hits
      .filter((hit) => hit.from === 0 && concepts.some((concept) => hit.concepts.has(concept)))
      .map((hit) => hit.cell.line - value.cell.line);
  return {
    ...(lines(PAYMENTS).some((below) => below > 0 && below <= PAID_WITHIN_LINES) ? { paidBelow: 1 } : {}),
    ...(lines(["change"]).some((below) => below < 0) ? { afterChange: 1 } : {}),
  };
}

function partyFeatures(leaf: Leaf, value: Value, parties: PartyMap): Features {
  if (leaf.party === null) return {};
  const around = parties.partyAt(value.cell.page, value.box);
  if (around === null) return {};
  return around === leaf.party ? { partyAgrees: 1 } : { partyDiffers: 1 };
}

function unlabelled(leaf: Leaf, page: PageView): Candidate[] {
  const { claims, parties } = page;
  const { kind } = leaf;
  if (kind === "address") return blocks(leaf, claims, parties);
  if (kind === "amount") return leaf.concepts[0] === "grand_total" ? paidSums(leaf, page) : [];
  const dated = kind === "date" && leaf.concepts.some((concept) => concept === "document_date" || concept === "invoice_date");
  if (!SELF_EVIDENT.has(kind) && !dated && kind !== "phone") return [];
  const found: Candidate[] = [];
  claims.labels.forEach(({ sheet }, i) => {
    for (const cell of sheet.cells) {
      for (const value of plausible(cell, kind)) {
        const features: Features = {
          unlabelled: dated && leaf.concepts[0] === "invoice_date" ? 0.7 : 1,
          fit: value.fit,
          early: i === 0 ? 1 - value.box.top / sheet.page.height : 0,
          ...partyFeatures(leaf, value, parties),
        };
        if ((kind === "iban" || kind === "vat") && value.fit < 1) continue;
        const taken = dated && claims.claimedByOther(value, kind, leaf.concepts[0] ?? "", 0);
        if (!taken) found.push(candidateOf(leaf, value, null, features));
      }
    }
  });
  return found;
}

/** The sum that was paid, wherever it is printed: after "Rounding", or as the money given where there was no change. */
function paidSums(leaf: Leaf, { claims, paid, locale }: PageView): Candidate[] {
  if (paid.size === 0) return [];
  return claims.labels.flatMap(({ sheet }) =>
    sheet.cells.flatMap((cell) =>
      valuesIn(cell, "amount").flatMap((value) =>
        paid.has(readNumber(value.raw, locale.decimal, true)?.value ?? 0)
          ? [candidateOf(leaf, value, null, { unlabelled: 1, fit: value.fit })]
          : [],
      ),
    ),
  );
}

/** Address blocks of the first pages; the seller's is near the top. */
function blocks(leaf: Leaf, claims: Claims, parties: PartyMap): Candidate[] {
  return claims.labels.slice(0, 2).flatMap(({ sheet }) =>
    addressBlocks(sheet).map((value) => {
      const early = leaf.party === "seller" || leaf.party === null ? 1 - value.box.top / sheet.page.height : 0;
      return candidateOf(leaf, value, null, { unlabelled: 1, fit: value.fit, early, ...partyFeatures(leaf, value, parties) });
    }),
  );
}

function plausible(cell: Cell, kind: Kind): readonly Value[] {
  if (kind === "currency" && !/\d/.test(textOf(cell.words)) && !/^[A-Z]{3}$/.test(cell.text)) return [];
  if (kind !== "currency") return valuesIn(cell, kind);
  return [
    ...valuesIn(cell, "amount").filter((value) => /\p{Sc}|[A-Z]{3}/u.test(value.raw)),
    ...valuesIn(cell, "currency").filter((value) => /[A-Z]{3}/.test(value.raw)),
  ];
}

/** Raises values that several candidates share. */
function repeated(candidates: Candidate[]): Candidate[] {
  const counts = new Map<string, number>();
  for (const { value } of candidates) counts.set(value.raw, (counts.get(value.raw) ?? 0) + 1);
  return candidates.map((candidate) => {
    const times = Math.min(3, (counts.get(candidate.value.raw) ?? 1) - 1) / 3;
    return times === 0 ? candidate : withFeatures(candidate, { repeated: times });
  });
}

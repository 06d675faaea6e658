/** Spans that may answer a field without a label that names it: by where they stand, or by their form. */

import { vehicleParts } from "#engines/local/candidates/vehicle-parts.ts";
import { nameTokens } from "#language/fold.ts";
import type { Asker } from "./asker.ts";
import { entryAsked, entrySpans } from "./licence-numbers.ts";
import { addressesIn } from "./line-addresses.ts";
import type { Paired } from "./paired-pages.ts";
import { asksKind, nounsOf, properNamesIn } from "./proper-names.ts";
import { asksPosition, asksSigner, positionsOn } from "./signers.ts";
import type { Span } from "./span.ts";
import { asksTitle, titlesOn } from "./titles.ts";

const PROPER_NAMES_MAX = 16;
const PARTS_MAX = 12;
/** Further pages of a form repeat names. */
const NAMES_PAGES_MAX = 2;

/** `roles`: those of `roleSpans`. */
export const givenSpans = (asker: Asker, on: Paired, roles: readonly Span[]): readonly Span[] => [
  ...unlabelledFor(asker, on),
  ...fullNamesFor(asker, on),
  ...partsFor(asker, on),
  ...lineAddressesFor(asker, on),
  ...roles,
  ...on.shaped.spansFor(asker.leaf, asker.examples, asker.words),
];

/** What the field asks for by where it stands: the title at the head of a document, who signs at its foot and in what position, entries by their numbers, and make or model behind a label of both. */
export const roleSpans = (asker: Asker, on: Paired): readonly Span[] => [
  ...signersFor(asker, on),
  ...positionsFor(asker, on),
  ...titlesFor(asker, on),
  ...entriesFor(asker, on),
  ...vehicleParts(asker.leaf, on.claims).map(({ value }): Span => ({ ...value, shape: "words", lines: 1 })),
];

/** Names and addresses without a label on the first page, for a field that asks for somebody, or for a party's address. */
function unlabelledFor(
  { leaf: { kind, field }, words, asksIssuer: issuer, asksAddressee: addressee, asksName }: Asker,
  { pages }: Paired,
): readonly Span[] {
  const [first] = pages;
  const asksOrganisation = issuer || asksKind(words);
  if (!first || field.enum !== undefined || !(asksOrganisation || addressee || asksName)) return [];
  if (kind === "address") return first.unlabelled.addresses();
  if (kind !== "name" && kind !== "text") return [];
  const isNoun = nounsOf(words);
  const within = asksOrganisation ? pages.flatMap(({ places }) => places.sheet.cells.flatMap((cell) => properNamesIn(cell, isNoun))) : [];
  return [...first.unlabelled.names(), ...within.slice(0, PROPER_NAMES_MAX)];
}

/** A part of an address is found without a label of its own. */
function partsFor({ part: asked }: Asker, { pages }: Paired): Span[] {
  if (asked === null) return [];
  const parts = pages.slice(0, NAMES_PAGES_MAX).flatMap(({ addresses }) => addresses.parts().filter(({ part }) => part === asked));
  return parts.slice(0, PARTS_MAX).map(({ value }) => ({ ...value, shape: "place", lines: 1 }));
}

const lineAddressesFor = ({ leaf: { kind } }: Asker, { pages }: Paired): readonly Span[] =>
  kind === "address"
    ? pages
        .slice(0, NAMES_PAGES_MAX)
        .flatMap(({ places }) => places.sheet.cells.flatMap(addressesIn))
        .slice(0, PARTS_MAX)
    : [];

/** Names at the foot of the last page of two. */
const signersFor = ({ leaf: { kind, field }, words }: Asker, { pages }: Paired): readonly Span[] =>
  (kind === "name" || kind === "text") && field.enum === undefined && asksSigner(words)
    ? pages.slice(0, NAMES_PAGES_MAX).flatMap(({ signers }) => signers())
    : [];

/** Beside the names of those who sign. */
const positionsFor = ({ leaf: { kind, field } }: Asker, { pages }: Paired): readonly Span[] =>
  kind === "text" && field.enum === undefined && asksPosition(nameTokens(field.name))
    ? pages.slice(0, NAMES_PAGES_MAX).flatMap(({ places }) => positionsOn(places.sheet))
    : [];

const entriesFor = ({ leaf }: Asker, { pages }: Paired): readonly Span[] => {
  const entry = entryAsked(leaf);
  return entry ? pages.slice(0, NAMES_PAGES_MAX).flatMap(({ entries, spans }) => entrySpans(entry, entries(), spans)) : [];
};

const titlesFor = ({ leaf }: Asker, { pages: [first] }: Paired): readonly Span[] =>
  first && asksTitle(leaf) ? titlesOn(first.places.sheet, first.places.isHeading) : [];

const fullNamesFor = ({ asksFullName }: Asker, { pages }: Paired): Span[] =>
  asksFullName ? pages.slice(0, NAMES_PAGES_MAX).flatMap(({ fullNames }) => fullNames.spans()) : [];

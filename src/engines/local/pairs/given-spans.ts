/** Spans that may answer a field without a label that names it: by where they stand, or by their form. */

import type { Asker } from "./asker.ts";
import { asksFullName } from "./full-names.ts";
import type { Paired } from "./paired-pages.ts";
import { asksKind, nounsOf, properNamesIn } from "./proper-names.ts";
import { asksSigner } from "./signers.ts";
import type { Span } from "./span.ts";

const PROPER_NAMES_MAX = 16;
const PARTS_MAX = 12;
/** Further pages of a form repeat names. */
const NAMES_PAGES_MAX = 2;

export const givenSpans = (asker: Asker, on: Paired): readonly Span[] => [
  ...unlabelledFor(asker, on),
  ...fullNamesFor(asker, on),
  ...partsFor(asker, on),
  ...signersFor(asker, on),
  ...on.shaped.spansFor(asker.leaf, asker.examples, asker.words),
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

/** Names at the foot of the last page of two. */
const signersFor = ({ leaf: { kind, field }, words }: Asker, { pages }: Paired): readonly Span[] =>
  (kind === "name" || kind === "text") && field.enum === undefined && asksSigner(words)
    ? pages.slice(0, NAMES_PAGES_MAX).flatMap(({ signers }) => signers())
    : [];

const fullNamesFor = ({ leaf }: Asker, { pages }: Paired): Span[] =>
  asksFullName(leaf) ? pages.slice(0, NAMES_PAGES_MAX).flatMap(({ fullNames }) => fullNames.spans()) : [];

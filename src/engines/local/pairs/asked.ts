/** What is known of a field before a page is read. */

import type { NamePart } from "#engines/local/candidates/person-names.ts";
import type { Leaf } from "#engines/local/leaves.ts";
import type { Called } from "#engines/local/match/likeness.ts";
import type { AddressPart } from "./address-parts.ts";

/** `words`: of its name and description; `codes`: those that are a form's numbers; `examples`: texts of the form that its values have. */
export type Asked = {
  leaf: Leaf;
  called: Called;
  words: readonly string[];
  codes: readonly string[];
  examples: readonly string[];
  /** Whether it asks for who somebody is, and so for no line of an address. */
  asksName: boolean;
  /** Whether it asks for a count, a measure or a share, and so for no money. */
  asksMeasure: boolean;
  /** Whether it asks for a share, or may. */
  asksShare: boolean;
  /** Whether it asks for a whole name, and which part of one it asks for. */
  asksFullName: boolean;
  namePart: NamePart | null;
  /** Whether it asks for a country, by its own name. */
  asksCountry: boolean;
  /** The part of an address that it asks for. */
  part: AddressPart | null;
  asksIssuer: boolean;
  asksAddressee: boolean;
  asksStart: boolean;
  asksEnd: boolean;
};

/** A form's number such as `13`, `4a`, `a03`. */
export const isCode = (word: string): boolean => /^(?:\d{1,3}[a-z]?|[a-z]\d{1,3})$/.test(word);

/** Names of the parties of an agreement: from "between A, a … corporation, and B", else from defined roles. */

import type { Value } from "#engines/local/page/values-in.ts";
import { anyOf } from "#language/phrases.ts";
import type { Sheet } from "#structure/sheet.ts";
import { definedParties } from "./defined-parties.ts";
import { NAME_FORM, PARTY_NAME } from "./party-name.ts";
import type { RunningText } from "./running-text.ts";

/** The preamble is within this many characters from the start. */
const PREAMBLE_CHARACTERS = 4000;
const SPAN_CHARACTERS = 700;
const OPENING = new RegExp(`\\b${anyOf("engines", "between_parties")}\\b:?\\s+`, "giu");
const END = new RegExp(anyOf("engines", "ends_of_parties"), "u");
const NAME = new RegExp(`^(?:${anyOf("engines", "articles")} )?(?<name>${PARTY_NAME})(?=[\\s,.;("“]|$)`, "u");
const ENDS_IN_FORM = new RegExp(`${NAME_FORM}$`, "u");
const NOT_NAMES = new RegExp(`^${anyOf("engines", "not_parties")}$|^${anyOf("engines", "offices")}\\b|^\\p{L}+\\.$`, "u");
const AND = `\\b${anyOf("engines", "conjunctions")},?`;
const NEXT = new RegExp(`(?:${AND}|[,;]|\\)) (?:\\(?\\w{1,3}\\) )?(?=\\p{Lu})`, "gu");
const ENDS_IN_AND = new RegExp(`${AND} (?:\\(?\\w{1,3}\\) )?$`, "u");
/** Behind a party: a bracket, or what the party is. */
const DESCRIBED = new RegExp(`^,? ?\\(|^,? ${anyOf("engines", "after_parties")}`, "u");

export function readParties(running: RunningText, sheets: readonly Sheet[]): Value[] {
  const preamble = running.text.slice(0, PREAMBLE_CHARACTERS);
  for (const opening of preamble.matchAll(OPENING)) {
    const from = opening.index + opening[0].length;
    const rest = running.text.slice(from, from + SPAN_CHARACTERS);
    const values = namesIn(rest.slice(0, END.exec(rest)?.index ?? rest.length)).flatMap(
      ({ start, name }) => running.valueAt(from + start, from + start + name.length) ?? [],
    );
    if (values.length > 0) return values;
  }
  return definedParties(running, sheets);
}

/** The first name, then each name after "and" or a comma that a legal form or a definition in brackets marks as a party. */
function namesIn(text: string): { start: number; name: string }[] {
  const found: { start: number; name: string }[] = [];
  const starts = [0, ...[...text.matchAll(NEXT)].map((hit) => hit.index + hit[0].length)];
  let end = 0;
  for (const start of starts) {
    if (start < end) continue;
    const name = NAME.exec(text.slice(start))?.groups?.name?.replace(/[,;]$/, "");
    if (name === undefined || NOT_NAMES.test(name)) {
      if (start === 0) return [];
      continue;
    }
    const at = text.indexOf(name, start);
    const behind = text.slice(at + name.length, at + name.length + 60);
    const marked = ENDS_IN_FORM.test(name) || DESCRIBED.test(behind);
    const joined = start === 0 || ENDS_IN_AND.test(text.slice(0, start));
    if (!marked && !(joined && found.length < 2)) continue;
    if (!joined && !ENDS_IN_FORM.test(name)) continue;
    found.push({ start: at, name });
    end = at + name.length;
  }
  return found;
}

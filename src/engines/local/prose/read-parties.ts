/** Names of the parties of an agreement: from "between A, a … corporation, and B", else from defined roles. */
import type { Sheet } from "#engines/local/page/sheet.ts";
import type { Value } from "#engines/local/page/values-in.ts";
import { definedParties } from "./defined-parties.ts";
import { NAME_FORM, PARTY_NAME } from "./party-name.ts";
import type { RunningText } from "./running-text.ts";

/** The preamble is within this many characters from the start. */
const PREAMBLE_CHARACTERS = 4000;
const SPAN_CHARACTERS = 700;
const OPENING = /\b(?:by and between|by and among|between and among|made (?:by|between)|between|among|zwischen|entre)\b:?\s+/giu;
const END = /WHEREAS|RECITAL|BACKGROUND|Background|WITNESS|\bagree as follows|NOW,? THEREFORE|\bsets? forth\b|\bhereby\b/u;
const NAME = new RegExp(`^(?:the )?(?<name>${PARTY_NAME})(?=[\\s,.;("“]|$)`, "u");
const ENDS_IN_FORM = new RegExp(`${NAME_FORM}$`, "u");
const NOT_NAMES =
  /^(?:The|This|That|Each|Any|All|Party|Parties|Company|Employee|Executive|Recipient|Agreement|State|Section|You|Buyer|Seller|January|February|March|April|June|July|August|September|October|November|December)$|^(?:President|Chairman|Director|Board|Officer|Member)s? of\b|^\p{L}+\.$/u;

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
  const starts = [0, ...[...text.matchAll(/(?:\band,?|[,;]|\)) (?:\(?\w{1,3}\) )?(?=\p{Lu})/gu)].map((hit) => hit.index + hit[0].length)];
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
    const marked = ENDS_IN_FORM.test(name) || /^,? ?\(|^,? (?:an? |located|with|having|hereinafter|individually)/u.test(behind);
    const joined = start === 0 || /\band,? (?:\(?\w{1,3}\) )?$/u.test(text.slice(0, start));
    if (!marked && !(joined && found.length < 2)) continue;
    if (!joined && !ENDS_IN_FORM.test(name)) continue;
    found.push({ start: at, name });
    end = at + name.length;
  }
  return found;
}

/**
 * Parties of agreements in the form of a letter or a promise: the addressee, and names with a defined role: `Acme, Inc. (the "Company")`.
 */
import { hasLegalForm } from "#engines/local/page/legal-form.ts";
import type { Value } from "#engines/local/page/values-in.ts";
import { anyOf } from "#language/phrases.ts";
import type { Cell, Sheet } from "#structure/sheet.ts";
import { PARTY_NAME } from "./party-name.ts";
import type { RunningText } from "./running-text.ts";

/** Roles are defined within this many characters from the start. */
const START_CHARACTERS = 3500;
const QUOTE = `["“”'‘’]{1,2}`;
/** A bracket that defines a role, with what is between the name and it: "a Delaware corporation", "including its subsidiaries". */
const ROLE = new RegExp(
  `(?:, ${anyOf("engines", "indefinite_articles")} [^(),"“]{3,60}?` +
    `|,? (?:${anyOf("engines", "with_others")} [^()"“]{3,80}?|M\\.D\\.|Ph\\.D\\.),?){0,2},? ?\\((?:[^()]{0,140}?)` +
    `${QUOTE}(?:${anyOf("engines", "articles")} )?${anyOf("engines", "roles_of_parties")}${QUOTE}`,
  "gu",
);
const NAME_BEFORE = new RegExp(`(?:^|[\\s("“])(?<name>${PARTY_NAME})$`, "u");
/** A role's name begins at most this many characters before it. */
const NAME_CHARACTERS = 90;

export function definedParties(running: RunningText, sheets: readonly Sheet[]): Value[] {
  const start = running.text.slice(0, START_CHARACTERS);
  const named = [...start.matchAll(ROLE)].flatMap((role) => {
    const before = start.slice(Math.max(0, role.index - NAME_CHARACTERS), role.index);
    const name = NAME_BEFORE.exec(before)?.groups?.name;
    return name === undefined || NO_NAME.test(name) ? [] : (running.valueAt(role.index - name.length, role.index) ?? []);
  });
  const addressee = addresseeOn(sheets[0]);
  return [...named, ...(addressee ? [addressee] : [])];
}

const NO_NAME = new RegExp(`^${anyOf("engines", "not_before_roles")}\\b|\\b${anyOf("engines", "agreements")}$`, "u");
const PERSON = new RegExp(`^(?:${anyOf("engines", "titles_before_names")}\\. )?(?:\\p{Lu}[\\p{L}.'’-]*,? ){1,3}\\p{Lu}[\\p{L}.'’-]+$`, "u");
const DEAR = new RegExp(`^${anyOf("engines", "openings_of_letters")}\\b`, "u");
const BLOCK_LINES_MAX = 12;

/** Above "Dear …": the company of the block of lines, else the person in its first line. */
function addresseeOn(sheet: Sheet | undefined): Value | null {
  if (!sheet) return null;
  const dear = sheet.cells.findIndex(({ text }) => DEAR.test(text));
  if (dear <= 0) return null;
  const block = sheet.cells.slice(Math.max(0, dear - BLOCK_LINES_MAX), dear);
  // The letter's date is above its addressee, the sender's head above that.
  const date = block.findLastIndex(({ text }) => /\b(?:19|20)\d{2}$/u.test(text));
  const lines = block.slice(date + 1);
  const found = lines.find(({ text }) => hasLegalForm(text) && !/\d|:/.test(text)) ?? lines.find(({ text }) => PERSON.test(text));
  return found ? whole(found) : null;
}

const whole = (cell: Cell): Value => ({ cell, from: 0, to: cell.words.length, raw: cell.text, box: cell.box, fit: 1 });

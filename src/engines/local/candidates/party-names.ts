/** Names of seller and buyer without a label: letter heads, address blocks, companies by their legal form, names like the web address. */

import { boxAround } from "#documents/layout/assemble.ts";
import type { Leaf } from "#engines/local/leaves.ts";
import type { Claims } from "#engines/local/page/claims.ts";
import { hasLegalForm } from "#engines/local/page/legal-form.ts";
import type { PartyMap } from "#engines/local/page/party-map.ts";
import type { Value } from "#engines/local/page/values-in.ts";
import type { Features } from "#engines/local/weights.ts";
import { EMAIL_PATTERN, URL_PATTERN } from "#engines/values/identifiers.ts";
import { fold } from "#language/fold.ts";
import { ANY_LEGAL_FORM } from "#language/legal-forms.ts";
import { anyOf } from "#language/phrases.ts";
import { overlapAcross } from "#structure/boxes.ts";
import type { Cell, Sheet } from "#structure/sheet.ts";
import { textOf, wideCells } from "#structure/sheet.ts";
import { type Candidate, candidateOf } from "./candidate.ts";

export function partyNames(leaf: Leaf, claims: Claims, parties: PartyMap): Candidate[] {
  const seller = leaf.concepts[0] === "seller_name";
  const buyer = leaf.concepts[0] === "buyer_name";
  const first = claims.labels[0];
  if (!first || (!seller && !buyer)) return [];
  const cells = first.sheet.page.textSource === "native" ? first.sheet.cells : wideCells(first.sheet);
  const heads = letterheads(cells, first.sheet);
  const domains = domainsOf(claims.labels.map((each) => each.sheet));
  return cells.flatMap((cell) => {
    const rank = heads.indexOf(cell);
    if (cell.box.top > 0.6 * first.sheet.page.height && !hasLegalForm(cell.text)) return [];
    const labelled = (first.byCell.get(cell) ?? []).some((hit) => hit.from === 0 && hit.colon);
    const value = nameIn(cell, cells);
    if (!value || labelled) return [];
    const around = parties.partyAt(cell.page, value.box);
    const wanted = seller ? "seller" : "buyer";
    const features: Features = {
      fit: hasLegalForm(value.raw) ? 1 : 0.3,
      ...(around === wanted ? { partyAgrees: 1 } : around ? { partyDiffers: 1 } : {}),
      ...(seller && rank >= 0 ? { letterhead: 1 - rank / 4 } : {}),
      ...(seller ? sellerSigns(value, first.sheet, domains) : buyerSigns(value, first.sheet)),
    };
    return [candidateOf(leaf, value, null, features)];
  });
}

/** The registration number after a company's name, mostly in brackets, is not part of it. */
function withoutNumber(text: string): string {
  const bracket = text.lastIndexOf("(");
  if (bracket >= 0 && NUMBER_IN_BRACKET.test(text.slice(bracket))) return text.slice(0, bracket).trimEnd();
  return text.replace(NUMBER_AT_END, "");
}
const NUMBER_IN_BRACKET = /^\((?=[^()]*\d{3})[^()]*\)?$/u;
const NUMBER_AT_END = /\s?\(?(?<!\d)\d{4,20}-?\p{Lu}{1,2}\)?$/u;
/** A legal form at the start of a line belongs to the name on the line above. */
const TORN_OFF = new RegExp(`^${ANY_LEGAL_FORM}(?=[\\s(]|$)`, "iu");

const TITLES = new RegExp(`^(?:${anyOf("engines", "kinds_of_documents")} )?(?:${anyOf("engines", "not_letterheads")}|www)\\b`, "iu");
const HEADS_MAX = 4;

/** The first lines of the page with words, without titles, numbers and labels. */
function letterheads(cells: readonly Cell[], sheet: Sheet): Cell[] {
  const plain = cells.filter(
    (cell) =>
      cell.box.top < 0.3 * sheet.page.height &&
      (cell.text.match(/\p{L}/gu)?.length ?? 0) >= 5 &&
      /\p{L}{3}/u.test(cell.text) &&
      !TITLES.test(cell.text) &&
      !/[:@]|\d{3}/.test(withoutNumber(cell.text)),
  );
  return plain.slice(0, HEADS_MAX);
}

/** A number after these words is part of an address, not the end of a name. */
const HOUSE = new RegExp(`^${anyOf("engines", "parts_of_buildings")}$`, "iu");

const NAME_WORDS_MAX = 9;

/** Words up to a separator, as in the sender's line above an address: `Name · Street 1 · 12345 Town`. */
function nameIn(cell: Cell, cells: readonly Cell[]): Value | null {
  const above = TORN_OFF.test(cell.text)
    ? cells.find((other) => other.line === cell.line - 1 && overlapAcross(other.box, cell.box) > 0.3)
    : undefined;
  const cut = cell.words.findIndex((word, i) => i > 0 && /^[-–•●·|,;*/]$|^\d/.test(word.text));
  if (HOUSE.test(cell.words[cut - 1]?.text ?? "") && /^\d/.test(cell.words[cut]?.text ?? "")) return null;
  let to = cut < 0 ? cell.words.length : cut;
  const comma = cell.words.findIndex(
    (word, i) =>
      i < Math.min(to - 1, NAME_WORDS_MAX) &&
      /,$/.test(word.text) &&
      hasLegalForm(textOf(cell.words.slice(0, i + 1)).replace(/,$/, "")) &&
      !hasLegalForm(cell.words[i + 1]?.text ?? ""),
  );
  if (comma >= 0) to = comma + 1;
  const words = cell.words.slice(0, to);
  const own = withoutNumber(textOf(words)).replace(/(?<![\s,;:|•·-])[\s,;:|•·-]+$/, "");
  const raw = above ? `${above.text} ${own}` : own;
  if (words.length === 0 || words.length > NAME_WORDS_MAX || raw.length < 3 || !/^[\p{Lu}\p{Lo}\d"'«]/u.test(raw) || !/\p{L}{2}/u.test(raw))
    return null;
  const box = boxAround([...words, ...(above ? [above] : [])]);
  return { cell, from: 0, to, raw, box, fit: 1 };
}

function sellerSigns(value: Value, sheet: Sheet, domains: ReadonlySet<string>): Features {
  const height = value.box.top / sheet.page.height;
  const letters = fold(value.raw)
    .split(" ")
    .filter((word) => word.length > 3);
  const onWeb = letters.some((word) => [...domains].some((domain) => domain.includes(word)));
  return {
    ...(hasLegalForm(value.raw) ? { legalForm: 1 } : {}),
    ...(onWeb ? { onWeb: 1 } : {}),
    ...(value.from === 0 && isSenderLine(value.cell, sheet) ? { letterWindow: 1 } : {}),
    early: height < 0.3 ? 1 - height : 0,
  };
}

/** The addressee is in the upper half above a street or postal code, often right below the sender's line. */
function buyerSigns(value: Value, sheet: Sheet): Features {
  const { cell } = value;
  if (cell.box.top / sheet.page.height > 0.45 || isSenderLine(cell, sheet)) return {};
  const lineHeight = cell.box.bottom - cell.box.top;
  const near = (other: Cell, from: number, to: number) => {
    const drop = other.box.top - cell.box.top;
    return drop > from * lineHeight && drop < to * lineHeight && Math.abs(other.box.left - cell.box.left) < 0.08 * sheet.page.width;
  };
  const address = sheet.cells.some((other) => near(other, 0.5, 6) && /^\p{L}?-?\d{4,5}\s+\p{L}|\p{L}\s+\d{1,4}\p{L}?$/u.test(other.text));
  const window = sheet.cells.some((other) => near(other, -5, -0.5) && isSenderLine(other, sheet));
  return {
    unlabelled: address ? 1 : 0,
    ...(hasLegalForm(value.raw) ? { legalForm: 0.5 } : {}),
    ...(address && window ? { letterWindow: 1 } : {}),
  };
}

/** `Name · Street 1 · 12345 Town` on one line. */
function isSenderLine(cell: Cell, sheet: Sheet): boolean {
  const line = (sheet.lines[cell.line] ?? [])
    .filter((other) => other.column >= cell.column)
    .map((other) => other.text)
    .join(" ");
  return (line.match(/[●•·|,]|\s[-–]\s/g)?.length ?? 0) >= 2 && /\b\d{4,5}\b/.test(line) && line.length < 140;
}

function domainsOf(sheets: readonly Sheet[]): Set<string> {
  const names = new Set<string>();
  for (const cell of sheets.flatMap((sheet) => sheet.cells)) {
    for (const hit of [...(cell.text.match(EMAIL_PATTERN) ?? []), ...(cell.text.match(URL_PATTERN) ?? [])]) {
      const host =
        hit
          .replace(/^.*@|^https?:\/\//i, "")
          .replace(/^www\./i, "")
          .split(/[/?#\s]/)[0] ?? "";
      names.add(fold(host).replace(/ /g, ""));
    }
  }
  return names;
}

/** Names of seller and buyer that no label names: letter heads, address blocks, companies by their legal form, names like the web address. */

import type { Leaf } from "#engines/local/leaves.ts";
import type { Claims } from "#engines/local/page/claims.ts";
import type { PartyMap } from "#engines/local/page/party-map.ts";
import type { Cell, Sheet } from "#engines/local/page/sheet.ts";
import { textOf, wideCells } from "#engines/local/page/sheet.ts";
import type { Value } from "#engines/local/page/values-in.ts";
import type { Features } from "#engines/local/weights.ts";
import { fold } from "#engines/values/fold.ts";
import { EMAIL_PATTERN, URL_PATTERN } from "#engines/values/identifiers.ts";
import { boxAround, overlapAcross } from "#engines/values/words.ts";
import { type Candidate, candidateOf } from "./candidate.ts";

/** What says that a name is a company's, by law or by trade. */
const FORMS = String.raw`GmbH(?: ?& ?Co\.? ?KGa?A?)?|AG|KG|OHG|UG|e\.?\s?K\.?|Ltd\.?|Limited|LLC|L\.L\.C\.|LLP|Inc\.?|Corp\.?|Corporation|Company|Co\.|PLC|S\.?A\.?R\.?L\.?|S\.?A\.?S\.?U?|S\.?A\.?|S\.?L\.?U?\.?|S\.?p\.?A\.?|S\.?r\.?l\.?s?|B\.?V\.?|N\.?V\.?|Lda\.?|A\/S|Oy|SDN\.?\s?BHD\.?|S\/B|BHD\.?|Pte\.? Ltd\.?|Pty\.? Ltd\.?|e\.V\.|a\.\s?G\.|VVaG`;
/** Forms that other lines end with too: "12 Oak Ave SE". */
const SHORT_FORMS = "SE|AB";
const TRADES = "Enterprise|Trading|Group|Holdings?|Restaurant|Hotel|Supermarket|Stores?|Bank";
const END = String.raw`(?=$|[\s,.)|•●·]|-(?![\p{L}\d]))`;
const LEGAL_FORM = new RegExp(`(?:^|[\\s,])(?:${FORMS}|${SHORT_FORMS}|${TRADES})${END}`, "iu");
const ONLY_FORM = new RegExp(`^(?:${FORMS}|${SHORT_FORMS})[.,]?$`, "u");
/** A line that is a company's name, with or without the number it is registered under. */
export const COMPANY_LINE = new RegExp(`[\\s,](?:${FORMS})[.,]?(?:\\s*[(<]?[\\p{L}\\d]*\\d[\\p{L}\\d -]*[)>]?)?$`, "iu");

export const hasLegalForm = (name: string): boolean => LEGAL_FORM.test(name);
/** No name, but what is left of one whose first word was taken for a label. */
export const isLegalForm = (name: string): boolean => ONLY_FORM.test(name);

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
    if (cell.box.top > 0.6 * first.sheet.page.height && !LEGAL_FORM.test(cell.text)) return [];
    const labelled = (first.byCell.get(cell) ?? []).some((hit) => hit.from === 0 && hit.colon);
    const value = nameIn(cell, cells);
    if (!value || labelled) return [];
    const around = parties.partyAt(cell.page, value.box);
    const wanted = seller ? "seller" : "buyer";
    const features: Features = {
      fit: LEGAL_FORM.test(value.raw) ? 1 : 0.3,
      ...(around === wanted ? { partyAgrees: 1 } : around ? { partyDiffers: 1 } : {}),
      ...(seller && rank >= 0 ? { letterhead: 1 - rank / 4 } : {}),
      ...(seller ? sellerSigns(value, first.sheet, domains) : buyerSigns(value, first.sheet)),
    };
    return [candidateOf(leaf, value, null, features)];
  });
}

/** The number of the company's registration behind its name, mostly in brackets, is no part of it. */
const withoutNumber = (text: string) => text.replace(/\s*(?:\([^()]*\d{3}[^()]*\)?|\(?\d{4,}-?\p{Lu}{1,2}\)?)$/u, "");
/** A legal form that opens a line belongs to the name on the line above. */
const TORN_OFF = /^(?:CO\.?|SDN\.?|BHD\.?|GmbH|AG|Ltd\.?|Inc\.?|LLC|S\.?A\.?R?\.?L?\.?|B\.V\.)(?=[\s(]|$)/iu;

const TITLES =
  /^(?:tax |simplified |official |cash |commercial |proforma )?(?:invoice|receipt|bill|statement|order|quotation|credit note|rechnung|facture|factura|fattura|factuur|fatura|welcome|copy|original|customer copy|page|date|www|tel|fax)\b/iu;
const HEADS_MAX = 4;

/** The first lines of the page with words in them, without titles, numbers and labels. */
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

/** Behind these words a number tells a place, not the end of a name. */
const HOUSE = /^(?:unit|suite|floor|level|building|block|lot|no\.?|box|room|flat|shop|hall)$/iu;

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
      i < to - 1 &&
      /,$/.test(word.text) &&
      LEGAL_FORM.test(textOf(cell.words.slice(0, i + 1)).replace(/,$/, "")) &&
      !LEGAL_FORM.test(cell.words[i + 1]?.text ?? ""),
  );
  if (comma >= 0) to = comma + 1;
  const words = cell.words.slice(0, to);
  const own = withoutNumber(textOf(words)).replace(/[\s,;:|•·-]+$/, "");
  const raw = above ? `${above.text} ${own}` : own;
  if (words.length === 0 || words.length > 9 || raw.length < 3 || !/^[\p{Lu}\d"'«]/u.test(raw) || !/\p{L}{2}/u.test(raw)) return null;
  const box = boxAround([...words.map((word) => word.box), ...(above ? [above.box] : [])]);
  return { cell, from: 0, to, raw, box, fit: 1 };
}

function sellerSigns(value: Value, sheet: Sheet, domains: ReadonlySet<string>): Features {
  const height = value.box.top / sheet.page.height;
  const letters = fold(value.raw)
    .split(" ")
    .filter((word) => word.length > 3);
  const onWeb = letters.some((word) => [...domains].some((domain) => domain.includes(word)));
  return {
    ...(LEGAL_FORM.test(value.raw) ? { legalForm: 1 } : {}),
    ...(onWeb ? { onWeb: 1 } : {}),
    ...(value.from === 0 && isSenderLine(value.cell, sheet) ? { letterWindow: 1 } : {}),
    early: height < 0.3 ? 1 - height : 0,
  };
}

/** The addressee stands in the upper half above a street or postal code, often right below the sender's line. */
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
    ...(LEGAL_FORM.test(value.raw) ? { legalForm: 0.5 } : {}),
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

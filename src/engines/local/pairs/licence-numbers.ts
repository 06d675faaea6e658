/**
 * The numbered entries of driving licences, which have no other label: `1.` surname, `4a.` day of issue and so on (Directive 2006/126/EC,
 * annex I, and ISO/IEC 18013-1, by which licences all over the world number them).
 */
import { boxAround } from "#documents/layout/assemble.ts";
import type { Leaf } from "#engines/local/leaves.ts";
import { nameTokens, tokensOf } from "#language/fold.ts";
import { type Cell, type Sheet, textOf } from "#structure/sheet.ts";
import type { Shape, Span } from "./span.ts";

type Entry = { number: string; isDate: boolean; words: ReadonlySet<string> };

const entry = (number: string, isDate: boolean, words: string): Entry => ({ number, isDate, words: new Set(words.split(" ")) });

/** In the order in which they are looked for: "date of birth" is no date of issue, and the day a licence expires none of its others. */
const ENTRIES: readonly Entry[] = [
  entry("3", true, "birth dob born geburtsdatum naissance nacimiento nascita nascimento geboortedatum urodzenia"),
  entry(
    "4b",
    true,
    "expiry expires expiration expiring valid until ablauf gueltig gultig expiration validite caducidad scadenza validade geldig waznosci",
  ),
  entry("4a", true, "issue issued ausstellung delivrance expedicion rilascio emissao afgifte wydania"),
  entry("3", false, "birthplace birth geburtsort naissance nacimiento nascita nascimento geboorteplaats"),
  entry("4c", false, "authority behoerde behorde autorite autoridad autorita autoridade instantie organ"),
  entry("9", false, "categories category class classes klassen categorieen categoria categorias categorie kategorie"),
  entry("8", false, "address anschrift adresse direccion indirizzo morada adres"),
  entry("1", false, "surname last family nachname familienname nom apellidos cognome apelido achternaam nazwisko"),
  entry("2", false, "given first forename forenames vorname vornamen prenom prenoms nombre nome nomes voornamen imie imiona"),
  entry("5", false, "licence license number numero nummer document"),
];
const NUMBER = /^(?:[12358]|4[abcd]|9)\.?$/;
/** Within a line: "4a. 01.02.2020 4c. Exampleton". */
const INNER_NUMBER = /^4[abcd]\.$/;
/** So many different numbers, with the two days, are those of a licence. */
const NUMBERS_MIN = 5;

export function entryAsked({ field, kind }: Leaf): Entry | null {
  if (field.enum !== undefined || !(kind === "date" || kind === "text" || kind === "name" || kind === "id" || kind === "address"))
    return null;
  const words = [...nameTokens(field.name), ...tokensOf(field.description ?? "")];
  return ENTRIES.find(({ isDate, words: own }) => isDate === (kind === "date") && words.some((word) => own.has(word))) ?? null;
}

/** What stands behind each number of the page's licence; nothing where the page is none. */
export function numberedOn(sheet: Sheet): ReadonlyMap<string, Span> {
  const found = new Map<string, Span>();
  for (const cell of sheet.cells) {
    const starts = cell.words.flatMap(({ text }, i) => ((i === 0 ? NUMBER : INNER_NUMBER).test(text.toLowerCase()) ? [i] : []));
    starts.forEach((at, i) => {
      const number = cell.words[at]?.text.toLowerCase().replace(".", "") ?? "";
      const next = cell.words.length > 1 ? cell : rightOf(cell, sheet);
      const span = next && (next === cell ? spanOf(cell, at + 1, starts[i + 1]) : spanOf(next, 0));
      if (span && span.raw !== "" && !found.has(number)) found.set(number, span);
    });
  }
  return found.size >= NUMBERS_MIN && found.has("4a") && found.has("4b") ? found : new Map();
}

/** The entry that a field asks for, as a whole, or its date. */
export function entrySpans(
  asked: Entry,
  numbered: ReadonlyMap<string, Span>,
  spans: (shape: Shape) => (cell: Cell) => readonly Span[],
): readonly Span[] {
  const span = numbered.get(asked.number) ?? (asked.number === "5" ? numbered.get("4d") : undefined);
  if (!span) return [];
  const dates = spans("date")(span.cell).filter(({ from, to }) => from >= span.from && to <= span.to);
  if (asked.isDate) return dates;
  // Behind the day of birth stands the place.
  return [asked.number === "3" && dates[0] ? spanOf(span.cell, dates[0].to, span.to) : span].filter(({ raw }) => raw !== "");
}

const rightOf = (cell: Cell, sheet: Sheet): Cell | null =>
  (sheet.lines[cell.line] ?? []).find(({ box }) => box.left >= cell.box.right) ?? null;

function spanOf(cell: Cell, from: number, to = cell.words.length): Span {
  const words = cell.words.slice(from, to);
  return { cell, from, to, raw: textOf(words), box: boxAround(words), fit: 1, shape: "words", lines: 1 };
}

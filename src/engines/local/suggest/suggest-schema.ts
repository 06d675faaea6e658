/**
 * Suggests a schema from the labels that a document prints: concepts the engine finds, unknown labels with values, the boxes of a form, and
 * the table. The engine is then asked for just these fields, so that what is suggested is what an extraction returns.
 */
import type { Field, Schema } from "#contract/schema/field.ts";
import type { Box, Document } from "#documents/document.ts";
import { boxOfView } from "#documents/layout/reading-view.ts";
import type { Finding } from "#engines/engine.ts";
import type { PageView } from "#engines/local/candidates/candidate.ts";
import { pageOf } from "#engines/local/engine.ts";
import { rowsOfTables } from "#engines/local/tables/rows-of.ts";
import { unsigned } from "#engines/local/unsigned.ts";
import { localeOf } from "#engines/values/locale.ts";
import { fold } from "#language/fold.ts";
import { type Sheet, sheetsOf } from "#structure/sheet.ts";
import { answersOn } from "./answers.ts";
import { type Draft, inReadingOrder, type LinesByPage, type Place, samePlace } from "./draft.ts";
import { nameGiver, snakeCase } from "./field-name.ts";
import { formDrafts } from "./form-boxes.ts";
import { knownDrafts, placeOfLabel, placeOfValue } from "./known-drafts.ts";
import { pairDrafts } from "./pair-drafts.ts";
import { type TableDraft, tableOf } from "./table-field.ts";

/** Boxes are in page coordinates. `path`: `/total`; of a column `/line_items/amount`. */
export type Suggestion = {
  path: string;
  label: string;
  page: number;
  labelBox: Box;
  sample: string | null;
  sampleBox: Box | null;
  samplePage: number;
};
export type Suggested = { schema: Schema; suggestions: Suggestion[] };

const FIELDS_MAX = 40;
/** Maximum number of rounds: in each, fields that were not found again are left out, which may change the others. */
const ROUNDS_MAX = 3;

type Row = { field: Field; label: Place; sample: Place | null; columns: Row[] };

export function suggestSchema(document: Document): Suggested {
  const sheets = sheetsOf(document);
  const page = pageOf(sheets, [], localeOf(document));
  const table = tableOf(sheets);
  const inTable: LinesByPage = table?.lines ?? new Map();
  const found = [...knownDrafts(page, inTable), ...formDrafts(page.forms), ...pairDrafts(page, inTable)];
  const best = namedByLabels(withoutRepeats(found));
  const tables = table ? tableRow(table, sheets, page) : [];
  const singles = settled(best, page, new Set(tables.map(({ field }) => field.name))).slice(0, FIELDS_MAX - tables.length);
  const rows = [...singles, ...tables].sort(
    (a, b) => inReadingOrder(a.label, b.label) || inReadingOrder(a.sample ?? a.label, b.sample ?? b.label),
  );
  return { schema: { fields: rows.map(({ field }) => field) }, suggestions: rows.flatMap((row) => suggestionsOf(row, "", document)) };
}

/** The best drafts. Of two with one value or one label the better is kept; the two ends of a period share theirs. */
function withoutRepeats(drafts: readonly Draft[]): Draft[] {
  const kept: Draft[] = [];
  for (const draft of [...drafts].sort((a, b) => b.score - a.score)) {
    if (kept.length === FIELDS_MAX) break;
    if (!kept.some((other) => repeats(draft, other))) kept.push(draft);
  }
  return kept;
}

function repeats({ label, value, known }: Draft, other: Draft): boolean {
  if (samePlace(value, other.value) || samePlace(value, other.label)) return true;
  // A value without a label is a separate field, unless the same text is printed elsewhere.
  if (label.box === value?.box) return value.text === other.value?.text;
  if (known || label === other.label) return false;
  return samePlace(label, other.label) || samePlace(label, other.value) || sameWords(label.text, other.label.text);
}

/** "Phone:" and "Phone #" ask for the same. */
const sameWords = (a: string, b: string): boolean => fold(a) === fold(b) || (snakeCase(a) !== "" && snakeCase(a) === snakeCase(b));

/**
 * "Full name" is the `full_name`, although "Account holder" may mean one too. An amount due is the `total` of a document that prints no
 * other.
 */
function namedByLabels(drafts: readonly Draft[]): Draft[] {
  const said = new Set(drafts.filter(({ known }) => !known).map(({ name }) => name));
  const hasTotal = drafts.some(({ name }) => name === "total");
  return drafts.map((draft) => {
    if (!hasTotal && draft.name === "amount_due") return { ...draft, name: "total", known: false };
    return draft.known && said.has(draft.name) ? { ...draft, name: snakeCase(draft.label.text) } : draft;
  });
}

/** Best first, with the samples that the engine finds for exactly these fields. */
function settled(drafts: readonly Draft[], page: PageView, taken: ReadonlySet<string>): Row[] {
  const give = nameGiver(taken);
  let rest = drafts.map((draft) => ({ draft, field: { name: give(draft.name), type: draft.type, description: draft.label.text } }));
  for (let round = 1; ; round++) {
    const answers = new Map(
      [
        ...answersOn(
          page,
          rest.map(({ field }) => field),
        ),
      ].map(([leaf, choice]) => [leaf.field, choice] as const),
    );
    const rows = rest.flatMap(({ draft, field }): { draft: Draft; row: Row }[] => {
      const choice = answers.get(field);
      const sample = choice ? placeOfValue(choice) : null;
      if (!fits(draft, sample)) return [];
      const label = (draft.known && choice && placeOfLabel(choice)) || draft.label;
      const shown = sample && { ...sample, text: unsigned(sample.text, field) };
      return [{ draft, row: { field, label, sample: shown, columns: [] } }];
    });
    if (rows.length === rest.length || round === ROUNDS_MAX) return rows.map(({ row }) => row);
    rest = rows.map(({ draft, row }) => ({ draft, field: row.field as (typeof rest)[number]["field"] }));
  }
}

/** Whether the engine finds what the label was suggested for; or nothing, where the form is blank. */
function fits(draft: Draft, sample: Place | null): boolean {
  if (sample === null) return draft.value === null;
  return draft.known || samePlace(sample, draft.value) || (draft.type === "boolean" && samePlace(sample, draft.label));
}

/** One row, or none when extraction finds nothing below the heads. */
function tableRow({ field, label, heads }: TableDraft, sheets: readonly Sheet[], { locale }: PageView): Row[] {
  const findings = rowsOfTables([{ path: "", field, parents: [] }], sheets, locale);
  const columns = (field.fields ?? []).flatMap((column, i): Row[] => {
    const first = findings.find(({ path }) => path.split("/")[2] === column.name);
    const head = heads[i];
    return first && head ? [{ field: column, label: head, sample: sampleOf(first), columns: [] }] : [];
  });
  if (columns.length < 2) return [];
  return [{ field: { ...field, fields: columns.map((column) => column.field) }, label, sample: null, columns }];
}

const sampleOf = ({ raw, page, at }: Finding): Place | null => (at ? { text: raw, page, box: at } : null);

function suggestionsOf({ field, label, sample, columns }: Row, above: string, document: Document): Suggestion[] {
  const path = `${above}/${field.name}`;
  const boxOf = (place: Place): Box => {
    const page = document.pages.find(({ number }) => number === place.page);
    return page ? boxOfView(place.box, page) : place.box;
  };
  const own = { path, label: label.text, page: label.page, labelBox: boxOf(label) };
  const at = { sample: sample?.text ?? null, sampleBox: sample && boxOf(sample), samplePage: sample?.page ?? label.page };
  return [{ ...own, ...at }, ...columns.flatMap((column) => suggestionsOf(column, path, document))];
}

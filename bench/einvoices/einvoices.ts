/**
 * E-invoices: how many of the terms that their XML states are right, for schemas written in different ways; whether wrong files end with a
 * warning; and whether a print that was changed is found, and none that was not.
 */
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import type { Schema } from "#contract/schema/field.ts";
import type { Evidence, ExtractionResult, FieldResult } from "#contract/task.ts";
import type { Document, Page, Word } from "#documents/document.ts";
import { attachedXml } from "#documents/pdf/attached-files.ts";
import type { DocumentReader } from "#documents/read-document.ts";
import { localEngine } from "#engines/local/engine.ts";
import { extractValues } from "#results/extract.ts";
import { readOneByOne, spread } from "../reading.ts";
import type { Asked } from "./asked.ts";
import { changed } from "./change-print.ts";
import { SCHEMAS } from "./schemas.ts";
import { type TrueValue, type Truth, truthOf } from "./truth.ts";

const READ_MS_MAX = 60_000;
const CHANGES = 30;

type Read = { file: string; bytes: Buffer; document: Document | null; failed: string; truth: Truth | null };
type Count = { right: number; wrong: number; missed: number };

/** `--data DIR`: the folder of files. `--show`: prints what is wrong or missed. `--prints`: only whether changed prints are found. */
export async function eInvoices(argv: string[]): Promise<void> {
  const { values } = parseArgs({
    args: argv,
    options: { data: { type: "string" }, show: { type: "boolean", default: false }, prints: { type: "boolean" } },
  });
  if (values.data === undefined) throw new Error("use: einvoices --data DIR [--show] [--prints]");
  const root = path.resolve(values.data);
  const files = globSync("**/*.{pdf,xml}", { cwd: root }).sort();
  await readOneByOne([null], async (_, reader) => {
    const all: Read[] = [];
    for (const file of files) all.push(await readFile(reader, root, file));
    if (!values.prints) {
      await terms(all, values.show);
      await failing(all);
    }
    await prints(reader, all, values.show);
  });
}

async function readFile(reader: DocumentReader, root: string, file: string): Promise<Read> {
  const bytes = readFileSync(path.join(root, file));
  const xml = file.endsWith(".xml") ? bytes : ((await attachedXml(bytes, null)).find(({ name }) => NAMES.test(name))?.bytes ?? null);
  const truth = xml && truthOf(new TextDecoder().decode(xml));
  try {
    return { file, bytes, document: await reader.read(bytes, {}, AbortSignal.timeout(READ_MS_MAX)), failed: "", truth };
  } catch (error) {
    return { file, bytes, document: null, failed: String(error), truth };
  }
}
const NAMES = /^(?:factur-x|zugferd-invoice|xrechnung)\.xml$/i;

async function extracted(document: Document, asked: Asked): Promise<{ result: ExtractionResult; ms: number }> {
  const schema: Schema = { fields: asked.fields };
  const start = performance.now();
  const { result } = await extractValues(localEngine, { document, schema }, AbortSignal.timeout(READ_MS_MAX));
  return { result, ms: performance.now() - start };
}

async function terms(all: readonly Read[], show: boolean): Promise<void> {
  const times: number[] = [];
  for (const asked of SCHEMAS) {
    const byFormat = new Map<string, Count>();
    for (const { file, document, truth } of all) {
      if (!document || !truth || file.includes("/fail/")) continue;
      const { result, ms } = await extracted(document, asked);
      times.push(ms);
      const format = document.structured?.format ?? "none";
      const count = byFormat.get(format) ?? { right: 0, wrong: 0, missed: 0 };
      byFormat.set(format, count);
      for (const { at, wanted } of wantedOf(asked, truth))
        judge(count, result.fields[at], wanted, show ? `${file} ${asked.name} ${at}` : null);
    }
    const total = [...byFormat.values()].reduce((sum, each) => ({
      right: sum.right + each.right,
      wrong: sum.wrong + each.wrong,
      missed: sum.missed + each.missed,
    }));
    console.log(`${asked.name}: ${told(total)}`);
    for (const [format, count] of byFormat) console.log(`  ${format}: ${told(count)}`);
  }
  console.log(`engine and results, ms: ${spread(times)}`);
}

const told = ({ right, wrong, missed }: Count): string =>
  `${((100 * right) / Math.max(1, right + wrong + missed)).toFixed(2)} % of ${right + wrong + missed} right, ${wrong} wrong, ${missed} missed`;

/** Every value that the XML has and the schema asks for. */
function wantedOf(asked: Asked, truth: Truth): { at: string; wanted: TrueValue }[] {
  const rows = (start: string, columns: Record<string, string>, values: readonly Record<string, TrueValue>[]) =>
    values.flatMap((row, i) => Object.entries(columns).map(([name, key]) => ({ at: `${start}/${i}/${name}`, wanted: row[key] ?? null })));
  return [
    ...Object.entries(asked.names).map(([at, key]) => ({ at, wanted: truth.single[key] ?? null })),
    ...rows(asked.lines, asked.columns, truth.lines),
    ...rows(asked.taxes, asked.rates, truth.taxes),
  ].filter(({ wanted }) => wanted !== null);
}

function judge(count: Count, field: FieldResult | undefined, wanted: TrueValue, label: string | null): void {
  const value = field?.value ?? null;
  const outcome = value === null ? "missed" : isSame(value, wanted) ? "right" : "wrong";
  count[outcome] += 1;
  if (label !== null && outcome !== "right") console.log(`    ${outcome}: ${label} ${JSON.stringify(value)} for ${JSON.stringify(wanted)}`);
}

function isSame(value: FieldResult["value"], wanted: TrueValue): boolean {
  const amount = value !== null && typeof value === "object" && !Array.isArray(value) ? value.amount : value;
  if (typeof wanted === "number") return Math.abs(Number(amount) - wanted) < 0.000_1;
  return String(amount).replace(/\s+/g, " ") === wanted;
}

async function failing(all: readonly Read[]): Promise<void> {
  const warned = new Map<string, string[]>();
  for (const { file, document } of all) {
    if (!document || !SCHEMAS[0]) continue;
    const { result } = await extracted(document, SCHEMAS[0]);
    warned.set(
      file,
      [...new Set(result.warnings.map(({ code }) => code))].filter((code) => OF_FILE.test(code)),
    );
  }
  const wrong = all.filter(({ file }) => file.includes("/fail/"));
  const silent = wrong.filter(({ file, document }) => document && warned.get(file)?.length === 0);
  console.log(`wrong files: ${wrong.length - silent.length} of ${wrong.length} end with a warning or an error`);
  for (const { file } of silent) console.log(`  silent: ${file}`);
  const sound = [...warned].filter(([file, codes]) => !file.includes("/fail/") && codes.length > 0);
  console.log(`sound files: ${sound.length} of ${all.length - wrong.length} end with such a warning`);
  for (const [file, codes] of sound) console.log(`  ${file}: ${codes.join(", ")}`);
}
/** Warnings of what a file is or holds, not of what it prints. */
const OF_FILE = /^(?:einvoice|attachments)_/;

const flagsOf = ({ warnings }: ExtractionResult): string[] =>
  warnings.filter(({ code }) => code === "print_differs").map(({ path: at, message }) => `${at}: ${message}`);

/** What is changed in the copies, one after the other. */
const CHANGED = [
  "/invoice_number",
  "/total_with_vat",
  "/invoice_date",
  "/seller_vat_id",
  "/total_without_vat",
  "/iban",
  "/amount_due",
  "/total_vat",
  "/due_date",
  "/line_items/0/line_total",
  "/buyer_vat_id",
  "/customer_number",
];

async function prints(reader: DocumentReader, all: readonly Read[], show: boolean): Promise<void> {
  const [asked] = SCHEMAS;
  if (!asked) return;
  const sound: Sound[] = [];
  const flagged: string[] = [];
  for (const read of all) {
    const { file, document, truth } = read;
    if (!document || !truth || !file.endsWith(".pdf")) continue;
    const { result } = await extracted(document, asked);
    const flags = flagsOf(result);
    if (flags.length > 0) flagged.push(`${file}\n${flags.map((flag) => `    ${flag}`).join("\n")}`);
    else sound.push({ read, document, truth, result });
  }
  console.log(`unchanged prints: ${flagged.length} of ${sound.length + flagged.length} flagged`);
  for (const each of flagged) console.log(`  ${each}`);
  for (const everywhere of [true, false]) {
    const outcomes = await ofChanges(reader, sound, asked, everywhere);
    const missed = outcomes.filter(({ found }) => !found);
    console.log(
      `changed prints (${everywhere ? "every place of the value" : "where it is labelled"}): ${outcomes.length - missed.length} of ${outcomes.length} flagged, ${outcomes.filter(({ atField }) => atField).length} at the field that was changed`,
    );
    if (show) for (const { label } of missed) console.log(`  missed: ${label}`);
  }
}

type Sound = { read: Read; document: Document; truth: Truth; result: ExtractionResult };

/** `everywhere`: every word that prints the value is changed, else only where the unchanged file has its printed evidence. */
async function ofChanges(reader: DocumentReader, sound: readonly Sound[], asked: Asked, everywhere: boolean) {
  const outcomes: { label: string; found: boolean; atField: boolean }[] = [];
  for (let i = 0; outcomes.length < CHANGES && i < sound.length * CHANGED.length; i++) {
    const { read, document, truth, result: before } = sound[i % sound.length] ?? {};
    const at = CHANGED[(i + Math.floor(i / sound.length)) % CHANGED.length] ?? "";
    const wanted = truth && wantedOf(asked, truth).find((each) => each.at === at)?.wanted;
    if (!read || !document || !before || wanted === undefined) continue;
    const change = await changed(
      read.bytes,
      document,
      at,
      wanted,
      everywhere ? undefined : (page, word) => isEvidence(before.fields[at], page, word),
    );
    if (!change) continue;
    const copy = await reader.read(change.bytes, {}, AbortSignal.timeout(READ_MS_MAX));
    const { result } = await extracted(copy, asked);
    const flags = flagsOf(result);
    const label = `${read.file} ${at} ${change.from} → ${change.to}; ${flags.join(" ")} ${JSON.stringify(result.fields[at]?.evidence.map(({ text }) => text))}`;
    outcomes.push({ label, found: flags.length > 0, atField: flags.some((flag) => flag.startsWith(`${at}:`)) });
  }
  return outcomes;
}

function isEvidence(field: FieldResult | undefined, { number, width, height }: Page, { box }: Word): boolean {
  const [x, y] = [(box.left + box.right) / 2 / width, (box.top + box.bottom) / 2 / height];
  const has = ({ page, bbox: [left, top, right, bottom] }: Evidence) =>
    page === number && x >= left && x <= right && y >= top && y <= bottom;
  return field?.evidence.some(has) ?? false;
}

/** Rows as an XLSX file, written while they are read: memory holds some of a sheet's rows, however many there are. */
import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { ZipFile } from "yazl";
import { sheetXml } from "./sheet-xml.ts";
import type { Cell } from "./tables.ts";
import { CONTENT_TYPES, ROOT_RELATIONS, STYLES, WORKBOOK, WORKBOOK_RELATIONS } from "./workbook-xml.ts";

/** Rows that no sheet can hold go to further sheets. `rows` is read once. */
export type Sheet = { name: string; head: readonly string[]; rows: () => AsyncIterable<readonly Cell[]> };

/** Most rows of a sheet, with its head (Excel specifications and limits). */
const SHEET_ROWS_MAX = 1_048_576;

/** Reads the sheets' rows as it is read itself, one sheet after the other. An error of `rows` is that of the stream. */
export function xlsxOf(sheets: readonly Sheet[], rowsMax = SHEET_ROWS_MAX): Readable {
  const zip = new ZipFile();
  const out = zip.outputStream as Readable;
  const stopped = new AbortController();
  const fail = (error: unknown): void => void out.destroy(error as Error);
  out.once("close", () => stopped.abort());
  zip.on("error", fail);
  fill(zip, sheets, { rowsMax, signal: stopped.signal }).catch(fail);
  return out;
}

async function fill(zip: ZipFile, sheets: readonly Sheet[], { rowsMax, signal }: { rowsMax: number; signal: AbortSignal }): Promise<void> {
  const names: string[] = [];
  for (const { name, head, rows } of sheets) {
    const source = rows()[Symbol.asyncIterator]();
    for (let next = await source.next(), isFirst = true; isFirst || next.done !== true; isFirst = false) {
      const part = async function* (): AsyncGenerator<readonly Cell[]> {
        for (let count = 1; next.done !== true && count < rowsMax; count++) {
          yield next.value;
          next = await source.next();
        }
      };
      names.push(nameIn(names, name));
      const xml = Readable.from(sheetXml(head, part()), { objectMode: false, signal });
      zip.addReadStream(xml, `xl/worksheets/sheet${names.length}.xml`);
      await finished(xml);
    }
  }
  const add = (path: string, xml: string) => zip.addBuffer(Buffer.from(xml), path);
  add("xl/styles.xml", STYLES);
  add("xl/workbook.xml", WORKBOOK(names));
  add("xl/_rels/workbook.xml.rels", WORKBOOK_RELATIONS(names.length));
  add("_rels/.rels", ROOT_RELATIONS);
  add("[Content_Types].xml", CONTENT_TYPES(names.length));
  zip.end();
}

const SHEET_NAME_CHARACTERS_MAX = 31;
const NOT_IN_SHEET_NAMES = /[\\/?*[\]:]/g;
/** A name neither begins nor ends with an apostrophe. */
const APOSTROPHES = /^'|'$/g;

function nameIn(names: readonly string[], wanted: string): string {
  const plain = wanted.replace(NOT_IN_SHEET_NAMES, "_").slice(0, SHEET_NAME_CHARACTERS_MAX).replace(APOSTROPHES, "_") || "Table";
  const taken = new Set(names.map((name) => name.toLowerCase()));
  for (let n = 1; ; n++) {
    const end = n === 1 ? "" : ` ${n}`;
    const name = plain.slice(0, SHEET_NAME_CHARACTERS_MAX - end.length) + end;
    if (!taken.has(name.toLowerCase())) return name;
  }
}

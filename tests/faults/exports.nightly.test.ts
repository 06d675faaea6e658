/** A template's results are written while they are read from the database: an export of any length takes the memory of a few records. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { openDb } from "#platform/postgres/db.ts";
import { figure } from "../support/figure.ts";
import { growthOf, residentBytes } from "../support/memory.ts";
import { startOwnProcesses } from "../support/own-processes.ts";
import { base64, type Line, pdfOf } from "../support/pdf.ts";

const MEGABYTE = 1024 * 1024;
const DOCUMENTS = 300;
/** Of the table in each document: its record, with the place of each value, is JSON of 2.4 MB. */
const [PAGES, ROWS_OF_PAGE] = [28, 70];
const ROWS = PAGES * ROWS_OF_PAGE;
/** The process grows by 140 to 200 MB however many documents there are: V8 lets 64 MB of buffers and twice its heap gather before it collects. */
const GROWTH_BYTES_MAX = 320 * MEGABYTE;

const NAMES = ["description", "quantity", "unit_price", "amount"];
const columns = NAMES.map((name) => ({ name, type: name === "description" ? "string" : "number" }));
const TEMPLATE = { name: "Many", extraction_schema: { fields: [{ name: "line_items", type: "table", fields: columns }] }, learn: false };

const rowAt = (row: number, ...cells: string[]): Line[] =>
  cells.map((text, column) => ({ text, x: 20 + column * 140, y: 20 + row * 11, size: 7 }));

const pageOf = (page: number): Line[] => [
  ...rowAt(0, "Description", "Quantity", "Unit price", "Amount"),
  ...Array.from({ length: ROWS_OF_PAGE }, (_, i) =>
    rowAt(i + 1, `Steel widget ${page}-${i}`, `${i + 1}`, "12.50", `${(i + 1) * 12.5}`),
  ).flat(),
];

/** Of a task, so many more with ids of their own. */
async function multiply(databaseUrl: string, taskId: string, count: number): Promise<void> {
  const options = { connectionsMax: 1, name: "test", role: null, onError: () => undefined };
  await using opened = openDb({ connectionString: databaseUrl }, options);
  const { rows } = await sql<{ names: string }>`SELECT string_agg(quote_ident(column_name), ', ') AS names FROM information_schema.columns
    WHERE table_name = 'tasks' AND column_name <> 'id'`.execute(opened.db);
  const names = sql.raw(rows[0]?.names ?? "");
  await sql`INSERT INTO tasks (id, ${names}) SELECT left(id, -4) || to_char(n, 'FM0000'), ${names}
    FROM tasks, generate_series(1, ${count}) AS n WHERE id = ${taskId}`.execute(opened.db);
}

test("588,000 rows in records of 730 MB are given as each kind of file in the memory of a few records", async () => {
  await using service = await startOwnProcesses({ WINNOW_WORKERS: "1" });
  const { client, processes } = service;
  const { template_id } = (await client.post("/v1/templates", TEMPLATE)).json;
  const file_content = base64(await pdfOf(Array.from({ length: PAGES }, (_, page) => pageOf(page))));
  const { task_id, data } = await client.extract({ file_content, template_id });
  expect(data?.line_items).toHaveLength(ROWS);
  await multiply(service.databaseUrl, task_id, DOCUMENTS - 1);
  const lines = async (format: string): Promise<number> => {
    const url = `${processes.url}/api/extractor/v1/templates/${template_id}/results?format=${format}`;
    const { status, body } = await fetch(url, { headers: { authorization: client.apiKey ?? "" } });
    expect(status).toBe(200);
    let count = 0;
    for await (const chunk of body ?? []) for (const byte of chunk) if (byte === 0x0a) count++;
    return count;
  };
  const [api = 0] = (await processes.pids()).api;
  const grown = await growthOf(
    () => residentBytes(api),
    async () => {
      expect(await lines("csv&table=line_items")).toBe(1 + DOCUMENTS * ROWS);
      expect(await lines("jsonl")).toBe(DOCUMENTS);
      expect(await lines("xlsx")).toBeGreaterThan(0);
    },
  );
  figure(
    null,
    `an API process that gives ${DOCUMENTS * ROWS} rows as CSV, JSON Lines and XLSX takes ${Math.round(grown / MEGABYTE)} MB more`,
  );
  expect(grown).toBeLessThan(GROWTH_BYTES_MAX);
}, 300_000);

/** Documents longer than one call: nothing is lost between the parts, or the record says that it is. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TaskRecord } from "#contract/task.ts";
import { type Asked, type ModelServer, type Step, startModelServer } from "../support/model-server.ts";
import { base64, type Line, pdfOf } from "../support/pdf.ts";
import { pointingModel } from "../support/pointing-model.ts";
import { startTestService, type TestService } from "../support/service.ts";

const ROWS = Array.from({ length: 1000 }, (_, i) => ({
  code: `SKU-${10_000 + i * 7}`,
  text: `Part number ${i} of the list`,
  quantity: (i * 13) % 50,
  cents: 99 + i,
}));
const cellsOf = ({ code, text, quantity, cents }: (typeof ROWS)[number]) => [code, text, String(quantity), (cents / 100).toFixed(2)];
const COLUMNS = [50, 150, 350, 450];
/** Forty pages of twenty-five rows; the headings stand on the first. */
const PAGES: Line[][] = Array.from({ length: 40 }, (_, page) => [
  { text: `Example Parts Ltd, parts list, page ${page + 1} of 40`, y: 30 },
  ...(page === 0 ? ["Code", "Description", "Quantity", "Price"].map((text, i) => ({ text, x: COLUMNS[i] ?? 0, y: 60 })) : []),
  ...ROWS.slice(page * 25, page * 25 + 25).flatMap((row, i) =>
    cellsOf(row).map((text, column) => ({ text, x: COLUMNS[column] ?? 0, y: 90 + i * 26 })),
  ),
]);
const SCHEMA = {
  fields: [
    { name: "seller", type: "string" },
    {
      name: "parts",
      type: "table",
      fields: [{ name: "code" }, { name: "text" }, { name: "quantity", type: "integer" }, { name: "price", type: "number" }],
    },
  ],
};
const model = pointingModel({
  fields: { "/seller": /^(Example Parts Ltd)/ },
  tables: {
    "/parts": { columns: ["code", "text", "quantity", "price"], row: /^(SKU-\d+)\s+(Part number \d+ of the list)\s+(\d+)\s+([\d.]+)$/ },
  },
});
const EXPECTED = ROWS.map(({ code, text, quantity, cents }) => ({ code, text, quantity, price: cents / 100 }));

let server: ModelServer;
let service: TestService;
let document: string;
beforeAll(async () => {
  document = base64(await pdfOf(PAGES));
  server = await startModelServer(model);
  service = await startTestService({ env: server.env("openai", { model: "gpt-4o-mini" }) });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

async function extract(answer: (asked: Asked) => Step): Promise<TaskRecord> {
  server.asked.length = 0;
  server.always(answer);
  const client = await service.account();
  return client.wait(await client.submit({ file_content: document, extraction_schema: SCHEMA, cache: "off" }));
}
const reply = (asked: Asked): Step => ({ reply: model(asked) });

test("a table of 1,000 rows over 40 pages comes back whole, in order, each cell with its page", async () => {
  const record = await extract(reply);
  expect(record).toMatchObject({ status: "completed", warnings: [], completeness: { truncated: false } });
  expect(record.data).toEqual({ seller: "Example Parts Ltd", parts: EXPECTED });
  expect(record.fields?.["/parts/999/price"]?.evidence[0]).toMatchObject({ page: 40, text: "10.98" });
  expect(server.asked.length).toBeGreaterThan(1);
});

test("replies that are cut at the limit of tokens are continued", async () => {
  const record = await extract((asked) => {
    const whole = JSON.stringify(model(asked));
    return whole.length > 12_000 ? { reply: whole.slice(0, 12_000), ends: "length" } : { reply: whole };
  });
  expect(record).toMatchObject({ status: "completed", completeness: { truncated: false } });
  expect(record.data).toEqual({ seller: "Example Parts Ltd", parts: EXPECTED });
});

test("rows that a reply left out are asked for once more", async () => {
  const lazy = (asked: Asked): Step => {
    const answer = model(asked) as { findings: object[]; tables: { rows: { cells: string[] }[] }[] };
    const isRepair = asked.text.includes("left them out");
    return {
      reply: isRepair
        ? answer
        : { ...answer, tables: answer.tables.map((table) => ({ ...table, rows: table.rows.filter((_, i) => i % 10 !== 5) })) },
    };
  };
  const record = await extract(lazy);
  expect(record).toMatchObject({ status: "completed", warnings: [], completeness: { truncated: false } });
  expect(record.data).toEqual({ seller: "Example Parts Ltd", parts: EXPECTED });
});

test("rows that stay away make the answer truncated, and are told of", async () => {
  const record = await extract((asked) => {
    const answer = model(asked) as { findings: object[]; tables: { rows: object[] }[] };
    return { reply: { ...answer, tables: answer.tables.map((table) => ({ ...table, rows: table.rows.slice(0, 30) })) } };
  });
  expect(record).toMatchObject({ status: "completed", completeness: { truncated: true } });
  expect(record.warnings.map(({ code, path }) => [code, path])).toEqual([
    ["rows_unclaimed", "/parts"],
    ["answer_truncated", null],
  ]);
});

test("of two tables the second is whole although the reply was cut in the first, which goes on below it", async () => {
  const lines = [
    ...Array.from({ length: 30 }, (_, i) => ["A", i] as const),
    ...Array.from({ length: 5 }, (_, i) => ["B", i] as const),
    ...Array.from({ length: 30 }, (_, i) => ["A", i + 30] as const),
  ];
  const pages = [
    lines.flatMap(([kind, i], at) =>
      [`${kind}-${100 + i}`, String(i)].map((text, column) => ({ text, x: 50 + column * 100, y: 30 + at * 11, size: 8 })),
    ),
  ];
  const columns = [{ name: "code" }, { name: "count", type: "integer" }];
  const schema = { fields: ["first", "second"].map((name) => ({ name, type: "table", fields: columns })) };
  const both = pointingModel({
    tables: {
      "/first": { columns: ["code", "count"], row: /^(A-\d+)\s+(\d+)$/ },
      "/second": { columns: ["code", "count"], row: /^(B-\d+)\s+(\d+)$/ },
    },
  });
  server.always((asked) => {
    const whole = JSON.stringify(both(asked));
    return whole.length > 2_500 && !asked.text.includes("Answer only")
      ? { reply: whole.slice(0, 2_000), ends: "length" }
      : { reply: whole };
  });
  const client = await service.account();
  const record = await client.extract({ file_content: base64(await pdfOf(pages)), extraction_schema: schema, cache: "off" });
  const rowsOf = (kind: string, count: number) => Array.from({ length: count }, (_, i) => ({ code: `${kind}-${100 + i}`, count: i }));
  expect(record).toMatchObject({
    status: "completed",
    completeness: { truncated: false },
    data: { first: rowsOf("A", 60), second: rowsOf("B", 5) },
  });
});

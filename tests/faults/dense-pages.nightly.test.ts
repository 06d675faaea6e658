/** A document as large as is taken, dense on every page: nothing that anybody waits for is held by it. */
import { expect, test } from "vitest";
import { startOwnProcesses } from "../support/own-processes.ts";
import { base64, type Line, pdfOf } from "../support/pdf.ts";

/** A worker tells the queue every 3 s that it holds a job, and its supervisor every second that it lives. */
const LAG_SECONDS_MAX = 1.5;
const PAGES = 200;
const ROWS = 70;

const SCHEMA = {
  fields: [
    { name: "invoice_number", type: "string" },
    {
      name: "line_items",
      type: "table",
      fields: [
        { name: "description", type: "string" },
        { name: "quantity", type: "number" },
        { name: "unit_price", type: "number" },
        { name: "amount", type: "number" },
      ],
    },
  ],
};

const HEADS = ["Description", "Quantity", "Unit price", "Amount"];
const rowAt = (cells: readonly string[], row: number): Line[] =>
  cells.map((text, column) => ({ text, x: 20 + column * 140, y: 20 + row * 11, size: 7 }));

function densePages(): Line[][] {
  return Array.from({ length: PAGES }, (_, page) => {
    const rows = Array.from({ length: ROWS }, (_, row) =>
      rowAt([`Steel widget ${page}-${row} of a long name`, `${row + 1}`, `${page}.50`, `${(row + 1) * (page + 0.5)}`], row + 1),
    );
    return [...rowAt(HEADS, 0), ...rows.flat()];
  });
}

test("H02: 200 dense pages hold no event loop for as long as a heartbeat waits", async () => {
  await using service = await startOwnProcesses({ WINNOW_WORKERS: "1" });
  const body = { file_content: base64(await pdfOf(densePages())), extraction_schema: SCHEMA };
  const id = await service.client.submit(body);
  let task = await service.client.wait(id, 60);
  while (task.status === "processing") task = await service.client.wait(id, 60);
  expect(task).toMatchObject({ status: "completed", attempts: 1, document: { page_count: PAGES } });
  const rows = task.data?.line_items as unknown[];
  expect(rows.length).toBeGreaterThan(PAGES * ROWS * 0.9);
  const { text } = await service.client.get("/metrics");
  const lags = [...text.matchAll(/^winnow_nodejs_eventloop_lag_max_seconds\{process="([\w ]+)"\} ([\d.]+)/gm)];
  expect(lags.map(([, name]) => name).toSorted()).toEqual(["api", "worker 1"]);
  for (const [, name, seconds] of lags) expect([name, Number(seconds) < LAG_SECONDS_MAX, seconds]).toEqual([name, true, seconds]);
}, 300_000);

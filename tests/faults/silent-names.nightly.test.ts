/** Name servers that do not answer, and names that are somebody's internal ones, in a network of its own (guarded-fetch.nightly.test.ts). */
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Client } from "../support/client.ts";
import { figure } from "../support/figure.ts";
import { type World, whyNoNamespace } from "../support/namespace/open.ts";
import { serviceInNamespace } from "../support/namespace/service.ts";
import { INVOICE, pdfOf } from "../support/pdf.ts";
import { SINKS } from "../support/sinks.ts";

const missing = whyNoNamespace();
const SILENT = 24;

describe.skipIf(missing !== null)(`in a network of its own${missing === null ? "" : ` (this system allows none: ${missing})`}`, () => {
  const stack = new AsyncDisposableStack();
  let world: World;
  let client: Client;
  let other: Client;
  beforeAll(async () => {
    const opened = await serviceInNamespace();
    world = stack.use(opened.world);
    ({ client, other } = opened);
    await writeFile(path.join(world.folder, "a.pdf"), await pdfOf(INVOICE));
  });
  afterAll(() => stack.disposeAsync());

  test.each(SINKS)("H05: an unknown name, an internal one, and one without an address are told alike: $name", async (sink) => {
    const names = ["unknown.nowhere", "private", "metadata", "loopback6", "mixed", "empty", "some.alias"];
    const ends = await Promise.all(names.map((name) => sink.send(client, `http://${name}.example/file/a.pdf`)));
    expect([...new Set(ends.map(({ done, why }) => `${done} ${why}`))]).toHaveLength(1);
  });

  test("H05: names whose server is silent hold up nobody else's, in the API and in a worker", { timeout: 120_000 }, async () => {
    const suggest = (by: Client, host: string) => by.post("/v1/schemas/suggest", { document_url: `http://${host}/file/a.pdf` });
    const silent = Array.from({ length: SILENT }, (_, i) => suggest(client, `s${i}.silent.example`));
    const tasks = await Promise.all(
      Array.from({ length: SILENT }, (_, i) =>
        client.submit({ document_url: `http://t${i}.silent.example/a.pdf`, extraction_schema: { fields: [{ name: "a" }] } }),
      ),
    );
    await expect.poll(async () => (await world.seen()).names.filter((name) => name.includes(".silent.")).length).toBeGreaterThan(8);
    const started = performance.now();
    const answers = await Promise.all(Array.from({ length: 4 }, () => suggest(other, "files.example")));
    const ms = performance.now() - started;
    figure(null, `four look-ups beside ${SILENT} silent ones took ${Math.round(ms)} ms`);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(ms).toBeLessThan(4_000);
    for (const answer of await Promise.all(silent)) expect([answer.status, answer.json.error_code]).toEqual([400, "document_unreachable"]);
    for (const id of tasks) await client.post(`/v1/tasks/${id}/cancel`);
  });
});

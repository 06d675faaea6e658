/** What reviews taught, where a model is asked: `hybrid`, a fallback, and documents that are read once for several schemas. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { schemaOf } from "#cli/extract-file.ts";
import type { Schema } from "#contract/schema/field.ts";
import type { TaskRecord } from "#contract/task.ts";
import { openLlmEngine } from "#engines/llm/engine.ts";
import { tokensIn } from "#engines/llm/tokens.ts";
import { looksFor } from "#engines/looks-for.ts";
import type { Hint } from "#engines/remembered.ts";
import { UsageMeter } from "#engines/usage-meter.ts";
import { type Recall, valuesOfDocument } from "#extraction/values-of.ts";
import { recall } from "#memory/memory.ts";
import { openModels } from "#platform/models/models.ts";
import { modelsOf } from "#platform/models/settings.ts";
import { correctionsOf, LOSS_SCHEMA, layoutsOf, lossFile, lossOf, lossReader, readLoss, teach, truthOf } from "../support/losses.ts";
import { type ModelServer, startModelServer } from "../support/model-server.ts";
import { base64, pdfOf } from "../support/pdf.ts";
import { pointingModel } from "../support/pointing-model.ts";
import { serviceReaders } from "../support/reader.ts";
import { startTestService, type TestService } from "../support/service.ts";

/** It knows the rows and one value. */
const model = pointingModel({
  fields: { "/policy_code": /(KX-\d+)/ },
  tables: { "/goods": { columns: ["thing", "worth"], row: /^([A-Z][a-z]+(?: paper)?)\s+([\d,]+\.\d\d)$/ } },
});

let server: ModelServer;
let service: TestService;
beforeAll(async () => {
  server = await startModelServer(model);
  service = await startTestService({ env: { ...server.env("openai"), ...server.env("anthropic"), ...server.env("gemini") } });
});
beforeEach(() => {
  server.asked.length = 0;
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

/** What the last call to the model asked for. */
const askedFields = () => [...(server.asked.at(-1)?.text ?? "").matchAll(/^(\/\w+) \(/gm)].map(([, path]) => path);

test("after a review `hybrid` asks the model for less, and its record names the layout", async () => {
  const by = await lossReader(await service.account());
  const before = await readLoss(by, 1, { provider: "hybrid" });
  expect(before.memory).toBeNull();
  expect(askedFields()).toEqual(["/policy_code", "/insured_person", "/loss_day", "/claimed", "/goods"]);
  await teach(by, 0);
  const after = await readLoss(by, 1, { provider: "hybrid" });
  expect(after.data).toEqual(truthOf(lossOf(1)));
  expect(after).toMatchObject({ engine: "hybrid", provider: "openai", memory: { examples: 1 }, cache: { hit: false } });
  // Of a list nothing tells whether all rows were found: the model is always asked.
  expect(askedFields()).toEqual(["/goods"]);
  expect(await readLoss(by, 1, { provider: "hybrid" })).toMatchObject({ cache: { hit: true }, memory: { examples: 1 } });
  expect((await layoutsOf(by))[0]).toMatchObject({ documents_read: 2 });
  const unlearned = await readLoss(by, 1, { provider: "hybrid", learn: false });
  expect(unlearned.memory).toBeNull();
  expect(unlearned.data).toEqual(before.data);
});

test("`local` reads with it as the fallback of a model that fails", async () => {
  const by = await lossReader(await service.account());
  await teach(by, 0);
  const failing = { provider: "anthropic", fallback: ["local"], cache: "off" };
  server.next({ status: 401 });
  const record = await readLoss(by, 2, failing);
  expect(record).toMatchObject({ engine: "local", memory: { examples: 1 }, data: truthOf(lossOf(2)) });
  server.next({ status: 401 });
  expect(await readLoss(by, 2, { ...failing, learn: false })).toMatchObject({ engine: "local", memory: null });
});

test("a document that is read once is asked for several schemas, by any provider, and for its layout once each time", async () => {
  const client = await service.account();
  const by = await lossReader(client);
  await teach(by, 0);
  const { schema } = schemaOf(LOSS_SCHEMA, "losses");
  const reader = serviceReaders(service.config).worker;
  await using models = openModels(service.config.models, null);
  const { signal } = new AbortController();
  const bytes = Buffer.from(await lossFile(1), "base64");
  const document = await reader.read(bytes, looksFor(schema), signal);
  let recalls = 0;
  const recalled: Recall = async (layout) => {
    recalls += 1;
    const scope = { accountId: client.accountId, scope: by.templateId };
    return (await recall(service.deps.systemDb, scope, layout, { taskId: "none", sha256: null }))?.memory ?? null;
  };
  const read = (provider: "local" | "hybrid" | "anthropic", asked: Schema) =>
    valuesOfDocument(
      { reader, models, meter: new UsageMeter(null), aside: (work) => work(), timed: (_, work) => work(() => undefined) },
      { accountId: client.accountId, provider, fallback: [] },
      { document, schema: asked, recall: recalled },
      signal,
    );
  const truth = truthOf(lossOf(1));
  expect((await read("local", { fields: schema.fields.slice(1, 3) })).result.data).toEqual({
    insured_person: truth.insured_person,
    loss_day: truth.loss_day,
  });
  expect(await read("local", schema)).toMatchObject({ by: { engine: "local" }, result: { data: truth } });
  expect(recalls).toBe(2);
  expect(await read("hybrid", schema)).toMatchObject({ by: { engine: "hybrid" }, result: { data: truth } });
  expect(recalls).toBe(3);
  expect((await read("anthropic", schema)).result.data).toMatchObject({ policy_code: truth.policy_code, goods: truth.goods });
  expect(recalls).toBe(4);
});

/** The part of the last prompt that tells what reviews say; empty where there is none. */
const hinted = () =>
  /reviewed other documents of this layout.*\n<(document-\w+)>\n([\s\S]*?)\n<\/\1>/.exec(server.asked.at(-1)?.text ?? "")?.[2] ?? "";

describe("a model is told where the reviewers of the layout took the values", () => {
  test.each(["openai", "anthropic", "gemini"])(
    "%s: each line with its label and how values are written, absent fields, heads of columns",
    async (provider) => {
      const by = await lossReader(await service.account());
      await teach(by, 0, { ...correctionsOf(lossOf(0)), "/loss_day": null });
      const record = await readLoss(by, 1, { provider });
      expect(hinted().split("\n")).toEqual([
        '/policy_code: page 1, line 2, right of "Trabbel", written like A-9',
        '/insured_person: page 1, line 3, right of "Ulmoss wen", written like Aa Aa',
        "/loss_day: not on this layout",
        '/claimed: page 1, line 5, below "Quiltor", written like 9.9',
        '/goods: "thing" is the column "Brindo", page 1, line 6',
        '/goods: "worth" is the column "Hemsul", page 1, line 6',
      ]);
      expect(record).toMatchObject({ engine: provider, memory: { examples: 1 }, data: { policy_code: "KX-20977" } });
      expect((await layoutsOf(by))[0]).toMatchObject({ documents_read: 1 });
    },
  );

  test("and a value that agrees names `remembered` as a reason of its confidence", async () => {
    const by = await lossReader(await service.account());
    const factorsOf = (record: TaskRecord) => (record.fields?.["/policy_code"]?.confidence_factors ?? []).map(({ factor }) => factor);
    expect(factorsOf(await readLoss(by, 1, { provider: "anthropic" }))).not.toContain("remembered");
    await teach(by, 0);
    const after = await readLoss(by, 1, { provider: "anthropic" });
    expect(factorsOf(after)).toContain("remembered");
    expect(factorsOf(after)).not.toContain("other_engine");
  });

  test("within the budget of the prompt, and of the lines that it shows only", async () => {
    const lines = Array.from({ length: 400 }, (_, i) => ({
      text: `Label ${i}: the value that stands in line ${i} of the page`,
      y: 20 + 2 * i,
      size: 2,
    }));
    const document = await serviceReaders(service.config).worker.read(await pdfOf([lines]), {}, new AbortController().signal);
    const fields = Array.from({ length: 60 }, (_, i) => ({ name: `f${i}`, type: "string" as const }));
    const hints = fields.map(
      ({ name }, i): Hint => ({
        path: `/${name}`,
        kind: "place",
        page: 1,
        line: 1 + 6 * i,
        label: { text: `Label ${6 * i}`, side: "right of" },
        formats: ["a a a a"],
      }),
    );
    const contextTokens = 8_000;
    await using models = openModels(modelsOf({ ...server.env("openai"), OPENAI_CONTEXT_TOKENS: String(contextTokens) }), null);
    const prompts = async (more: object) => {
      server.asked.length = 0;
      await openLlmEngine(models.modelFor("openai", null)).extract({ document, schema: { fields }, ...more }, new AbortController().signal);
      return server.asked.map(({ text, instructions, maxOutputTokens = 0 }) => {
        const tokens = tokensIn(text) + tokensIn(instructions) + maxOutputTokens;
        return { text, tokens, lines: [...text.matchAll(/: page 1, line (\d+), right of/g)].map(([, line]) => Number(line)) };
      });
    };
    const [plain, hinting] = [await prompts({}), await prompts({ hints })];
    expect(hinting.length).toBeGreaterThan(1);
    expect(hinting.flatMap(({ lines }) => lines).length).toBeGreaterThan(5);
    for (const { text, lines } of hinting) for (const line of lines) expect(text).toContain(`\n${line}| Label ${line - 1}:`);
    const most = (all: typeof plain) => Math.max(...all.map(({ tokens }) => tokens));
    expect(most(hinting)).toBeLessThanOrEqual(contextTokens);
    // Windows end with a whole line.
    expect(most(hinting)).toBeLessThanOrEqual(most(plain) + 30);
  });

  test("but not for another layout, another account, another template, or who wants none of it", async () => {
    const [by, stranger] = [await lossReader(await service.account()), await lossReader(await service.account())];
    await teach(by, 0);
    const other = { ...(await lossReader(by.client)) };
    const asked = { provider: "anthropic" };
    for (const read of [
      () => readLoss(stranger, 1, asked),
      () => readLoss(other, 1, asked),
      () => readLoss(by, 1, { ...asked, learn: false }),
    ]) {
      expect(await read()).toMatchObject({ engine: "anthropic", memory: null });
      expect(hinted()).toBe("");
    }
    const page = base64(
      await pdfOf([
        [
          { text: "Policy code: AB-1", y: 90 },
          { text: "Insured person: Mia Stone", y: 120 },
        ],
      ]),
    );
    expect(await by.client.extract({ ...asked, template_id: by.templateId, file_content: page })).toMatchObject({ memory: null });
    expect(hinted()).toBe("");
    await readLoss(by, 2, asked);
    expect(hinted()).not.toBe("");
  });
});

/** What reviews taught, where a model is asked: `hybrid`, a fallback, and documents that are read once for several schemas. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { schemaOf } from "#cli/extract-file.ts";
import type { Schema } from "#contract/schema/field.ts";
import { looksFor } from "#engines/looks-for.ts";
import { UsageMeter } from "#engines/usage-meter.ts";
import { type Recall, valuesOfDocument } from "#extraction/values-of.ts";
import { recall } from "#memory/memory.ts";
import { openModels } from "#platform/models/models.ts";
import { LOSS_SCHEMA, layoutsOf, lossFile, lossOf, lossReader, readLoss, teach, truthOf } from "../support/losses.ts";
import { type ModelServer, startModelServer } from "../support/model-server.ts";
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
  service = await startTestService({ env: server.env("anthropic") });
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
  expect(after).toMatchObject({ engine: "hybrid", provider: "anthropic", memory: { examples: 1 }, cache: { hit: false } });
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

/** `provider: "hybrid"`: the local engine answers what it is sure of, and a model is asked for the rest only. */
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type ModelServer, startModelServer } from "../support/model-server.ts";
import { base64 } from "../support/pdf.ts";
import { pointingModel } from "../support/pointing-model.ts";
import { startTestService, type TestService } from "../support/service.ts";

const document = base64(await readFile(new URL("../../samples/invoice-en.pdf", import.meta.url)));
/** Their sum holds, so the local engine is sure of them. */
const SURE = ["net_total", "total_vat", "total"].map((name) => ({ name, type: "currency" }));
const UNSURE = { name: "seller_phone", type: "phone" };
const ask = (fields: object[]) => ({ file_content: document, extraction_schema: { fields }, provider: "hybrid", cache: "off" });

let server: ModelServer;
let service: TestService;
beforeAll(async () => {
  server = await startModelServer(pointingModel({ fields: { "/seller_phone": /(\+?44 [\d ]+)/, "/total": /^(Marlow)/ } }));
  service = await startTestService({ env: server.env("anthropic") });
});
beforeEach(() => {
  server.asked.length = 0;
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

test("the model is shown only the fields that the local engine is unsure of", async () => {
  const client = await service.account();
  const record = await client.extract(ask([...SURE, UNSURE]));
  expect(record).toMatchObject({ status: "completed", engine: "hybrid", provider: "anthropic", model: "claude-haiku-4-5" });
  expect(record.data).toMatchObject({ total: { amount: 10251.34, currency: "GBP" }, net_total: { amount: 8620.49 } });
  expect(server.asked).toHaveLength(1);
  expect(server.asked[0]?.text).toContain("/seller_phone");
  expect(server.asked[0]?.text).not.toMatch(/^\/(net_)?total/m);
});

test("no model is asked, and nothing is paid, when the local engine is sure of all fields", async () => {
  const client = await service.account();
  const record = await client.extract(ask(SURE));
  expect(record).toMatchObject({ status: "completed", engine: "hybrid", provider: null, usage: { input_tokens: 0, cost_usd: 0 } });
  expect(record.data).toMatchObject({ total: { amount: 10251.34 } });
  expect(server.asked).toHaveLength(0);
});

test("a fallback answers where its provider fails", async () => {
  const client = await service.account();
  server.next({ status: 401 });
  const record = await client.extract({ ...ask([...SURE, UNSURE]), fallback: ["local"] });
  expect(record).toMatchObject({ status: "completed", engine: "local", data: { total: { amount: 10251.34 } } });
  expect(record.warnings.map(({ code }) => code)).toContain("provider_fallback");
});

test("a server without a model refuses it", async () => {
  await using without = await startTestService();
  const refused = await (await without.account()).post("/api/extractor/v1/extract-async", ask(SURE));
  expect(refused).toMatchObject({ status: 400, json: { error_code: "provider_not_configured" } });
});

/**
 * Thousands of requests made from openapi.json, right and wrong: none breaks the service, every answer is one that is described,
 * what breaks the description is refused, and what keeps to it is refused for rules only that a JSON Schema cannot say.
 * `FUZZ_CASES` says how many (300; 3,000 in `npm run drills`), `FUZZ_SEED` from which seed; `random` for another one each time, told when it fails.
 */
import { Agent, request as httpRequest } from "node:http";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLink } from "#accounts/links.ts";
import { newId } from "#contract/ids.ts";
import { Client } from "../support/client.ts";
import { becomeOwner } from "../support/dashboard.ts";
import { fillAccount, idsOf, startJudge } from "../support/filled-account.ts";
import { expectDescribed } from "../support/openapi.ts";
import { type FuzzRequest, requestOf } from "../support/request-of.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { Browser, PASSWORD, type Person } from "../support/signed-in.ts";
import { validBodies } from "../support/valid-bodies.ts";

const CASES = Number(process.env.FUZZ_CASES ?? (process.env.STORM ? 3_000 : 300));
const SEED = process.env.FUZZ_SEED === "random" ? Math.floor(Math.random() * 2 ** 31) : Number(process.env.FUZZ_SEED ?? 20_260_403);
const OWNER = "owner@example.com";
const ACCOUNT = "/api/account/v1";
/** After so many it ends; each is told in full. */
const FAULTS_LISTED_MAX = 20;
const CONNECTION_MS_MAX = 20_000;

let service: TestService;
let ada: Person;
let ids: Record<string, string>;
let owner: Browser;
let bodies: Record<string, Record<string, unknown>>;
const agent = new Agent({ keepAlive: true });
const stack = new AsyncDisposableStack();
beforeAll(async () => {
  const judge = stack.use(await startJudge());
  const filling = stack.use(await startTestService({ env: judge.env("openai") }));
  await becomeOwner(filling, OWNER);
  const filled = await fillAccount(filling);
  ids = await idsOf(filling, filled);
  bodies = await validBodies();
  // What is submitted from now on stays queued, and no model is asked: both are tried elsewhere.
  await filling.stopWorker();
  service = stack.use(await startTestService({ beside: filling, worker: false, env: { WINNOW_TRUST_PROXY: "127.0.0.1" } }));
  ada = { ...filled, client: new Client(service.url, filled.client.apiKey) };
  owner = new Browser(service.url);
  await owner.signIn(OWNER);
});
afterAll(async () => {
  agent.destroy();
  await stack.disposeAsync();
});

/** What our JSON Schema does not say, and is refused with 422 all the same: the place and the reason. */
const RULES: [place: RegExp, type: RegExp][] = [
  // No JSON that a database holds.
  [/^body$/, /^(string_nul|string_surrogate|too_deep)$/],
  // What is no URL, no address, no list of pages, or blank.
  [/^body\..*urls?(\.\d+)?$/, /^url_parsing$/],
  [/^body\.url$/, /^url_parsing$/],
  [/^body\.query$/, /^custom$/],
  [/^body\.groups\./, /^(too_small|invalid_key)$/],
  [/^body\.email$/, /^invalid_format$/],
  [/^body\.pages$/, /^value_error$/],
  [/^body\.(name|title|text|review_contact|mailbox\.host)$/, /^too_small$/],
  [/^body\.senders\.\d+$/, /^custom$/],
  // A mailbox with its senders, or a bucket.
  [/^body\.(mailbox|senders)$/, /^custom$/],
  [/^body\..*required_skills\.\d+\.name$/, /^(custom|duplicate)$/],
  // Exactly one document and one schema; at least one file; a description or its address.
  [
    /^body\.(document_url|file_content|document\.url|document\.file_content|document\.upload_id|extraction_schema|template_id)$/,
    /^(missing|too_many)$/,
  ],
  [/^body\.(files|description|csv)$/, /^(missing|too_many)$/],
  [/^body\.(files\.\d+|resume_file)\.(filename|content_type|content|upload_id)$/, /^(missing|too_many)$/],
  [/^body\.rules\b/, /^(value_error|custom|too_small)$/],
  // What a schema of fields has to be, and a correction of one of them.
  [/^body\.extraction_schema\b/, /./],
  [/^body\.corrections\b/, /^value_error$/],
  // Templates that there are.
  [/^body\.(templates|parts\.\d+\.template_id)(\.\d+)?$/, /^value_error$/],
  // Pages that the packet has, each in one part.
  [/^body\.parts(\.\d+\.pages)?$/, /^(value_error|missing)$/],
  [/^body\.documents\.\d+(\.pages)?$/, /^(value_error|missing|too_many)$/],
  // A version that there is, and the first one is no draft.
  [/^body\.version$/, /^(value_error|too_many)$/],
  [/^body\.published$/, /^value_error$/],
];

type Got = { status: number; type: string; text: string };

function send(request: FuzzRequest, path: string): Promise<Got> {
  const isOwners = request.operation.path.startsWith(ACCOUNT);
  const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const who = isOwners
    ? { cookie, origin: service.url, "x-forwarded-for": new Browser("").ip }
    : { authorization: ada.client.apiKey ?? "" };
  const headers = {
    ...who,
    ...request.headers,
    ...(request.body === undefined ? {} : { "content-length": Buffer.byteLength(request.body) }),
  };
  const { hostname, port } = new URL(service.url);
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ agent, hostname, port, path, method: request.method, headers, timeout: CONNECTION_MS_MAX }, (answer) => {
      const type = (answer.headers["content-type"] ?? "").split(";")[0] ?? "";
      const status = answer.statusCode ?? 0;
      if (type === "text/event-stream") {
        sent.destroy();
        return resolve({ status, type, text: "" });
      }
      const chunks: Buffer[] = [];
      answer.on("data", (chunk) => chunks.push(chunk));
      answer.on("end", () => resolve({ status, type, text: Buffer.concat(chunks).toString() }));
    });
    sent.on("timeout", () => sent.destroy(new Error("no answer")));
    sent.on("error", reject);
    sent.end(request.body);
  });
}

/** Where the request goes. What is deleted is made for that, so that the rest stays. */
async function addressOf({ operation, method, id, query }: FuzzRequest): Promise<string> {
  const parameter = /\{(\w+)\}/.exec(operation.path)?.[1] ?? "";
  const own = method === "DELETE" ? await madeToGo(parameter) : ids[parameter];
  const text =
    id.kind === "odd"
      ? id.text
      : id.kind === "own"
        ? own
        : id.kind === "other"
          ? (ids[parameter === "task_id" ? "template_id" : "task_id"] ?? "")
          : newId("task");
  return (
    operation.path
      .replace(/\{\w+\}/, () => text ?? "")
      .replace("{n}", "1")
      .replace("{version}", "1") + query
  );
}

async function madeToGo(parameter: string): Promise<string> {
  const { client } = ada;
  if (parameter === "task_id") return client.submit(bodies.ExtractAsyncRequest ?? {});
  if (parameter === "template_id") return (await client.post("/v1/templates", bodies.TemplateRequest)).json.template_id;
  if (parameter === "position_id") return (await client.post("/recruit/positions", bodies.PositionRequest)).json.position_id;
  if (parameter === "upload_id") return (await client.post("/v1/uploads", {})).json.upload_id;
  if (parameter === "key_id") return (await owner.post(`${ACCOUNT}/keys`, bodies.KeyRequest)).json.key_id;
  return ids[parameter] ?? "";
}

/** Throws when the answer is none that this request may get. */
function judgeAnswer({ operation, method, id, expected }: FuzzRequest, path: string, { status, type, text }: Got): void {
  const json: unknown = type === "application/json" && text !== "" ? JSON.parse(text) : null;
  expect(status).toBeLessThan(500);
  if (method === operation.method && id.kind !== "odd") expectDescribed(method, path, { status, json, contentType: type });
  if (status >= 400 && method !== "HEAD")
    expect(json).toMatchObject({
      error_code: expect.any(String),
      error: { type: expect.any(String) },
      request_id: expect.stringMatching(/^req_/),
    });
  if (expected === "wrong") expect([400, 422, 429]).toContain(status);
  if (expected === "right" && status === 422) {
    const { detail } = json as { detail: { loc: (string | number)[]; type: string }[] };
    // Properties that nothing reads are named as well, and alone no fault.
    const faults = detail.filter((each) => each.type !== "extra_forbidden");
    expect(faults).not.toEqual([]);
    const unknown = faults.filter((each) => !RULES.some(([place, reason]) => place.test(each.loc.join(".")) && reason.test(each.type)));
    expect(unknown).toEqual([]);
  }
}

/** Who is signed out, or has a password nobody knows, gets in again. */
async function keepSignedIn({ operation }: FuzzRequest): Promise<void> {
  if (!/sign-out|sign-up|password|sign-in/.test(operation.path)) return;
  if ((await owner.get(`${ACCOUNT}/session`)).status !== 401) return;
  const { url } = await createLink(service.db, service.url, { kind: "password", email: OWNER });
  const from = { "x-forwarded-for": new Browser("").ip };
  const answer = await owner.post(`${ACCOUNT}/password/by-link`, { token: url.split("#")[1], new_password: PASSWORD }, from);
  expect(answer.status).toBe(200);
}

const told = ({ operation, expected, ...request }: FuzzRequest, path: string, got: Got | undefined) =>
  JSON.stringify({ operation: operation.name, expected, path, ...request, got }, null, 1).slice(0, 6_000);

test("Z01: every generated request is answered as openapi.json says", { timeout: 3_600_000 }, async () => {
  const statuses = new Map<string, number>();
  const faults: string[] = [];
  const requests = fc.asyncProperty(requestOf(bodies), async (request) => {
    if (faults.length === FAULTS_LISTED_MAX) return;
    const path = await addressOf(request);
    let got: Got | undefined;
    try {
      got = await send(request, path);
      judgeAnswer(request, path, got);
    } catch (error) {
      faults.push(`${told(request, path, got)}\n${error}`);
    }
    const key = `${request.expected} ${got?.status}`;
    statuses.set(key, (statuses.get(key) ?? 0) + 1);
    await keepSignedIn(request);
  });
  await fc.assert(requests, { seed: SEED, numRuns: CASES });
  if (process.env.FUZZ_CASES) console.log(`seed ${SEED}:`, Object.fromEntries([...statuses].sort()));
  expect(faults).toEqual([]);
});

/** Pages of other origins use the API with a key where the server allows their origin (`WINNOW_CORS_ORIGINS`), and never with a session. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfig } from "#platform/config.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { type Person, signedIn } from "../support/signed-in.ts";

const PAGE = "https://app.example.com";
const TASKS = "/api/extractor/v1/tasks";
const PREFLIGHT = { "access-control-request-method": "POST", "access-control-request-headers": "authorization,content-type,prefer" };

let service: TestService;
let person: Person;
beforeAll(async () => {
  service = await startTestService({ env: { WINNOW_CORS_ORIGINS: `${PAGE}, http://localhost:5173` }, worker: false });
  person = await signedIn(service);
});
afterAll(() => service?.[Symbol.asyncDispose]());

const ask = (path: string, headers: Record<string, string>, method = "GET", url = service.url) => fetch(url + path, { method, headers });
const allowed = (answer: Response) => answer.headers.get("access-control-allow-origin");
const authorization = () => `Bearer ${person.client.apiKey}`;

describe("an allowed origin", () => {
  test.each([PAGE, "http://localhost:5173"])("%s is told what it may send, without a key", async (origin) => {
    const answer = await ask("/api/extractor/v1/extract-async", { origin, ...PREFLIGHT }, "OPTIONS");
    expect(answer.status).toBe(204);
    expect(allowed(answer)).toBe(origin);
    expect(answer.headers.get("access-control-allow-headers")?.toLowerCase()).toMatch(
      /authorization.*content-type.*idempotency-key.*prefer/,
    );
    expect(answer.headers.get("access-control-allow-methods")).toMatch(/POST.*PUT.*DELETE/);
    expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
  });

  test("puts a file to the address of an upload, without a key", async () => {
    const { json } = await person.client.post("/v1/uploads", {});
    const address = json.url.slice(new URL(json.url).origin.length);
    const asked = { "access-control-request-method": "PUT", "access-control-request-headers": "content-digest,content-type" };
    const told = await ask(address, { origin: PAGE, ...asked }, "OPTIONS");
    expect([told.status, allowed(told)]).toEqual([204, PAGE]);
    expect(told.headers.get("access-control-allow-headers")?.toLowerCase()).toContain("content-digest");
    const answer = await fetch(service.url + address, { method: "PUT", body: "a text", headers: { origin: PAGE, ...json.headers } });
    expect([answer.status, allowed(answer)]).toEqual([200, PAGE]);
  });

  test("reads answers with a key, their rate, and refusals too", async () => {
    const answer = await ask(TASKS, { origin: PAGE, authorization: authorization() });
    expect([answer.status, allowed(answer)]).toEqual([200, PAGE]);
    expect(answer.headers.get("access-control-expose-headers")).toContain("RateLimit");
    expect(answer.headers.get("vary")).toContain("Origin");
    const refused = await ask(TASKS, { origin: PAGE, authorization: "Bearer wnw_wrong" });
    expect([refused.status, allowed(refused)]).toEqual([401, PAGE]);
  });

  test("reads nothing with the cookie of whoever is signed in", async () => {
    const cookie = [...person.browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    expect(allowed(await ask(TASKS, { origin: PAGE, cookie }))).toBeNull();
    expect(allowed(await ask("/api/account/v1/session", { origin: PAGE, cookie }))).toBeNull();
    expect(allowed(await ask("/api/account/v1/keys", { origin: PAGE, ...PREFLIGHT }, "OPTIONS"))).toBeNull();
  });
});

test.each([TASKS, "/api/recruit/v1/positions"])("another origin reads nothing of %s", async (path) => {
  const headers = { origin: "https://elsewhere.example.com", authorization: authorization() };
  expect(allowed(await ask(path, headers))).toBeNull();
  expect(allowed(await ask(path, { origin: headers.origin, ...PREFLIGHT }, "OPTIONS"))).toBeNull();
});

test("without the variable no origin is allowed; `*` allows all", async () => {
  await using closed = await startTestService({ worker: false });
  await using open = await startTestService({ worker: false, env: { WINNOW_CORS_ORIGINS: "*" } });
  const answers = await Promise.all(
    [closed, open].map(({ url }) => ask("/api/extractor/v1/extract-async", { origin: PAGE, ...PREFLIGHT }, "OPTIONS", url)),
  );
  expect(answers.map((answer) => [answer.status, allowed(answer)])).toEqual([
    [405, null],
    [204, "*"],
  ]);
});

test.each(["app.example.com", "https://app.example.com/", "https://*.example.com", "ftp://app.example.com", "https://a.example,*"])(
  "WINNOW_CORS_ORIGINS=%s stops the start and says what an origin is",
  (value) => expect(() => readConfig({ WINNOW_CORS_ORIGINS: value })).toThrow(/WINNOW_CORS_ORIGINS.*such as https:\/\/app\.example\.com/),
);

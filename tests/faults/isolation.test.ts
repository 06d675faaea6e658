/**
 * Nobody reaches what is another account's: every operation of the description that takes an id, with every wrong caller.
 * Made from the description, and held against the routes that the server has, so that a new route cannot escape.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type IdPrefix, newId } from "#contract/ids.ts";
import type { Answer } from "../support/client.ts";
import { eventually } from "../support/eventually.ts";
import { fillAccount, idsOf, startJudge } from "../support/filled-account.ts";
import type { ModelServer } from "../support/model-server.ts";
import { openapi, operations } from "../support/openapi.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { type Person, signedIn } from "../support/signed-in.ts";
import { validBodies } from "../support/valid-bodies.ts";

/** What an address can hold, and how an id of that kind begins. */
const KINDS: Record<string, IdPrefix> = {
  passkey_id: "psk",
  task_id: "task",
  template_id: "tpl",
  delivery_id: "dlv",
  job_id: "job",
  application_id: "app",
  evaluation_id: "eval",
  position_id: "pos",
  key_id: "key",
  layout_id: "lay",
  template_evaluation_id: "evl",
  list_id: "lst",
  packet_id: "pkt",
  batch_id: "bat",
  upload_id: "upl",
  inbox_id: "inb",
  outbox_id: "out",
  comment_id: "cmt",
  account_id: "acct",
  person_id: "per",
};
/** Not an id of ours: the page, the version, and the address somebody was invited under. */
const OTHER_PARAMETERS = ["n", "version", "email"];
/** Parts of queries and bodies that look for something: each has its test below, or says why it looks for nothing. */
const NAMED_ELSEWHERE = [
  "query template_id",
  "query batch_id",
  "query cursor",
  "body template_id",
  "body application_id",
  "body job_id",
  "body upload_id",
  "body person_id",
  "body position_id",
  // Of a key at the server of a bucket: it names nothing here.
  "body access_key_id",
];

const withParameter = operations.filter(({ path }) => path.includes("{"));
const rows = withParameter.map((operation) => ({ ...operation, parameter: /\{(\w+)\}/.exec(operation.path)?.[1] ?? "" }));

let judge: ModelServer;
let service: TestService;
let ada: Person;
let ben: Person;
let ids: Record<string, string>;
let bodies: Record<string, Record<string, unknown>>;
let before: Record<string, string>;

beforeAll(async () => {
  judge = await startJudge();
  service = await startTestService({ env: judge.env("openai") });
  bodies = await validBodies();
  [ada, ben] = await Promise.all([fillAccount(service), signedIn(service)]);
  await eventually(
    () => ada.client.get("/v1/deliveries?status=pending"),
    ({ json }) => expect(json.deliveries).toEqual([]),
  );
  ids = await idsOf(service, ada);
  const applications = `/recruit/positions/${ids.position_id}/applications`;
  await eventually(
    () => ada.client.get(applications),
    ({ json }) => expect(json.applications[0].status).toBe("evaluated"),
  );
  before = await seenByOwner();
});
afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  await judge?.[Symbol.asyncDispose]();
});

const random = (parameter: string) => {
  const prefix = KINDS[parameter];
  return prefix ? newId(prefix) : "nobody@example.com";
};
/** The address with `id` as its first parameter. */
const addressOf = ({ path }: { path: string }, id: string) =>
  path
    .replace(/\{\w+\}/, encodeURIComponent(id))
    .replace("{n}", "1")
    .replace("{version}", "1")
    .replace("{template_evaluation_id}", ids?.template_evaluation_id ?? "none")
    .replace("{comment_id}", ids?.comment_id ?? "none")
    .replace("{layout_id}", ids?.layout_id ?? "none");

/** The body such an operation takes, so that nothing but the id is wrong with the request. */
function bodyOf({ name, body }: { name: string; body: string | null }): unknown {
  if (body === null) return undefined;
  const example = bodies[body];
  if (!example) throw new Error(`${name} has a body without an example`);
  return example;
}

/** What a look at leaves a line in the audit log, which the owner reads too. */
const LOGGED = ["/redacted.pdf", "/audit-export", "/report"];

/** All that the owner can read, each answer as text; without what reading itself changes. */
async function seenByOwner(): Promise<Record<string, string>> {
  const seen: Record<string, string> = {};
  for (const { method, path, name } of operations) {
    if (method !== "GET" || !path.startsWith("/api/") || path.endsWith("/usage")) continue;
    if (LOGGED.some((ending) => path.endsWith(ending))) continue;
    const id = ids[/\{(\w+)\}/.exec(path)?.[1] ?? ""] ?? "";
    const address = addressOf({ path }, id) + (path.endsWith("/v1/events") ? "?seconds=1" : "");
    const answer = await (path.startsWith("/api/account/") ? ada.browser.get(address) : bytesOf(address));
    expect([200, 403], name).toContain(answer.status);
    seen[name] = answer.text.replaceAll(/"(last_used_at|request_id)":("[^"]*"|null)/g, "");
  }
  return seen;
}
async function bytesOf(address: string): Promise<{ status: number; text: string }> {
  const answer = await fetch(service.url + address, { headers: { authorization: ada.client.apiKey ?? "" } });
  return { status: answer.status, text: Buffer.from(await answer.arrayBuffer()).toString("latin1") };
}

/** All of an answer that tells something; a request's own id and the state of the caller's rate do not. */
const tells = ({ status, json, headers }: Answer) => ({
  status,
  body: json === null ? null : { ...json, request_id: "" },
  headers: [...headers.keys()].sort(),
});

describe("what is tried here is all there is", () => {
  test("Z02: every route with a parameter is an operation of the description, and each parameter has its kind", () => {
    expect(routesWithParameter(service.app.printRoutes({ commonPrefix: false }))).toEqual(rows.map(({ name }) => name).sort());
    const known = [...Object.keys(KINDS), ...OTHER_PARAMETERS];
    for (const { path } of rows) for (const [, parameter] of path.matchAll(/\{(\w+)\}/g)) expect(known).toContain(parameter);
  });

  test("Z02: no other part of a query or body names a thing", () => {
    const queries = operations.flatMap(({ parameters }) => parameters.filter((each) => each.in === "query").map(({ name }) => name));
    const inBodies = Object.entries(openapi.components.schemas)
      .filter(([name]) => name.endsWith("Request"))
      .flatMap(([, schema]) => [...JSON.stringify(schema).matchAll(/"(\w+)":\{/g)].map(([, name]) => name ?? ""));
    const names = (each: string[], where: string) =>
      each.filter((name) => name in KINDS || name.endsWith("_id") || name === "cursor").map((name) => `${where} ${name}`);
    expect(new Set([...names(queries, "query"), ...names(inBodies, "body")])).toEqual(new Set(NAMED_ELSEWHERE));
  });
});

/** `GET /api/…/{task_id}` of each route whose address has a parameter, from Fastify's drawing of all of them. HEAD is GET without its body. */
function routesWithParameter(drawing: string): string[] {
  const parts: string[] = [];
  return drawing
    .split("\n")
    .flatMap((line) => {
      const [, indent = "", part = "", methods = ""] = /^([│ ]*)[├└]── (.*) \((.*)\)$/.exec(line) ?? [];
      const depth = indent.length / 4;
      parts.splice(depth, parts.length, part === "/" ? "" : depth === 1 ? `/${part}` : part);
      const path = parts.join("").replace(/:(\w+)(\([^)]*\))?/g, "{$1}");
      return path.includes("{") ? methods.split(", ").flatMap((method) => (method === "HEAD" ? [] : [`${method} ${path}`])) : [];
    })
    .sort();
}

describe("an id in the address", () => {
  test.each(rows)("Z02: $name without a key, and with a revoked one, is 401", async (row) => {
    const old = await service.account({ email: "replaced@example.com" });
    await service.account({ email: "replaced@example.com" });
    for (const authorization of ["", old.key]) {
      const headers = { authorization, origin: service.url };
      const answer = await old.call(row.method, addressOf(row, ids[row.parameter] ?? ""), bodyOf(row), headers);
      expect(answer.status).toBe(401);
    }
  });

  test.each(rows)("Z02: $name answers another account as if there were no such thing", async (row) => {
    const both = [addressOf(row, ids[row.parameter] ?? ""), addressOf(row, random(row.parameter))];
    const [theirs, none] = await Promise.all(
      both.map((address) => ben.client.call(row.method, address, bodyOf(row), { origin: service.url }).then(tells)),
    );
    expect(theirs).toEqual(none);
    expect(theirs?.status).toBe(row.path.startsWith("/api/account/") ? 401 : 404);
    const [theirsSignedIn, noneSignedIn] = await Promise.all(
      both.map((address) => ben.browser.call(row.method, address, bodyOf(row)).then(tells)),
    );
    expect(theirsSignedIn).toEqual(noneSignedIn);
    // Invitations to the server are its owner's; nobody else is told of any.
    expect(theirsSignedIn?.status).toBe(row.path.includes("/invites/") ? 403 : 404);
  });

  test.each(rows)("Z02: $name knows no id of another kind, be it the caller's own", async (row) => {
    for (const [kind, id] of Object.entries(ids)) {
      if (kind === row.parameter || OTHER_PARAMETERS.includes(kind) || row.parameter === "email") continue;
      for (const person of [ada, ben]) {
        const caller = row.path.startsWith("/api/account/") ? person.browser : person.client;
        expect((await caller.call(row.method, addressOf(row, id), bodyOf(row))).status, kind).toBe(404);
      }
    }
  });
});

describe("an id in a query or a body", () => {
  test.each([
    "/v1/tasks?template_id=",
    "/v1/tasks?cursor=",
    "/v1/tasks?order=least_confident&cursor=",
    "/v1/deliveries?cursor=",
    "/v1/templates?cursor=",
    "/v1/tasks?batch_id=",
    "/v1/extract-batch?cursor=",
    "/v1/packets?cursor=",
    "/v1/lists?cursor=",
    "/recruit/positions?cursor=",
  ])("Z02: GET %s finds nothing of another account", async (path) => {
    for (const [kind, id] of Object.entries(ids)) {
      const none = await ben.client.get(path + encodeURIComponent(random(kind)));
      if (none.status === 200) expect(none.text).toMatch(/^\{"\w+":\[\],"next_cursor":null\}$/);
      expect(tells(await ben.client.get(path + encodeURIComponent(id)))).toEqual(tells(none));
    }
  });

  test("Z02: a task cannot be made from another account's template", async () => {
    const { file_content } = bodies.ExtractAsyncRequest ?? {};
    const ask = (template_id: string | undefined) => ben.client.post("/v1/extract-async", { file_content, template_id });
    const [theirs, none] = [await ask(ids.template_id), await ask(newId("tpl"))];
    expect(tells(theirs)).toEqual(tells(none));
    expect(theirs.json.error_code).toBe("template_unknown");
  });

  test("Z02: nothing is made of another account's upload", async () => {
    const ask = async (upload_id: string | undefined) => {
      const one = (path: string, body: object) => ben.client.post(path, body).then(tells);
      const document = { upload_id };
      const resume = { job_id: "j", application_id: "a", resume_file: document, job_details: bodies.EvaluateRequest?.job_details };
      const { template_id } = (await ben.client.post("/v1/templates", bodies.TemplateRequest)).json;
      return [
        await one("/v1/extract-async", { document, extraction_schema: bodies.ExtractAsyncRequest?.extraction_schema }),
        await one("/v1/packets", { document, templates: [template_id] }),
        await one("/v1/schemas/suggest", { document }),
        await one("/v1/documents/preview", { document }),
        await one("/recruit/evaluate", resume),
      ];
    };
    const [theirs, none] = [await ask(ids.upload_id), await ask(newId("upl"))];
    expect(theirs).toEqual(none);
    for (const { body } of theirs) expect(body.error_code).toBe("upload_unknown");
    const schema = bodies.ExtractAsyncRequest?.extraction_schema;
    const { json } = await ben.client.post("/v1/extract-batch", { documents: [{ upload_id: ids.upload_id }], extraction_schema: schema });
    expect((await ben.client.get(`/v1/extract-batch/${json.batch_id}?wait=30`)).json.counts).toMatchObject({ failed: 1, completed: 0 });
  });

  test("Z02: a task is assigned to nobody of another workspace", async () => {
    const { json } = await ben.client.post("/v1/extract-async", bodies.ExtractAsyncRequest);
    const ask = (person_id: string | undefined) => ben.client.put(`/v1/tasks/${json.task_id}/assignment`, { person_id });
    const [theirs, none] = [await ask(ids.person_id), await ask(newId("per"))];
    expect(tells(theirs)).toEqual(tells(none));
    expect(theirs.json.error_code).toBe("not_a_member");
  });

  test("Z02: nobody is evaluated by another account's résumé; `job_id` is the caller's own word", async () => {
    const { job_id: _, resume_text: __, ...body } = bodies.EvaluateRequest ?? {};
    const ask = (application_id: string | undefined) =>
      ben.client.post("/recruit/evaluate", { ...body, job_id: ids.job_id, application_id });
    const [theirs, none] = [await ask(ids.application_id), await ask(newId("app"))];
    expect(theirs.json.error_code).toBe("resume_missing");
    expect({ ...theirs.json, request_id: "", detail: "" }).toEqual({ ...none.json, request_id: "", detail: "" });
    expect(theirs.json.detail.replaceAll(ids.application_id, "")).toBe(none.json.detail.replaceAll(/app_\w+/g, ""));
  });
});

test("Z02: after all of that the owner reads the same as before", async () => {
  expect(await seenByOwner()).toEqual(before);
});

/** The reference: each operation says what it does, and whatever it shows as an example is right, and works when it is pasted. */
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { describeInBrowser, useBrowser } from "../support/browser.ts";
import { openapi, operations } from "../support/openapi.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { type Person, signedIn } from "../support/signed-in.ts";

type Media = { schema?: object; example?: unknown };
type Described = {
  summary?: string;
  description?: string;
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { content?: Record<string, Media> }>;
};

const all = operations.map(({ name, method, path, body }) => {
  const described = openapi.paths[path]?.[method.toLowerCase()] as unknown as Described;
  return { name, method, path, body, described, example: described.requestBody?.content["application/json"]?.example };
});
const withBody = all.filter(({ body }) => body !== null);
/** What each needs exists only once, elsewhere, or is a secret: the link of an invitation, a mail server, somebody's password. */
const NEEDS_MORE = [
  "LinkRequest",
  "InboxRequest",
  "InboxChangeRequest",
  "OutboxRequest",
  "OutboxChangeRequest",
  "SignUpRequest",
  "PasskeyRequest",
  "PasskeySignInRequest",
  "SignInCodeRequest",
  "SecondFactorRequest",
  "CodeRequest",
  // Of a server with a sign-in provider.
  "SsoRequest",
  "SignInRequest",
  "PasswordRequest",
  "PasswordByLinkRequest",
];

let service: TestService;
let person: Person;
beforeAll(async () => {
  service = await startTestService();
  person = await signedIn(service);
  // Who may invite.
  await service.db.updateTable("people").set({ role: "owner" }).where("id", "=", person.personId).execute();
});
afterAll(() => service?.[Symbol.asyncDispose]());

test("each operation says in a sentence or more what it does, beside its summary", () => {
  expect(all.length).toBeGreaterThan(60);
  for (const { name, described } of all) {
    expect(described.summary?.length, name).toBeGreaterThan(5);
    expect(described.description, name).toMatch(/^[A-Z][\s\S]{25,}[.!]$/);
  }
});

type Said = { description?: string };
const said = ({ $ref, ...schema }: Said & { $ref?: string }): Said => openapi.components.schemas[$ref?.split("/").at(-1) ?? ""] ?? schema;

test("each parameter says what it is", () => {
  for (const { name, parameters } of operations)
    for (const parameter of parameters as { name: string; description?: string; schema: Said & { $ref?: string } }[])
      expect(parameter.description ?? said(parameter.schema).description, `${name}: ${parameter.name}`).toMatch(/\S{2,}/);
});

describe("each example", () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: "winnow", components: openapi.components });
  const media = all.flatMap(({ name, described }) => [
    ...Object.entries(described.requestBody?.content ?? {}).map(([type, each]) => ({ at: `${name}, body`, type, each })),
    ...Object.entries(described.responses).flatMap(([status, { content = {} }]) =>
      Object.entries(content).map(([type, each]) => ({ at: `${name}, ${status}`, type, each })),
    ),
  ]);

  test("is there for every body and reply in JSON, and is as its schema says", () => {
    const json = media.filter(({ type }) => type === "application/json");
    expect(json.length).toBeGreaterThan(300);
    for (const { at, each } of json) {
      expect(each.example, at).toBeDefined();
      const schema = JSON.parse(JSON.stringify(each.schema).replaceAll('"#/components/', '"winnow#/components/'));
      expect(ajv.validate(schema, each.example), `${at}: ${ajv.errorsText()}`).toBe(true);
    }
  });

  test("names no secret that could be one, no address of a machine, and only people of example.com", () => {
    const text = JSON.stringify(openapi);
    for (const [email] of text.matchAll(/[\w.]+@[\w.]+/g)) expect(email).toMatch(/@example\.com$|@winnow$|@localhost$/);
    expect(text).not.toMatch(/wnw_[0-9A-Za-z]{30}(?<!(Example)+\w*)/);
  });
});

describe("the example of a body is accepted, also strictly", () => {
  /** Ids of what the examples before have made. */
  const made: Record<string, string> = {};
  beforeAll(async () => {
    const example = (name: string) => withBody.find(({ body }) => body === name)?.example;
    const { client } = person;
    const task = await client.extract(Object(example("ExtractAsyncRequest")));
    expect(task.data).toEqual({ invoice_number: "INV-00042", invoice_date: "2026-04-03", total: { amount: 1190, currency: "EUR" } });
    made.task_id = task.task_id;
    made.list_id = (await client.post("/v1/lists", example("ListRequest"))).json.list_id;
    made.template_id = (await client.post("/v1/templates", example("TemplateRequest"))).json.template_id;
    made.version = "1";
    made.person_id = person.personId;
    const packet = { ...Object(example("PacketRequest")), templates: [made.template_id] };
    made.packet_id = (await client.post("/v1/packets", packet)).json.packet_id;
    await client.get(`/v1/packets/${made.packet_id}?wait=30`);
    const { task_id } = await client.extract({
      template_id: made.template_id,
      file_content: Object(example("ExtractAsyncRequest")).file_content,
    });
    await client.post(`/v1/tasks/${task_id}/review`, { done: true });
    made.position_id = (await client.post("/recruit/positions", example("PositionRequest"))).json.position_id;
  });

  test.each(withBody.filter(({ body }) => !NEEDS_MORE.includes(body ?? "")))("$name", async ({ method, path, body, example }) => {
    const address = path.replace(/\{(\w+)\}/g, (_, name: string) => made[name] ?? "");
    const caller = path.startsWith("/api/account/") ? person.browser : (await signedInAgain()).client;
    const sent = body === "PacketRequest" ? { ...Object(example), templates: [made.template_id] } : example;
    const send = () => caller.call(method, address, sent, { prefer: "handling=strict" });
    let answer = await send();
    // A comparison takes longer beside other tests: then it says to come again.
    while (answer.json?.error_code === "evaluation_running") answer = await send();
    expect([200, 201], answer.text).toContain(answer.status);
  });

  test.each(withBody.filter(({ body }) => NEEDS_MORE.includes(body ?? "")))(
    "$name, as far as its shape",
    async ({ method, path, example }) => {
      const { status, text } = await person.browser.call(method, path, example, { prefer: "handling=strict" });
      expect([204, 400, 401, 404], text).toContain(status);
    },
  );
});

/** The example of a key revokes the one that the others use. */
async function signedInAgain(): Promise<Pick<Person, "client">> {
  if ((await person.client.get("/v1/tasks?limit=1")).status === 200) return person;
  const { key } = (await person.browser.post("/api/account/v1/keys", { name: "again" })).json;
  return { client: Object.assign(Object.create(person.client), { apiKey: key }) };
}

describeInBrowser("the page at /docs", () => {
  const open = useBrowser();

  test("is the server's own: it leads nowhere else, and its commands name this server and one document", async () => {
    const page = await open(`${service.url}/docs/#tag/extraction/POST/api/extractor/v1/extract-async`);
    await page.getByText("curl", { exact: false }).first().waitFor();
    const command = await page.locator("pre", { hasText: "extract-async" }).first().innerText();
    expect(command).toContain(`curl ${service.url}/api/extractor/v1/extract-async`);
    expect(command).toContain('"file_content"');
    expect(command).not.toMatch(/"document_url"|"document"|"template_id"/);
    await expect
      .poll(() =>
        page
          .getByText(/scalar/i)
          .filter({ visible: true })
          .count(),
      )
      .toBe(0);
    const links = await page.locator("a[href]:visible").evaluateAll((found) => found.map((each) => String(Reflect.get(each, "href"))));
    expect(links.filter((href) => !href.startsWith(service.url) && !href.startsWith("blob:"))).toEqual([]);
    await page.getByRole("link", { name: "Introduction" }).click();
    await page.getByRole("heading", { name: "Field types" }).waitFor();
  });
});

/** With a model as the packet's provider it is asked once about what is doubtful, and its answer is evidence. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { PacketRecord } from "#contract/packets.ts";
import type { Client } from "../support/client.ts";
import { type Asked, type ModelServer, startModelServer } from "../support/model-server.ts";
import { base64 } from "../support/pdf.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { CARDS, stackOf } from "../support/stack.ts";

type Answer = { page: number; begins: boolean; kind: number };
/** What the model says of a page. */
let says: (page: number) => Omit<Answer, "page">;
const pagesIn = ({ text }: Asked) => [...text.matchAll(/^page (\d+)$/gm)].map(([, page]) => Number(page));
const answersOf = (asked: Asked): { pages: Answer[] } => ({ pages: pagesIn(asked).map((page) => ({ page, ...says(page) })) });

let server: ModelServer;
let service: TestService;
let client: Client;
let templates: string[];
let file_content: string;
beforeAll(async () => {
  server = await startModelServer((asked) => (asked.schemaName === "pages" ? answersOf(asked) : { findings: [], tables: [] }));
  service = await startTestService({ env: server.env("openai") });
  client = await service.account();
  templates = [];
  for (const name of ["Résumé", "Blue folder"]) {
    const extraction_schema = { fields: [{ name: name === "Résumé" ? "email" : "field_one", type: "string" }] };
    templates.push((await client.post("/v1/templates", { name, extraction_schema })).json.template_id);
  }
  // A résumé, and two cards that are taken for one document of no template.
  file_content = base64(await stackOf([{ sample: "resume-lena-brandt" }, CARDS[0], CARDS[1]]));
});
beforeEach(() => {
  server.asked.length = 0;
});
afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  await server?.[Symbol.asyncDispose]();
});

async function split(more: object = {}): Promise<PacketRecord> {
  const { json } = await client.post("/v1/packets", { file_content, templates, provider: "openai", ...more });
  const packet = (await client.get(`/v1/packets/${json.packet_id}?wait=60`)).json;
  expect(packet.status).toBe("completed");
  // The tasks ask the model as well, and would take an answer that the next packet is to get.
  for (const { task_id } of packet.parts) if (task_id !== null) await client.get(`/v1/tasks/${task_id}?wait=60`);
  return packet;
}
const questions = () => server.asked.filter(({ schemaName }) => schemaName === "pages");
const told = ({ parts }: PacketRecord) => parts.map(({ pages, template_id }) => [pages, template_id]);
const AS_READ = () => [
  [[1], templates[0]],
  [[2, 3], null],
];

test("a doubtful cut and its templates are as the model says, and the reasons say so", async () => {
  says = (page) => ({ begins: true, kind: page === 1 ? 1 : 2 });
  const packet = await split();
  expect(told(packet)).toEqual([
    [[1], templates[0]],
    [[2], templates[1]],
    [[3], templates[1]],
  ]);
  for (const part of packet.parts.slice(1)) {
    expect(part.reasons).toEqual([
      "A model that was asked says that documents begin and end here.",
      "A model that was asked says that it is of this template.",
    ]);
    expect(part.task_id).not.toBeNull();
    expect(part.confidence).toBeLessThan(0.9);
  }
  const [question, ...more] = questions();
  expect(more).toEqual([]);
  expect(question?.text).toContain("1. Résumé\n2. Blue folder");
  // The first and the last lines of the pages, between markers.
  expect(question?.text).toMatch(/<(pages-[0-9a-f]{16})>\npage 1\n[\s\S]*page 3\n[\s\S]*<\/\1>$/);
});

test("an answer that agrees makes surer", async () => {
  const alone = await split({ provider: "local" });
  expect([told(alone), questions()]).toEqual([AS_READ(), []]);
  says = (page) => ({ begins: page !== 3, kind: page === 1 ? 1 : 0 });
  const both = await split();
  expect(told(both)).toEqual(AS_READ());
  expect(both.parts[0]?.confidence).toBeGreaterThan(alone.parts[0]?.confidence ?? 1);
  expect(both.parts[1]?.confidence).toBeGreaterThan(alone.parts[1]?.confidence ?? 1);
  expect(both.parts[1]?.reasons).toContain("A model that was asked says so too.");
});

test("an answer does not outweigh pages that are surer than a model", async () => {
  says = () => ({ begins: false, kind: 0 });
  const { parts } = await split({
    min_confidence: 1,
    file_content: base64(await stackOf([{ sample: "resume-lena-brandt" }, { sample: "invoice-en" }])),
  });
  expect(parts.map(({ pages }) => pages)).toEqual([[1], [2, 3]]);
  expect(parts[1]?.reasons).toContain("A model that was asked says otherwise, which does not outweigh what the pages say.");
});

test("nothing is asked where nothing is doubtful", async () => {
  await split({ min_confidence: 0 });
  expect(questions()).toEqual([]);
});

test("a model that answers what was not asked, or fails, leaves the packet as it was read", async () => {
  const wrong = { reply: { pages: [{ page: 99, begins: true, kind: 7 }] } };
  server.next(wrong, wrong);
  expect([told(await split()), questions().length]).toEqual([AS_READ(), 2]);
  server.next({ status: 401 });
  expect(told(await split())).toEqual(AS_READ());
});

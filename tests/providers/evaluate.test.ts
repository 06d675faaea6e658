/** Evaluation by the three vendors: the model names lines and levels of a blinded résumé, code fetches the words and computes. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { judge, shownIn } from "../support/judging-model.ts";
import { type Asked, type ModelServer, type Step, startModelServer } from "../support/model-server.ts";
import { RESUME_TEXT } from "../support/resumes.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { startServices, WAYS } from "./vendors.ts";

const skills = (...names: string[]) => names.map((name) => ({ name, type: "technical", required: true }));
const SKILLS = skills("Python", "PostgreSQL", "Kafka", "Rust");

let server: ModelServer;
let services: Awaited<ReturnType<typeof startServices>>;
beforeAll(async () => {
  server = await startModelServer();
  services = await startServices(server);
});
afterAll(async () => {
  await services?.[Symbol.asyncDispose]();
  await server?.[Symbol.asyncDispose]();
});

describe.each(WAYS)("$provider over $dialect", (way) => {
  let service: TestService;
  beforeAll(() => {
    service = services.of(way);
  });
  const evaluate = async (steps: Step[], answer: (asked: Asked) => unknown = judge, more: object = {}) => {
    server.asked.length = 0;
    server.always((asked) => ({ reply: answer(asked) }));
    server.next(...steps);
    const client = await service.account();
    const ask = {
      job_id: "j",
      application_id: "a",
      resume_text: RESUME_TEXT,
      job_details: { required_skills: SKILLS },
      provider: way.provider,
    };
    return client.post("/recruit/evaluate", { ...ask, ...more });
  };

  test("scores every asked skill with verbatim evidence and its box", async () => {
    const { status, json } = await evaluate([]);
    expect(status).toBe(200);
    expect(Object.keys(json.skills)).toEqual(SKILLS.map(({ name }) => name));
    expect(json).toMatchObject({
      engine: way.provider,
      provider: way.provider,
      warnings: [],
      usage: { output_tokens: expect.any(Number) },
    });
    expect(json.skills.Python.evidence).toContain("Wrote 40 pipelines in Python for the parcel teams.");
    expect(json.skills.Rust).toMatchObject({ score: 0, evidence: expect.stringContaining("Nothing in the résumé shows") });
    expect(json.skills.Python.score).toBeGreaterThan(json.skills.Kafka.score);
    const [counted] = json.explanation.Python.counted;
    expect(RESUME_TEXT).toContain(counted.text);
    expect(counted.bbox[2]).toBeGreaterThan(counted.bbox[0]);
    expect(json.usage.input_tokens).toBeGreaterThan(50);
  });

  test("the model sees lines without name, address and school, and one skill more than asked", async () => {
    await evaluate([]);
    const [asked] = server.asked;
    if (!asked) throw new Error("not asked");
    expect(asked.text).not.toMatch(/Muster|example\.com|\+49|University/);
    expect(shownIn(asked).skills).toHaveLength(SKILLS.length + 1);
    expect(asked.maxOutputTokens).toBeGreaterThan(0);
  });

  test.each<[string, unknown]>([
    ["a level of 101", 101],
    ["a level of -1", -1],
    ["a level as text", "4"],
    ["no level", null],
    ["half a level", 2.5],
  ])("L03: %s is asked for once more, then the rules answer alone, and a warning says so", async (_, level) => {
    const spoilt = (asked: Asked) => ({ skills: shownIn(asked).skills.map((_skill, i) => ({ skill: i + 1, level, lines: [1] })) });
    const once = await evaluate([{ reply: { skills: [{ skill: 1, level, lines: [1] }] } }]);
    expect(once.status).toBe(200);
    expect(server.asked).toHaveLength(2);
    const never = await evaluate([], spoilt);
    const byRules = await evaluate([], judge, { provider: "local" });
    expect(never).toMatchObject({ status: 200, json: { skills: byRules.json.skills, warnings: [{ code: "model_answer_unusable" }] } });
  });

  test("an empty answer leaves the rules to score", async () => {
    const { status, json } = await evaluate([], () => ({}));
    expect([status, json.warnings.map(({ code }: { code: string }) => code)]).toEqual([200, ["model_answer_unusable"]]);
    expect(json.skills.Python.score).toBeGreaterThan(0);
  });

  test("the model is shown the ad, so that it knows what the skills mean there", async () => {
    await evaluate([], judge, { job_details: { description: "Parcels. Python at night.", required_skills: SKILLS } });
    expect(server.asked[0]?.text).toMatch(/<ad-[0-9a-f]{16}>\nParcels. Python at night.\n<\/ad-/);
  });

  test("L03: a skill too few, one too many, the same twice: asked for once more", async () => {
    const all = (asked: Asked) => (judge(asked) as { skills: object[] }).skills;
    for (const spoil of [
      (list: object[]) => list.slice(1),
      (list: object[]) => [...list, { skill: 99, level: 1, lines: [1] }],
      (list: object[]) => [...list.slice(0, -1), list[0]],
    ]) {
      let calls = 0;
      const { status } = await evaluate([], (asked) => ({ skills: calls++ === 0 ? spoil(all(asked)) : all(asked) }));
      expect([status, server.asked.length]).toEqual([200, 2]);
    }
  });

  test("L04: evidence that the résumé does not have is removed: a level without it is none", async () => {
    const inventing = (asked: Asked) => {
      const { skills: listed } = shownIn(asked);
      return {
        skills: listed.map((name, i) =>
          name === "Rust" ? { skill: i + 1, level: 4, lines: [77, 0, -3] } : { skill: i + 1, level: 0, lines: [] },
        ),
      };
    };
    const { json } = await evaluate([], inventing);
    expect(json.skills.Rust).toMatchObject({ score: 0, evidence: expect.stringContaining("Nothing in the résumé shows") });
    expect(json.warnings.map(({ code }: { code: string }) => code)).toContain("evidence_removed");
  });

  test("where model and rules are far apart, the confidence falls and a warning says so", async () => {
    const blind = (asked: Asked) => ({ skills: shownIn(asked).skills.map((_skill, i) => ({ skill: i + 1, level: 0, lines: [] })) });
    const agreed = await evaluate([]);
    const apart = await evaluate([], blind);
    expect(apart.json.skills.Python.score).toBe(0);
    expect(apart.json.skills.Python.confidence).toBeLessThan(agreed.json.skills.Python.confidence);
    const told = apart.json.warnings.filter(({ code }: { code: string }) => code === "model_and_rules_differ");
    expect(told.map(({ message }: { message: string }) => message).join()).toContain('"Python"');
  });

  test("the same bytes are asked about once, and have the same answer", async () => {
    server.asked.length = 0;
    server.always((asked) => ({ reply: judge(asked) }));
    const client = await service.account();
    const ask = {
      job_id: "j",
      application_id: "a",
      resume_text: RESUME_TEXT,
      job_details: { required_skills: SKILLS },
      provider: way.provider,
    };
    const [one, two] = [await client.post("/recruit/evaluate", ask), await client.post("/recruit/evaluate", ask)];
    const fixed = ({ json: { evaluation_date, evaluation_id, usage, ...rest } }: typeof one) => rest;
    expect(fixed(two)).toEqual(fixed(one));
    expect(server.asked).toHaveLength(1);
    expect(two.json.usage).toEqual({ input_tokens: 0, output_tokens: 0, cost_usd: 0 });
  });

  test.each<[string, Step]>([
    ["401", { status: 401, message: "key canary-key-5523" }],
    ["503", { status: 503, message: "busy" }],
    ["a refusal", { reply: "no", ends: "refusal" }],
    ["a broken connection", { fault: "break" }],
  ])("%s is a 500 that says nothing of it", async (_, step) => {
    const { status, text } = await evaluate([step]);
    expect(status).toBe(500);
    expect(text).not.toMatch(/canary|openai|anthropic|gemini/i);
  });
});

test("a provider that is not configured is 400; one that stays away is 500 at once, without a call", async () => {
  await using server = await startModelServer();
  await using service = await startTestService({ env: server.env("anthropic"), worker: false });
  server.always({ status: 503 });
  const client = await service.account();
  const ask = { job_id: "j", application_id: "a", resume_text: RESUME_TEXT, job_details: { required_skills: SKILLS } };
  expect((await client.post("/recruit/evaluate", { ...ask, provider: "gemini" })).status).toBe(400);
  for (let i = 0; i < 5; i++) expect((await client.post("/recruit/evaluate", ask)).status).toBe(500);
  const calls = server.asked.length;
  const start = performance.now();
  for (let i = 0; i < 5; i++) expect((await client.post("/recruit/evaluate", ask)).status).toBe(500);
  expect(performance.now() - start).toBeLessThan(3_000);
  expect(server.asked.length).toBe(calls);
});

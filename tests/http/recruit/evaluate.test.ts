/** POST /evaluate. */
import { beforeAll, describe, expect, test } from "vitest";
import { makeDocx, wordParagraph } from "#documents/testing/make-docx.ts";
import { base64 } from "../../support/pdf.ts";
import { startReceiver } from "../../support/receiver.ts";
import { fileOf, RESUME_TEXT, resumePdf } from "../../support/resumes.ts";
import { startTestService } from "../../support/service.ts";
import { type SharedService, sharedService } from "../../support/shared-service.ts";

let service: SharedService;
beforeAll(async () => {
  service = await sharedService();
});

const skills = (...names: string[]) => names.map((name) => ({ name, type: "technical", required: true }));
const ask = (more: object = {}, required_skills: unknown = skills("Python", "Rust")) => ({
  job_id: "job-1",
  application_id: "application-1",
  resume_text: RESUME_TEXT,
  job_details: { required_skills },
  ...more,
});

describe("the answer", () => {
  test("has every asked skill, none other, with score, verbatim evidence and confidence", async () => {
    const client = await service.account();
    const names = ["Python", "Rust", " spaced ", "C++", "日本語"];
    const { status, json } = await client.post("/recruit/evaluate", ask({}, skills(...names)));
    expect(status).toBe(200);
    expect(Object.keys(json.skills)).toEqual(names);
    expect(json.skills.Python).toMatchObject({
      score: expect.any(Number),
      evidence: expect.stringContaining("Wrote 40 pipelines in Python"),
    });
    expect(json.skills.Rust).toMatchObject({ score: 0, evidence: expect.stringContaining("Nothing in the résumé shows") });
    expect(new Date(json.evaluation_date).toISOString()).toBe(json.evaluation_date);
    expect(json).toMatchObject({ engine: "local", provider: null, rules_version: expect.any(String), overall_score: expect.any(Number) });
  });

  test("is the same for the same bytes, dates and ids aside", async () => {
    const client = await service.account();
    const [one, two] = await Promise.all([client.post("/recruit/evaluate", ask()), client.post("/recruit/evaluate", ask())]);
    const fixed = ({ json: { evaluation_date, evaluation_id, ...rest } }: typeof one) => rest;
    expect(fixed(one)).toEqual(fixed(two));
    expect(one.json.evaluation_id).not.toBe(two.json.evaluation_id);
  });

  test("is kept with its rules, engine and the hash of the bytes, and other accounts do not see it", async () => {
    const client = await service.account();
    const { json } = await client.post("/recruit/evaluate", ask());
    const stored = await client.get(`/recruit/evaluations/${json.evaluation_id}`);
    expect(stored.json).toMatchObject({
      ...json,
      job_id: "job-1",
      application_id: "application-1",
      document_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect((await (await service.account()).get(`/recruit/evaluations/${json.evaluation_id}`)).status).toBe(404);
  });

  test("explains each score: factors, what counted with its place, what would change it", async () => {
    const client = await service.account();
    const pdf = await resumePdf({ name: "Mia Muster", email: "mia@example.com" });
    const { json } = await client.post("/recruit/evaluate", ask({ resume_text: null, resume_file: fileOf("mia.pdf", pdf) }));
    const { Python } = json.explanation;
    expect(Python.factors.length).toBeGreaterThan(0);
    expect(Python.would_change).toMatch(/\d|Nothing/);
    const [left, top, right, bottom] = Python.counted[0].bbox;
    expect(left).toBeGreaterThan(0.05);
    expect(top).toBeGreaterThan(0.1);
    expect(right).toBeLessThan(0.7);
    expect(bottom).toBeLessThan(0.3);
  });
});

describe("the résumé", () => {
  test.each([
    ["PDF", "mia.pdf", () => resumePdf({ name: "Mia Muster", email: "mia@example.com" })],
    [
      "DOCX",
      "mia.docx",
      async () =>
        makeDocx(
          RESUME_TEXT.split("\n")
            .map((line) => wordParagraph(line))
            .join(""),
        ),
    ],
    ["TXT", "mia.txt", async () => Buffer.from(RESUME_TEXT)],
  ])("may be a %s file, judged by its bytes", async (_kind, filename, make) => {
    const client = await service.account();
    const { json } = await client.post("/recruit/evaluate", ask({ resume_text: null, resume_file: fileOf(filename, await make()) }));
    expect(json.skills.Python.score).toBeGreaterThan(60);
  });

  test("may be a URL, which wins over text", async () => {
    await using files = await startReceiver((_request, response) => void response.end(RESUME_TEXT.replaceAll("Python", "Erlang")));
    const client = await service.account();
    const { json } = await client.post("/recruit/evaluate", ask({ resume_url: `${files.url}/mia.txt` }, skills("Python", "Erlang")));
    expect(json.skills).toMatchObject({ Python: { score: 0 }, Erlang: { score: expect.any(Number) } });
    expect(json.skills.Erlang.score).toBeGreaterThan(60);
  });

  test("is remembered under the application's id, from an earlier evaluation and from a batch", async () => {
    const client = await service.account();
    const first = await client.post("/recruit/evaluate", ask({ application_id: "kept" }));
    const second = await client.post("/recruit/evaluate", ask({ application_id: "kept", resume_text: null }));
    expect(second.json.skills).toEqual(first.json.skills);
    const { json: job } = await client.post("/recruit/extract-resumes", { files: [fileOf("mia.txt", RESUME_TEXT)] });
    const { json: status } = await client.get(`/recruit/extraction-status/${job.job_id}?wait=30`);
    const third = await client.post(
      "/recruit/evaluate",
      ask({ application_id: status.successful_extractions[0].application_id, resume_text: null }),
    );
    expect(third.json.skills).toEqual(first.json.skills);
  });

  test("that is nowhere is a 400 that says where it was looked for; another account's is nowhere", async () => {
    const owner = await service.account();
    await owner.post("/recruit/evaluate", ask({ application_id: "mine" }));
    const answer = await (await service.account()).post("/recruit/evaluate", ask({ application_id: "mine", resume_text: null }));
    expect(answer).toMatchObject({ status: 400, json: { error_code: "resume_missing" } });
    for (const tried of ["resume_url", "resume_text", "resume_file", "application_id"]) expect(answer.json.detail).toContain(tried);
  });

  test.each([
    ["not a résumé file", Buffer.from("GIF89a\x01\x00"), "unsupported_type"],
    ["a damaged PDF", Buffer.from("%PDF-1.4\nbroken"), "corrupt_document"],
    ["empty", Buffer.from("   \n"), "empty_document"],
    ["a web page", Buffer.from("<!doctype html><p>Sign in"), "unsupported_type"],
  ])("that is %s is a 400 with the reason", async (_what, bytes, code) => {
    const client = await service.account();
    const answer = await client.post("/recruit/evaluate", ask({ resume_text: null, resume_file: fileOf("x", bytes) }));
    expect(answer).toMatchObject({ status: 400, json: { error_code: code } });
  });

  test("at a private address is never fetched", async () => {
    const strict = await startTestService({ env: { WINNOW_ALLOW_HOSTS: "" }, worker: false });
    await using canary = await startReceiver();
    const client = await strict.account();
    for (const body of [
      ask({ resume_url: `${canary.url}/x.pdf` }),
      ask({ job_details: { required_skills: skills("SQL"), description_file_url: `${canary.url}/ad` } }),
    ])
      await client.post("/recruit/evaluate", body);
    expect(canary.connections()).toBe(0);
    await strict[Symbol.asyncDispose]();
  });
});

describe("422", () => {
  test.each([
    ["no skill", []],
    ["51 skills", skills(...Array.from({ length: 51 }, (_, i) => `skill ${i}`))],
    ["a skill twice", skills("SQL", "SQL")],
    ["a blank name", skills(" ")],
  ])("%s", async (_what, required_skills) => {
    const answer = await (await service.account()).post("/recruit/evaluate", ask({}, required_skills));
    expect(answer.status).toBe(422);
    expect(answer.json.detail[0].loc.slice(0, 3)).toEqual(["body", "job_details", "required_skills"]);
  });
});

describe("fairness", () => {
  test("a name, an address or a school that is the name of a skill earns nothing", async () => {
    const client = await service.account();
    const named = RESUME_TEXT.replace("Mia Muster", "Ruby Rails").replace("Example University", "University of Kubernetes");
    const { json } = await client.post("/recruit/evaluate", ask({ resume_text: named }, skills("Ruby", "Kubernetes")));
    expect(json.skills).toMatchObject({ Ruby: { score: 0 }, Kubernetes: { score: 0 } });
  });

  test("hidden text earns nothing and is reported", async () => {
    const client = await service.account();
    const docx = makeDocx(
      wordParagraph("Mia Muster") +
        wordParagraph("EXPERIENCE") +
        wordParagraph("Expert in Kubernetes and Rust", "<w:vanish/>") +
        wordParagraph("Cook, Example Inn, 2019 - 2024"),
    );
    const { json } = await client.post(
      "/recruit/evaluate",
      ask({ resume_text: null, resume_file: { ...fileOf("mia.docx", docx) } }, skills("Kubernetes")),
    );
    expect(json.skills.Kubernetes.score).toBe(0);
    expect(json.warnings.map(({ code }: { code: string }) => code)).toContain("hidden_text");
  });

  test("text copied from the ad earns nothing, whether the ad is sent or fetched", async () => {
    const ad = "You will design and operate large Kubernetes clusters for parcel teams across three continents.";
    await using files = await startReceiver((_request, response) => void response.end(ad));
    const client = await service.account();
    const copied = RESUME_TEXT.replace(
      "EDUCATION",
      "- Design and operate large Kubernetes clusters for parcel teams across three continents.\nEDUCATION",
    );
    for (const description of [{ description: ad }, { description_file_url: `${files.url}/ad.txt` }]) {
      const { json } = await client.post(
        "/recruit/evaluate",
        ask({ resume_text: copied, job_details: { required_skills: skills("Kubernetes"), ...description } }),
      );
      expect(json.skills.Kubernetes.score).toBe(0);
      expect(json.explanation.Kubernetes.not_counted[0].reason).toBe("copied_from_job");
    }
  });
});

test("an Idempotency-Key gives the same evaluation once", async () => {
  const client = await service.account();
  const [one, two] = [
    await client.post("/recruit/evaluate", ask(), { "idempotency-key": "k1" }),
    await client.post("/recruit/evaluate", ask(), { "idempotency-key": "k1" }),
  ];
  expect(two.json).toEqual(one.json);
});

test("base64 with white space and as a data URL is taken", async () => {
  const client = await service.account();
  const content = base64(Buffer.from(RESUME_TEXT)).replace(/.{60}/g, "$&\n");
  for (const sent of [content, `data:text/plain;base64,${base64(Buffer.from(RESUME_TEXT))}`]) {
    const { status } = await client.post(
      "/recruit/evaluate",
      ask({ resume_text: null, resume_file: { filename: "a.txt", content_type: "text/plain", content: sent } }),
    );
    expect(status).toBe(200);
  }
});

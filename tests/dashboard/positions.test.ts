/** Positions: résumés that are sent for one are read, evaluated, ranked, and shown with their evidence. */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Application, ApplicationList } from "#contract/recruiting/position.ts";
import { makeDocx, wordParagraph } from "#documents/testing/make-docx.ts";
import { forgetExpiredResumes } from "#recruiting/batches/maintenance.ts";
import type { Client } from "../support/client.ts";
import { becomeOwner } from "../support/dashboard.ts";
import { expire } from "../support/database-state.ts";
import { pdfOf } from "../support/pdf.ts";
import { startReceiver } from "../support/receiver.ts";
import { fileOf, people, photographedResume, RESUME_TEXT, resumePdf, textOf } from "../support/resumes.ts";
import { startTestService, type TestService } from "../support/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service[Symbol.asyncDispose]());

const POSITIONS = "/recruit/positions";
const skillsOf = (...names: string[]) => names.map((name) => ({ name, type: "technical", required: true }));
const body = (more: object = {}) => ({ title: "Data engineer", required_skills: skillsOf("Python", "Rust"), ...more });
const [ada, ben, chloe] = people(3) as [{ name: string; email: string }, { name: string; email: string }, { name: string; email: string }];

async function make(client: Client, more: object = {}): Promise<string> {
  const { status, json } = await client.post(POSITIONS, body(more));
  expect(status).toBe(201);
  return json.position_id;
}

async function listed(client: Client, id: string): Promise<ApplicationList> {
  return (await client.get(`${POSITIONS}/${id}/applications?limit=100`)).json;
}

/** When all applications are at their end. */
async function settled(client: Client, id: string, timeout = 30_000): Promise<ApplicationList> {
  const isOpen = ({ status }: Application) => status === "processing" || status === "evaluating";
  await expect.poll(async () => (await listed(client, id)).applications.filter(isOpen).length, { timeout, interval: 100 }).toBe(0);
  return listed(client, id);
}

const send = (client: Client, id: string, files: object) => client.post(`${POSITIONS}/${id}/resumes`, files);

describe("a position", () => {
  test("is made, read, listed newest first, changed and deleted", async () => {
    const client = await service.account();
    const description_file_url = "https://example.com/ad.pdf";
    const questions = ["How did you test your pipelines?"];
    const { json: made } = await client.post(POSITIONS, body({ description: "We move data.", description_file_url, questions }));
    expect(made).toMatchObject({
      position_id: expect.stringMatching(/^pos_/),
      title: "Data engineer",
      description: "We move data.",
      description_file_url,
      required_skills: skillsOf("Python", "Rust"),
      questions,
      applications: { total: 0, processing: 0, evaluated: 0, failed: 0 },
    });
    const second = await make(client, { title: "Second" });
    const { json: first } = await client.get(`${POSITIONS}?limit=1`);
    expect(first).toMatchObject({ positions: [{ position_id: second }], next_cursor: second });
    expect((await client.get(`${POSITIONS}?limit=1&cursor=${first.next_cursor}`)).json).toMatchObject({
      positions: [made],
      next_cursor: null,
    });

    const { json: changed } = await client.put(`${POSITIONS}/${second}`, body({ title: "Third", required_skills: [{ name: "SQL" }] }));
    expect(changed).toMatchObject({
      title: "Third",
      required_skills: [{ name: "SQL", type: "technical", required: true }],
      description: null,
    });
    expect((await client.get(`${POSITIONS}/${second}`)).json).toEqual(changed);
    expect((await client.delete(`${POSITIONS}/${second}`)).status).toBe(204);
    expect((await client.get(`${POSITIONS}/${second}`)).status).toBe(404);
  });

  test("of another account answers 404, like one that never was; so do its applications", async () => {
    const client = await service.account();
    const id = await make(client);
    await send(client, id, { files: [fileOf("ada.pdf", await resumePdf(ada))] });
    const [application] = (await settled(client, id)).applications;
    const stranger = await service.account();
    for (const other of [id, "pos_none"]) {
      expect((await stranger.get(`${POSITIONS}/${other}`)).status).toBe(404);
      expect((await stranger.put(`${POSITIONS}/${other}`, body())).status).toBe(404);
      expect((await stranger.delete(`${POSITIONS}/${other}`)).status).toBe(404);
      expect((await stranger.get(`${POSITIONS}/${other}/applications`)).status).toBe(404);
      expect((await send(stranger, other, { files: [fileOf("a.txt", RESUME_TEXT)] })).status).toBe(404);
    }
    for (const path of ["", "/pages/1.png"])
      expect((await stranger.get(`/recruit/applications/${application?.application_id}${path}`)).status).toBe(404);
    expect((await stranger.get(POSITIONS)).json.positions).toEqual([]);
  });

  test("without a title or skills is refused with 422; with an address that may not be fetched, 400", async () => {
    const client = await service.account();
    expect((await client.post(POSITIONS, body({ title: " " }))).json.detail).toMatchObject([{ loc: ["body", "title"] }]);
    expect((await client.post(POSITIONS, body({ required_skills: [] }))).json.detail).toMatchObject([{ loc: ["body", "required_skills"] }]);
    expect((await client.post(POSITIONS, body({ description_file_url: "http://10.0.0.1/ad" }))).json.error_code).toBe("url_not_allowed");
  });

  test("serves sessions as it does keys", async () => {
    const browser = await becomeOwner(service, "owner@example.com");
    const { status, json } = await browser.post("/api/recruit/v1/positions", body());
    expect(status).toBe(201);
    const { json: list } = await browser.get(`/api/recruit/v1/positions/${json.position_id}/applications`);
    expect(list).toEqual({ applications: [], skills: ["Python", "Rust"], next_cursor: null });
  });
});

describe("résumés for a position", () => {
  test("are read, evaluated against its skills and ranked; a bad file fails alone", async () => {
    const client = await service.account();
    const id = await make(client);
    const rusty = textOf(ben).replaceAll("Python", "Rust and Python");
    await using files = await startReceiver((_request, response) => void response.end(rusty));
    const { status, json } = await send(client, id, {
      files: [fileOf("ada.pdf", await resumePdf(ada)), fileOf("broken.pdf", "%PDF-1.4\nbroken")],
      urls: [`${files.url}/ben.txt`],
    });
    expect(status).toBe(200);
    expect(json).toMatchObject({ job_id: expect.stringMatching(/^job_/), total_documents: 3, message: expect.any(String) });
    const { applications, skills } = await settled(client, id);
    expect(skills).toEqual(["Python", "Rust"]);
    expect(applications.map(({ name, status: state, index }) => [name, state, index])).toEqual([
      [ben.name, "evaluated", 2],
      [ada.name, "evaluated", 0],
      ["", "failed", 1],
    ]);
    const [best, second, broken] = applications;
    expect(best).toMatchObject({ email: ben.email, filename: null, resume_url: `${files.url}/ben.txt`, job_id: json.job_id, error: null });
    expect(best?.overall_score).toBeGreaterThan(second?.overall_score ?? 100);
    expect(second?.skills).toMatchObject({
      Python: { score: expect.any(Number), evidence: expect.stringContaining("Python") },
      Rust: { score: 0 },
    });
    expect(broken).toMatchObject({ error: { code: "corrupt_document", message: expect.any(String) }, skills: {}, overall_score: null });
    expect((await client.get(`${POSITIONS}/${id}`)).json.applications).toEqual({ total: 3, processing: 0, evaluated: 2, failed: 1 });
    const { json: job } = await client.get(`/recruit/extraction-status/${json.job_id}`);
    expect(job).toMatchObject({ status: "completed", successful_count: 2, failed_count: 1 });
  });

  test("are listed without their whole résumés being opened", async () => {
    const client = await service.account();
    const id = await make(client);
    await send(client, id, { files: [fileOf("ada.txt", textOf(ada))] });
    const before = await settled(client, id);
    await sql`UPDATE batch_entries SET result = NULL, fields = NULL WHERE id = ${before.applications[0]?.application_id}`.execute(
      service.db,
    );
    expect(await listed(client, id)).toEqual(before);
    expect(before.applications[0]).toMatchObject({ name: ada.name, email: ada.email });
  });

  test("leave ordinary evaluations, which the API reads like any other", async () => {
    const client = await service.account();
    const id = await make(client);
    await send(client, id, { files: [fileOf("ada.pdf", await resumePdf(ada))] });
    const [application] = (await settled(client, id)).applications;
    const { json: evaluation } = await client.get(`/recruit/evaluations/${application?.evaluation_id}`);
    expect(evaluation).toMatchObject({
      job_id: id,
      application_id: application?.application_id,
      overall_score: application?.overall_score,
      skills: application?.skills,
    });
    const ask = { job_id: id, application_id: application?.application_id, job_details: { required_skills: skillsOf("Python", "Rust") } };
    expect((await client.post("/recruit/evaluate", ask)).json.skills).toEqual(application?.skills);
  });

  test("sent twice keep their order: the second job goes on counting", async () => {
    const client = await service.account();
    const id = await make(client);
    for (const person of [ada, ben]) await send(client, id, { files: [fileOf("a.txt", textOf(person))] });
    const { applications } = await settled(client, id);
    expect(applications.map(({ name, index }) => [name, index]).sort()).toEqual([
      [ada.name, 0],
      [ben.name, 1],
    ]);
  });

  test("of a job without a position are no applications", async () => {
    const client = await service.account();
    const { json } = await client.post("/recruit/extract-resumes", { files: [fileOf("a.txt", RESUME_TEXT)] });
    const { json: status } = await client.get(`/recruit/extraction-status/${json.job_id}?wait=30`);
    const [{ application_id: application }] = status.successful_extractions;
    expect((await client.get(`/recruit/applications/${application}`)).status).toBe(404);
  });
});

describe("an application", () => {
  test("shows where each piece of evidence stands, and its pages", async () => {
    const client = await service.account();
    const id = await make(client);
    await send(client, id, { files: [fileOf("ada.pdf", await resumePdf(ada))] });
    const [application] = (await settled(client, id)).applications;
    const { json } = await client.get(`/recruit/applications/${application?.application_id}`);
    expect(json).toMatchObject({
      application,
      resume: { basics: { name: ada.name } },
      explanation: { Python: { formula: expect.any(String) }, Rust: { formula: expect.any(String) } },
      document: { page_count: 1, pages: [{ number: 1, width: expect.any(Number), height: expect.any(Number) }] },
    });
    expect(json.evidence.Rust).toEqual([]);
    expect(json.evidence.Python.map(({ text }: { text: string }) => text)).toContain("Wrote 40 pipelines in Python for the parcel teams.");
    const [, top, , bottom] = json.evidence.Python.find(({ text }: { text: string }) => text.startsWith("Wrote 40")).bbox;
    // The sixth line of the page, 18 points each from 50, of 842.
    expect(top).toBeCloseTo((50 + 5 * 18) / 842, 1);
    expect(bottom - top).toBeLessThan(0.03);

    const picture = await fetch(`${service.url}/api/recruit/v1/applications/${application?.application_id}/pages/1.png?width=300`, {
      headers: { authorization: client.key },
    });
    expect(picture.headers.get("content-type")).toBe("image/png");
    expect(Buffer.from(await picture.arrayBuffer()).readUInt32BE(16)).toBe(300);
    expect((await client.get(`/recruit/applications/${application?.application_id}/pages/9.png`)).status).toBe(404);
  });

  test("of a photograph has its evidence in what OCR read", async () => {
    const client = await service.account();
    const id = await make(client, { required_skills: [{ name: "Pastry" }] });
    await send(client, id, { files: [fileOf("samuel.jpg", await photographedResume())] });
    const [application] = (await settled(client, id, 60_000)).applications;
    const { json } = await client.get(`/recruit/applications/${application?.application_id}`);
    expect(json.document.pages).toHaveLength(1);
    expect(json.evidence.Pastry.length).toBeGreaterThan(0);
    for (const { bbox } of json.evidence.Pastry) expect(bbox[0] < bbox[2] && bbox[1] < bbox[3]).toBe(true);
  });

  test("of a DOCX or TXT has an evaluation, but no pages and no places", async () => {
    const client = await service.account();
    const id = await make(client);
    const docx = makeDocx(
      RESUME_TEXT.split("\n")
        .map((line) => wordParagraph(line))
        .join(""),
    );
    await send(client, id, { files: [fileOf("mia.docx", docx), fileOf("ben.txt", textOf(ben))] });
    const { applications } = await settled(client, id);
    for (const { application_id: application, skills } of applications) {
      expect(skills.Python?.score).toBeGreaterThan(0);
      const { json } = await client.get(`/recruit/applications/${application}`);
      expect(json.document.pages).toEqual([]);
      expect(json.evidence).toEqual({ Python: [], Rust: [] });
      const page = await client.get(`/recruit/applications/${application}/pages/1.png`);
      expect([page.status, page.json.detail]).toEqual([404, expect.stringContaining("no pages to draw")]);
    }
  });
});

describe("other skills", () => {
  test("evaluate everything again, and show so meanwhile; the same ones change nothing", async () => {
    const client = await service.account();
    const id = await make(client);
    const persons = [ada, ben, chloe];
    await send(client, id, { files: persons.map((person) => fileOf("a.txt", textOf(person))) });
    const before = (await settled(client, id)).applications;
    await client.put(`${POSITIONS}/${id}`, body({ title: "Renamed" }));
    expect((await listed(client, id)).applications).toEqual(before);

    await service.stopWorker();
    const { json: position } = await client.put(`${POSITIONS}/${id}`, body({ required_skills: skillsOf("PostgreSQL") }));
    expect(position.applications).toEqual({ total: 3, processing: 3, evaluated: 0, failed: 0 });
    const meanwhile = await listed(client, id);
    expect(meanwhile.skills).toEqual(["PostgreSQL"]);
    expect(meanwhile.applications.map(({ status, overall_score, index }) => [status, overall_score, index])).toEqual([
      ["evaluating", null, 0],
      ["evaluating", null, 1],
      ["evaluating", null, 2],
    ]);
    await service.startWorker();
    const after = (await settled(client, id)).applications;
    expect(after.map(({ skills }) => Object.keys(skills))).toEqual([["PostgreSQL"], ["PostgreSQL"], ["PostgreSQL"]]);
    expect(after.map(({ evaluation_id }) => evaluation_id)).not.toContain(before[0]?.evaluation_id);
    // What was decided before stays to be looked up.
    expect((await client.get(`/recruit/evaluations/${before[0]?.evaluation_id}`)).status).toBe(200);
  });

  test("changed many times in a row end with the last ones", async () => {
    const client = await service.account();
    const id = await make(client);
    await send(client, id, { files: [ada, ben].map((person) => fileOf("a.txt", textOf(person))) });
    for (let i = 0; i < 8; i++) await client.put(`${POSITIONS}/${id}`, body({ required_skills: skillsOf(`Skill ${i}`, "Kafka") }));
    const { applications, skills } = await settled(client, id);
    expect(skills).toEqual(["Skill 7", "Kafka"]);
    expect(applications.map(({ status, skills: found }) => [status, Object.keys(found)])).toEqual([
      ["evaluated", ["Skill 7", "Kafka"]],
      ["evaluated", ["Skill 7", "Kafka"]],
    ]);
  });
});

describe("faults", () => {
  test("a worker that stops in the middle and starts again: everything ends evaluated, once", async () => {
    const client = await service.account();
    const id = await make(client);
    const persons = people(24);
    const pdfs = await Promise.all(persons.map(resumePdf));
    await send(client, id, { files: pdfs.map((pdf, i) => fileOf(`${i}.pdf`, pdf)) });
    await expect
      .poll(async () => (await client.get(`${POSITIONS}/${id}`)).json.applications.evaluated, { interval: 20 })
      .toBeGreaterThan(2);
    await service.stopWorker();
    const { json: halfway } = await client.get(`${POSITIONS}/${id}`);
    await service.startWorker();
    const { applications } = await settled(client, id);
    expect(halfway.applications.evaluated).toBeLessThan(24);
    expect(applications.map(({ status }) => status)).toEqual(Array.from({ length: 24 }, () => "evaluated"));
    expect(new Set(applications.map(({ name }) => name))).toEqual(new Set(persons.map(({ name }) => name)));
    const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM evaluations WHERE job_id = ${id}`.execute(service.db);
    expect(rows[0]?.count).toBe(24);
  });

  test("an evaluation that ended three workers fails with a reason; new skills start it again", async () => {
    const client = await service.account();
    const id = await make(client);
    await send(client, id, { files: [fileOf("a.txt", textOf(ada))] });
    const [application] = (await settled(client, id)).applications;
    await service.stopWorker();
    await client.put(`${POSITIONS}/${id}`, body({ required_skills: skillsOf("Kafka") }));
    // As three workers leave it that were killed while they had it.
    await sql`UPDATE application_evaluations SET lease = gen_random_uuid(), attempts = 3, crashes = 2 WHERE position_id = ${id}`.execute(
      service.db,
    );
    await service.startWorker();
    const [failed] = (await settled(client, id)).applications;
    expect(failed).toMatchObject({
      application_id: application?.application_id,
      status: "failed",
      error: { code: "internal" },
      overall_score: null,
    });
    await client.put(`${POSITIONS}/${id}`, body({ required_skills: skillsOf("PostgreSQL") }));
    expect((await settled(client, id)).applications).toMatchObject([{ status: "evaluated", error: null }]);
  });

  test("an attempt that a change of the skills overtook changes nothing", async () => {
    const client = await service.account();
    await using ad = await startReceiver((_request, response) => void setTimeout(() => response.end("We look for an engineer."), 1_000));
    const id = await make(client, { description_file_url: `${ad.url}/ad.txt`, required_skills: skillsOf("Python") });
    await send(client, id, { files: [fileOf("a.txt", textOf(ada))] });
    await expect.poll(() => ad.received.length).toBe(1);
    await client.put(`${POSITIONS}/${id}`, body({ required_skills: skillsOf("Kafka") }));
    const { applications } = await settled(client, id);
    expect(applications.map(({ skills }) => Object.keys(skills))).toEqual([["Kafka"]]);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect((await listed(client, id)).applications).toEqual(applications);
    const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM evaluations WHERE job_id = ${id}`.execute(service.db);
    expect(rows[0]?.count).toBe(1);
  });

  test("an evaluation whose deadline has passed fails", async () => {
    const client = await service.account();
    const id = await make(client);
    await send(client, id, { files: [fileOf("a.txt", textOf(ada))] });
    await settled(client, id);
    await service.stopWorker();
    await client.put(`${POSITIONS}/${id}`, body({ required_skills: skillsOf("Kafka") }));
    await sql`UPDATE application_evaluations SET deadline_at = now() WHERE position_id = ${id}`.execute(service.db);
    await expect.poll(async () => (await listed(client, id)).applications[0]?.error?.code).toBe("deadline_exceeded");
    await service.startWorker();
  });
});

describe("what is kept", () => {
  test("a deleted position leaves nothing: applications, evaluations, résumés, files", async () => {
    const client = await service.account();
    const id = await make(client);
    await send(client, id, { files: [fileOf("ada.pdf", await resumePdf(ada)), fileOf("ben.txt", textOf(ben))] });
    const { applications } = await settled(client, id);
    expect((await client.delete(`${POSITIONS}/${id}`)).status).toBe(204);
    for (const { application_id: application, evaluation_id, job_id } of applications) {
      expect((await client.get(`/recruit/applications/${application}`)).status).toBe(404);
      expect((await client.get(`/recruit/resumes/${application}`)).status).toBe(404);
      expect((await client.get(`/recruit/evaluations/${evaluation_id}`)).status).toBe(404);
      expect((await client.get(`/recruit/extraction-status/${job_id}`)).status).toBe(404);
      expect(await service.deps.blobs.get(`${client.accountId}/${application}`)).toBeNull();
    }
    const ask = { job_id: "j", application_id: applications[0]?.application_id, job_details: { required_skills: skillsOf("Python") } };
    expect((await client.post("/recruit/evaluate", ask)).json.error_code).toBe("resume_missing");
  });

  test("one deleted while its résumés are read leaves no file either", async () => {
    const client = await service.account();
    const id = await make(client);
    await using slow = await startReceiver((_request, response) => void setTimeout(() => response.end(textOf(ada)), 400));
    const pdf = await pdfOf([[{ text: "Ada Muster", y: 50 }]]);
    await send(client, id, { files: [fileOf("a.pdf", pdf)], urls: [`${slow.url}/a.txt`] });
    await expect.poll(() => slow.received.length).toBe(1);
    const ids = (await listed(client, id)).applications.map(({ application_id }) => application_id);
    expect((await client.delete(`${POSITIONS}/${id}`)).status).toBe(204);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    for (const each of ids) expect(await service.deps.blobs.get(`${client.accountId}/${each}`)).toBeNull();
  });

  test("applications go when their time is over; the position stays", async () => {
    const client = await service.account();
    const id = await make(client);
    await send(client, id, { files: [fileOf("ada.txt", textOf(ada))] });
    const [application] = (await settled(client, id)).applications;
    await expire(service.db, "batches", "stored_resumes", "evaluations");
    await forgetExpiredResumes(service.forAll);
    expect((await client.get(`${POSITIONS}/${id}`)).json.applications).toEqual({ total: 0, processing: 0, evaluated: 0, failed: 0 });
    expect((await listed(client, id)).applications).toEqual([]);
    expect(await service.deps.blobs.get(`${client.accountId}/${application?.application_id}`)).toBeNull();
  });
});

/** The candidate's report: one application, its own words, nothing of others, the same hash as the auditor has, and a page that runs nothing. */
import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CandidateReport } from "#contract/recruiting/report.ts";
import type { Client } from "../../support/client.ts";
import { judge, obey } from "../../support/judging-model.ts";
import { type ModelServer, startModelServer } from "../../support/model-server.ts";
import { fileOf, people, RESUME_TEXT, resumePdf, textOf } from "../../support/resumes.ts";
import { startTestService, type TestService } from "../../support/service.ts";

let model: ModelServer;
/** What the model does when it is asked. */
let judges = judge;
let service: TestService;
beforeAll(async () => {
  model = await startModelServer((asked) => judges(asked));
  service = await startTestService({ env: model.env("openai") });
});
afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  await model?.[Symbol.asyncDispose]();
});

type File = ReturnType<typeof fileOf>;
type Listed = { application_id: string; name: string; status: string; evaluation_id: string };
const SKILLS = ["Python", "Rust"].map((name, i) => ({ name, type: "technical", required: i === 0 }));

/** A position with these résumés, all at their end. */
async function filled(client: Client, files: File[], more: object = {}): Promise<{ position: string; applications: Listed[] }> {
  const { provider = "local", ...body } = more as { provider?: string };
  const { json } = await client.post("/recruit/positions", { title: "Data engineer", required_skills: SKILLS, ...body });
  await client.post(`/recruit/positions/${json.position_id}/resumes`, { files, provider });
  const list = async (): Promise<Listed[]> => (await client.get(`/recruit/positions/${json.position_id}/applications`)).json.applications;
  const isOpen = ({ status }: Listed) => status === "processing" || status === "evaluating";
  await expect.poll(async () => (await list()).filter(isOpen).length).toBe(0);
  return { position: json.position_id, applications: await list() };
}

const addressOf = (id: string | undefined, format = "json") => `/recruit/applications/${id}/report?format=${format}`;
const reportOf = async (client: Client, id: string | undefined): Promise<CandidateReport> => (await client.get(addressOf(id))).json;
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

describe("200", () => {
  test("has the position, each skill with words of the résumé, and what would have changed it", async () => {
    const client = await service.account();
    const { applications } = await filled(client, [fileOf("mia.txt", RESUME_TEXT)], { review_contact: " review@example.com " });
    const [first] = applications;
    const report = await reportOf(client, first?.application_id);
    expect(report).toMatchObject({
      application_id: first?.application_id,
      position_title: "Data engineer",
      judged_by: "rules",
      model: null,
      provider: null,
      changed_by_person: false,
      review_contact: "review@example.com",
      document_sha256: sha256(RESUME_TEXT),
      skills: [
        { name: "Python", required: true, statement: null },
        { name: "Rust", required: false, score: 0, evidence: [], statement: expect.stringMatching(/Rust|nothing|not/i) },
      ],
    });
    const { json: evaluation } = await client.get(`/recruit/evaluations/${first?.evaluation_id}`);
    for (const skill of report.skills) {
      expect(skill.score).toBe(evaluation.skills[skill.name].score);
      expect(skill.would_change).toBe(evaluation.explanation[skill.name].would_change);
    }
    const [python] = report.skills;
    expect(python?.evidence.length).toBeGreaterThan(0);
    for (const { text, page } of python?.evidence ?? []) {
      for (const part of text.split("…")) expect(RESUME_TEXT).toContain(part.trim());
      expect(page).toBeNull();
    }
    expect(report.not_used.join(" ")).toMatch(/name.*mail.*[Pp]hotograph.*age.*[Gg]ender.*origin/);
  });

  test("of a PDF names the pages of its evidence", async () => {
    const client = await service.account();
    const { applications } = await filled(client, [fileOf("ada.pdf", await resumePdf({ name: "Ada Muster", email: "ada@example.com" }))]);
    const [python] = (await reportOf(client, applications[0]?.application_id)).skills;
    expect(python?.evidence.map(({ page }) => page)).toContain(1);
  });

  test("has a hash that the auditor's export has too, and that can be computed from its line", async () => {
    const client = await service.account();
    const { position, applications } = await filled(client, [fileOf("mia.txt", RESUME_TEXT)]);
    const { evaluation_sha256 } = await reportOf(client, applications[0]?.application_id);
    const { text } = await client.get(`/recruit/positions/${position}/audit-export`);
    const line = text.split("\n").find((each) => each.includes('"kind":"evaluation"')) ?? "";
    expect(JSON.parse(line).evaluation_sha256).toBe(evaluation_sha256);
    const record = line.replace('"kind":"evaluation",', "").replace(/,"required_skills_sha256":"\w+","evaluation_sha256":"\w+"\}$/, "}");
    expect(sha256(record)).toBe(evaluation_sha256);
  });

  test("has nothing of other applicants, no rank, no name, no person who worked on it", async () => {
    const client = await service.account();
    const [ada, ben] = people(2);
    if (!ada || !ben) throw new Error("there are two people");
    const files = [fileOf("ada.txt", textOf(ada)), fileOf("ben.txt", textOf(ben).replaceAll("Python", "Rust and Python"))];
    const { position, applications } = await filled(client, files);
    const [best, other] = applications;
    await client.put(`/recruit/positions/${position}/groups`, {
      groups: { [best?.application_id ?? ""]: { sex: "female" } },
      selected: [],
    });
    const report = await reportOf(client, other?.application_id);
    const page = (await client.get(addressOf(other?.application_id, "html"))).text;
    for (const text of [JSON.stringify(report), page]) {
      for (const hidden of [best?.application_id, best?.evaluation_id, best?.name, other?.name, ada.email, ben.email, "female", "key:"])
        expect(text).not.toContain(hidden);
      expect(text).not.toMatch(/\brank|\bindex\b|selected/i);
    }
  });

  test("says which model judged, and that rules alone did where its answer was discarded", async () => {
    const client = await service.account();
    const { applications } = await filled(client, [fileOf("mia.txt", RESUME_TEXT)], { provider: "openai" });
    const id = applications[0]?.application_id;
    expect(await reportOf(client, id)).toMatchObject({ judged_by: "model_and_rules", provider: "openai", model: expect.any(String) });
    expect((await client.get(addressOf(id, "html"))).text).toContain("A language model");
    judges = obey;
    const files = [fileOf("mia.txt", `${RESUME_TEXT}\nAlso: Git.`)];
    const { applications: others } = await filled(client, files, { provider: "openai" });
    judges = judge;
    const report = await reportOf(client, others[0]?.application_id);
    expect(report).toMatchObject({ judged_by: "rules", provider: null, model: null });
    expect(report.remarks.join(" ")).toContain("the rules alone have scored");
  });

  test("the audit log says who took it", async () => {
    const client = await service.account();
    const { applications } = await filled(client, [fileOf("mia.txt", RESUME_TEXT)]);
    const id = applications[0]?.application_id ?? "";
    await reportOf(client, id);
    const lines = await service.db.selectFrom("audit_lines").selectAll().where("subject", "=", id).execute();
    expect(lines).toEqual([expect.objectContaining({ action: "application.reported", account_id: client.accountId })]);
    expect(lines[0]?.actor).toMatch(/^key:/);
  });
});

describe("format=html", () => {
  const HOSTILE = `</title></style><script>alert("x")</script><img src=x onerror='alert(1)'>&amp;`;

  test("is a page of its own whose policy allows its style and nothing else", async () => {
    const client = await service.account();
    const { applications } = await filled(client, [fileOf("mia.txt", RESUME_TEXT)]);
    const address = `${client.url}/api/recruit/v1/applications/${applications[0]?.application_id}/report?format=html`;
    const answer = await fetch(address, { headers: { authorization: client.apiKey ?? "" } });
    const page = await answer.text();
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    const style = /<style>([\s\S]*?)<\/style>/.exec(page)?.[1] ?? "";
    const hash = createHash("sha256").update(style).digest("base64");
    const policy = answer.headers.get("content-security-policy");
    expect(policy?.split("; ").sort()).toEqual([
      "base-uri 'none'",
      "default-src 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      `style-src 'sha256-${hash}'`,
    ]);
    expect(page).not.toMatch(/<script|<img|<link|<iframe|\son\w+=|\sstyle=|\shref=|\ssrc=|url\(/i);
  });

  test("shows hostile titles, skills, contacts and résumés as text", async () => {
    const client = await service.account();
    const resume = RESUME_TEXT.replaceAll("Python", `Python ${HOSTILE}`);
    const { applications } = await filled(client, [fileOf("mia.txt", resume)], {
      title: HOSTILE,
      review_contact: HOSTILE,
      required_skills: [...SKILLS, { name: HOSTILE }],
    });
    const page = (await client.get(addressOf(applications[0]?.application_id, "html"))).text;
    expect(page).not.toMatch(/<script|<img/i);
    const escaped = "&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&lt;img src=x onerror=&#39;alert(1)&#39;&gt;&amp;amp;";
    // The title twice, the contact, the name of the skill, and what the résumé says of Python.
    expect(page.split(escaped).length - 1).toBeGreaterThanOrEqual(5);
  });
});

describe("404", () => {
  test("another account's application, of which no line is left", async () => {
    const [client, stranger] = [await service.account(), await service.account()];
    const { applications } = await filled(client, [fileOf("mia.txt", RESUME_TEXT)]);
    const id = applications[0]?.application_id ?? "";
    for (const format of ["json", "html"]) expect((await stranger.get(addressOf(id, format))).status).toBe(404);
    expect(await service.db.selectFrom("audit_lines").selectAll().where("subject", "=", id).execute()).toEqual([]);
  });

  test("an application that could not be read, with the reason", async () => {
    const client = await service.account();
    const { applications } = await filled(client, [fileOf("broken.pdf", "%PDF-1.4\nbroken")]);
    const { status, json } = await client.get(addressOf(applications[0]?.application_id));
    expect([status, json.detail]).toEqual([404, expect.stringContaining("could not be read")]);
  });
});

test("422: another format", async () => {
  const client = await service.account();
  expect(await client.get(addressOf("app_none", "pdf"))).toMatchObject({ status: 422, json: { detail: [{ loc: ["query", "format"] }] } });
});

test("422: a contact of 501 characters, or blank, is refused with what may be entered", async () => {
  const client = await service.account();
  for (const review_contact of ["x".repeat(501), "  "]) {
    const { status, json } = await client.post("/recruit/positions", { title: "Cook", required_skills: SKILLS, review_contact });
    expect([status, json.detail[0].msg]).toEqual([422, "Enter at most 500 characters, or null for none."]);
  }
});

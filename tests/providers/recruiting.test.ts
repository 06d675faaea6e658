/** Job ads and batches of résumés by the three vendors: what the model names has to stand in the text. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SuccessfulExtraction } from "#contract/recruiting/batch.ts";
import { type Asked, type ModelServer, type Step, startModelServer } from "../support/model-server.ts";
import { pdfOf } from "../support/pdf.ts";
import { pointingModel, shownLines } from "../support/pointing-model.ts";
import { fileOf, people, resumePdf } from "../support/resumes.ts";
import type { TestService } from "../support/service.ts";
import { startServices, WAYS } from "./vendors.ts";

const AD = `Senior Data Engineer (m/f/d)

We are Example Freight. You build our data platform.
Requirements:
- five years of Python
- solid knowledge of PostgreSQL
- experience with Apache Kafka
Nice to have: Terraform, German.`;
const ANALYSIS = {
  title: "senior data engineer",
  skills: [
    { words: "python", name: "python", type: "technical", required: true },
    { words: "Apache  Kafka", name: "Apache  Kafka", type: "technical", required: true },
    { words: "German", name: "German", type: "language", required: false },
  ],
  questions: [
    { skill: "python", question: "Which pipeline in Python are you proudest of, and why?" },
    { skill: "Apache Kafka", question: "How did you keep a Kafka topic from losing messages?" },
  ],
};

const skill = (name: string, type = "technical", words = name) => ({ words, name, type, required: true });

const resumeModel = pointingModel({
  fields: { "/basics/name": /^([A-Z]\w+ [A-Z]\w+)$/, "/basics/email": /(\S+@example\.com)/ },
  tables: { "/work": { columns: ["position", "name"], row: /^(Data Engineer), (Example Freight), 2019 - 2024$/ } },
});

/** A side column whose lines stand between those of the main one. */
function twoColumns(): Promise<Buffer> {
  const side = ["Mia Muster", "Contact", "mia@example.com", "+49 30 23125014", "Profiles", "miamuster", "Skills", "Python", "Kafka", "SQL"];
  const main = [
    "Summary",
    "Mentored four engineers in a culture of technical",
    "excellence, and wrote it down.",
    "Experience",
    "Data Engineer, Example Freight, 2019 - 2024",
    "Kept the tables of twelve services in order.",
    "Education",
    "B.Sc. Computer Science, Example University, 2018",
  ];
  return pdfOf([[...side.map((text, i) => ({ text, y: 50 + 26 * i })), ...main.map((text, i) => ({ text, x: 230, y: 50 + 32 * i }))]]);
}

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
  const analyse = async (answer: (asked: Asked) => unknown, steps: Step[] = [], description = AD) => {
    server.asked.length = 0;
    server.always((asked) => ({ reply: answer(asked) }));
    server.next(...steps);
    return (await service.account()).post("/recruit/analyze-job", { description, provider: way.provider });
  };

  test("a job ad: title, skills and questions, in the ad's own words", async () => {
    const { status, json } = await analyse(() => ANALYSIS);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      name: "Senior Data Engineer",
      engine: way.provider,
      provider: way.provider,
      warnings: [],
      description: AD,
    });
    expect(json.required_skills).toEqual([
      { name: "Python", type: "technical", required: true },
      { name: "Apache Kafka", type: "technical", required: true },
      { name: "German", type: "language", required: false },
    ]);
    expect(json.interview_questions).toEqual(ANALYSIS.questions.map(({ question }) => question));
    const { status: evaluated } = await (await service.account()).post("/recruit/evaluate", {
      job_id: "j",
      application_id: "a",
      resume_text: "Mia Muster\nSKILLS\nPython",
      job_details: { required_skills: json.required_skills },
      provider: "local",
    });
    expect(evaluated).toBe(200);
  });

  test("skills that the ad does not name are left out; what is missing then comes from the rules", async () => {
    const skills = [...["COBOL", "Blockchain", "pyth"].map((name) => skill(name, "wizardry")), ANALYSIS.skills[0]];
    const { json } = await analyse(() => ({
      title: "Chief Wizard",
      skills,
      questions: [{ skill: "COBOL", question: "Why is COBOL immortal, in your view?" }],
    }));
    const names = json.required_skills.map(({ name }: { name: string }) => name);
    expect(names[0]).toBe("Python");
    expect(names).not.toContain("COBOL");
    expect(names.length).toBeGreaterThanOrEqual(2);
    expect(json.interview_questions.length).toBeGreaterThanOrEqual(2);
    expect(json.interview_questions.join()).not.toContain("COBOL");
    expect(json.name).toBe("Senior Data Engineer");
    expect(json.warnings.map(({ code }: { code: string }) => code)).toEqual(["skills_removed"]);
  });

  test("ten skills become five; nothing at all becomes what the rules find", async () => {
    const many = ["Python", "PostgreSQL", "Apache Kafka", "Terraform", "German", "data platform", "Kafka"].map((name) => skill(name));
    expect((await analyse(() => ({ ...ANALYSIS, skills: many }))).json.required_skills).toHaveLength(5);
    expectRules(await analyse(() => ({ title: "", skills: [], questions: [] })), "model_answer_unusable");
  });

  const expectRules = ({ status, json }: Awaited<ReturnType<typeof analyse>>, code: string) => {
    expect(status).toBe(200);
    expect(json).toMatchObject({ engine: "local", provider: null, model: null, name: "Senior Data Engineer" });
    expect(json.warnings.map((warning: { code: string }) => warning.code)).toEqual([code]);
    expect(json.required_skills.length).toBeGreaterThanOrEqual(2);
    expect(json.interview_questions.length).toBeGreaterThanOrEqual(2);
  };

  test("a skill that is glued to its neighbour keeps its question; the evidence is what is printed", async () => {
    const ad = "Requirements: good communication skillsStrong knowledge of C#. DevOps/VSTSExperience is welcome.";
    const { json } = await analyse(
      () => ({
        title: "",
        skills: [skill("communication skills", "soft skill"), skill("c#"), skill("VSTS experience")],
        questions: [
          { skill: "communication skills", question: "When did you explain a hard matter to laymen?" },
          { skill: "c#", question: "Which part of C# do you avoid, and why?" },
        ],
      }),
      [],
      ad,
    );
    expect(json.required_skills).toEqual([
      { name: "communication skills", type: "soft skill", required: true },
      { name: "C#", type: "technical", required: true },
      { name: "VSTS Experience", evidence: "VSTSExperience", type: "technical", required: true },
    ]);
    expect(json.interview_questions).toHaveLength(2);
    expect(json.interview_questions.join()).toContain("laymen");
    expect(json.description).toBe(ad);
  });

  test("skills of inflected words come in their base form with the ad's words; an invented name gives way to them", async () => {
    const ad = "Wymagamy znajomości programowania w Pythonie oraz zarządzania projektami i obsługi klienta.";
    const { json } = await analyse(
      () => ({
        title: "",
        skills: [
          skill("programowanie w pythonie", "technical", "programowania w Pythonie"),
          skill("Scrum Master", "process", "zarządzania projektami"),
          skill("obsługa klienta", "process", "obsługi klienta"),
        ],
        questions: [
          { skill: "programowanie w pythonie", question: "Który program w Pythonie był najtrudniejszy?" },
          { skill: "obsługa klienta", question: "Jak rozmawiasz z trudnym klientem?" },
        ],
      }),
      [],
      ad,
    );
    expect(json.required_skills.map(({ name, evidence }: { name: string; evidence?: string }) => [name, evidence])).toEqual([
      ["programowanie w Pythonie", "programowania w Pythonie"],
      ["zarządzania projektami", undefined],
      ["obsługa klienta", "obsługi klienta"],
    ]);
    expect(json.interview_questions).toHaveLength(2);
  });

  test("what an ad or a model says of age, family, origin and faith is refused with a warning", async () => {
    const { json } = await analyse(
      () => ({
        title: "",
        skills: [skill("young and energetic"), skill("native German"), skill("unmarried"), skill("family law"), skill("Python")],
        questions: [
          { skill: "family law", question: "Which case of family law are you proudest of?" },
          { skill: "Python", question: "Do you have children, or do you plan to have any?" },
          { skill: "Python", question: "Which Python package did you publish last?" },
        ],
      }),
      [],
      "Lawyer: young and energetic, native German, unmarried, Christian faith. You know family law and Python.",
    );
    expect(json.required_skills.map(({ name }: { name: string }) => name)).toEqual(["family law", "Python"]);
    expect(json.interview_questions).toEqual([
      "Which case of family law are you proudest of?",
      "Which Python package did you publish last?",
    ]);
    expect(json.warnings).toContainEqual(expect.objectContaining({ code: "protected_subject" }));
  });

  test("an answer of another form is asked for once more, then the rules answer; so they do when the provider fails", async () => {
    expect((await analyse(() => ANALYSIS, [{ reply: { skills: "Python" } }])).status).toBe(200);
    expectRules(await analyse(() => ({ skills: 7 })), "model_answer_unusable");
    expectRules(await analyse(() => ({ ...ANALYSIS, skills: [skill("COBOL")] })), "model_answer_unusable");
    expectRules(await analyse(() => ANALYSIS, [{ status: 401 }]), "provider_fallback");
    expectRules(await analyse(() => ANALYSIS, [{ status: 429, headers: { "retry-after": "1" } }]), "provider_fallback");
  });

  test("an ad of two words is 400", async () => {
    expect((await analyse(() => ({ title: "", skills: [], questions: [] }), [], "Hello there.")).status).toBe(400);
  });

  test("a batch of résumés: name, address and work with evidence, one bad file beside them", async () => {
    server.asked.length = 0;
    server.always((asked) => ({ reply: resumeModel(asked) }));
    const client = await service.account();
    const persons = people(6);
    const files = await Promise.all(persons.map(async (person, i) => fileOf(`${i}.pdf`, await resumePdf(person))));
    const { json } = await client.post("/recruit/extract-resumes", {
      files: [...files, fileOf("bad.pdf", "%PDF-1.4 no")],
      provider: way.provider,
    });
    const { json: done } = await client.get(`/recruit/extraction-status/${json.job_id}?wait=60`);
    expect(done).toMatchObject({ status: "completed", successful_count: 6, failed_count: 1 });
    const successes: SuccessfulExtraction[] = done.successful_extractions;
    expect(successes.map(({ application_name, email }) => ({ name: application_name, email }))).toEqual(persons);
    for (const success of successes) {
      expect(success).toMatchObject({ engine: way.provider, provider: way.provider, usage: { output_tokens: expect.any(Number) } });
      expect(success.resume.work).toEqual([{ name: "Example Freight", position: "Data Engineer" }]);
      expect(success.usage.output_tokens).toBeGreaterThan(0);
    }
    const { json: record } = await client.get(`/recruit/resumes/${successes[0]?.application_id}`);
    expect(record.fields["/basics/email"].evidence[0].bbox).toHaveLength(4);
    expect(server.asked).toHaveLength(6);
  });

  const readOne = async (pdf: Buffer, answer: (asked: Asked) => unknown) => {
    server.asked.length = 0;
    server.always((asked) => ({ reply: answer(asked) }));
    const client = await service.account();
    const { json } = await client.post("/recruit/extract-resumes", { files: [fileOf("a.pdf", pdf)], provider: way.provider });
    const { json: done } = await client.get(`/recruit/extraction-status/${json.job_id}?wait=30`);
    const [success]: SuccessfulExtraction[] = done.successful_extractions;
    if (!success) throw new Error("the résumé was not read");
    const { json: record } = await client.get(`/recruit/resumes/${success.application_id}`);
    return { success, record };
  };

  test("a résumé of two columns is shown column by column, and a sentence of one has no words of the other", async () => {
    const summary = "Mentored four engineers in a culture of technical excellence, and wrote it down.";
    const { record } = await readOne(await twoColumns(), ({ text }) => {
      const lines = shownLines(text);
      expect(lines.filter((line) => /miamuster|Profiles/.test(line.text) && /culture|excellence|Mentored/.test(line.text))).toEqual([]);
      const at = lines.find((line) => line.text.includes("Mentored"));
      return { findings: [{ path: "/basics/summary", raw: summary, page: at?.page ?? 1, line: at?.line ?? 1, value: null }], tables: [] };
    });
    expect(record.resume.basics.summary).toBe(summary);
    const [evidence] = record.fields["/basics/summary"].evidence;
    expect(evidence.text).toBe(summary);
    expect(evidence.bbox[0]).toBeGreaterThan(0.3);
  });

  test("a résumé for which the answer is empty or broken is read by the rules, with a warning", async () => {
    const [person] = people(1);
    if (!person) throw new Error("nobody");
    for (const answer of [{ findings: [], tables: [] }, { findings: "none" }]) {
      const { success } = await readOne(await resumePdf(person), () => answer);
      expect(success).toMatchObject({ application_name: person.name, email: person.email, engine: "local", provider: null, model: null });
      expect(success.warnings.map(({ code }) => code)).toContain("model_answer_unusable");
    }
  });

  test("what a model answers for a column or words that are not there is told", async () => {
    const { success } = await readOne(await twoColumns(), () => ({
      findings: [{ path: "/basics/name", raw: "Nobody Atall", page: 1, line: 1, value: null }],
      tables: [{ path: "/work", columns: ["boss"], rows: [{ page: 1, line: 1, cells: ["Anna"] }] }],
    }));
    expect(success.warnings).toContainEqual(expect.objectContaining({ code: "unknown_path", path: "/work/boss" }));
    expect(success.warnings).toContainEqual(expect.objectContaining({ code: "not_on_page", path: "/basics/name" }));
  });

  test("a résumé whose reading is paused by the provider waits for it, and is not lost", async () => {
    server.asked.length = 0;
    server.always((asked) => ({ reply: resumeModel(asked) }));
    server.next({ status: 429, headers: { "retry-after": "1" } });
    const client = await service.account();
    const [person] = people(1);
    if (!person) throw new Error("nobody");
    const { json } = await client.post("/recruit/extract-resumes", {
      files: [fileOf("a.pdf", await resumePdf(person))],
      provider: way.provider,
    });
    const { json: done } = await client.get(`/recruit/extraction-status/${json.job_id}?wait=30`);
    expect(done).toMatchObject({ successful_count: 1, failed_count: 0 });
    expect(server.asked).toHaveLength(2);
  });
});

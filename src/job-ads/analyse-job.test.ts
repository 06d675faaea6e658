import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { analyseJob, type JobAnalysis, TooLittleText } from "./analyse-job.ts";

const NURSE = `Stellenbezeichnung: Pflegefachkraft (m/w/d) in Vollzeit
Wir sind ein Haus mit 80 Plätzen.
Ihre Aufgaben
- Medikamentengabe und Wundversorgung
- Pflegeplanung und Pflegedokumentation
Ihr Profil
- Erfahrung in der Altenpflege
- Teamfähigkeit und Zuverlässigkeit
- Führerschein Klasse B von Vorteil
Wir bieten
- 30 Tage Urlaub
- Weiterbildung in Palliativpflege`;

const WAREHOUSE =
  "Warehouse Operative - Night Shift - £12.50 per hour\nYou will be picking and packing orders. You must have a forklift licence. Previous experience in order picking is essential. First aid certificate would be a plus. We offer training in project management and free Python lessons. We are an equal opportunity employer and do not discriminate by gender, age or health care needs.";

const ACCOUNTANT = `Nous recherchons un comptable (H/F) pour notre siège.
Vos missions
- Rapprochement bancaire et clôture mensuelle
Profil
- Maîtrise d'Excel et de SAP
- Anglais courant souhaité`;

const NURSE_ES = `Buscamos una enfermera para nuestra clínica.
Funciones
- Atención al paciente y cura de heridas
Requisitos
- Experiencia en cuidados intensivos
- Inglés valorable`;

const BEEKEEPER =
  "Beekeeper\nYou will look after 200 hives.\nRequirements\n- Experience with queen rearing\n- Knowledge of varroa treatment";

const ADS = [NURSE, WAREHOUSE, ACCOUNTANT, NURSE_ES, BEEKEEPER];
const names = (analysis: JobAnalysis) => analysis.required_skills.map(({ name }) => name);
const required = (ad: string, name: string) => analyseJob(ad).required_skills.find((skill) => skill.name === name)?.required;

describe("skills", () => {
  test("are two to five, unique without case, each of a kind and in the ad's own words", () => {
    for (const ad of ADS) {
      const analysis = analyseJob(ad);
      expect(analysis.required_skills.length).toBeGreaterThanOrEqual(2);
      expect(analysis.required_skills.length).toBeLessThanOrEqual(5);
      expect(new Set(names(analysis).map((name) => name.toLowerCase())).size).toBe(analysis.required_skills.length);
    }
    expect(names(analyseJob(WAREHOUSE))).toEqual(expect.arrayContaining(["order picking", "forklift licence"]));
  });

  test("come from what is asked, not from benefits or boilerplate", () => {
    expect(names(analyseJob(WAREHOUSE)).join()).not.toMatch(/project management|Python|health care/);
    expect(names(analyseJob(NURSE)).join()).not.toContain("Palliativpflege");
  });

  test("are required unless the ad calls them a wish, in four languages", () => {
    expect(required(WAREHOUSE, "forklift licence")).toBe(true);
    expect(required(WAREHOUSE, "First aid certificate")).toBe(false);
    expect(required(NURSE, "Altenpflege")).toBe(true);
    expect(required(NURSE, "Führerschein Klasse B")).toBe(false);
    expect(required(ACCOUNTANT, "Anglais")).toBe(false);
    expect(required(NURSE_ES, "Inglés")).toBe(false);
  });

  test("outside the taxonomy are taken from what the ad explicitly asks for", () => {
    expect(names(analyseJob(BEEKEEPER))).toEqual(["queen rearing", "varroa treatment"]);
  });

  test("words of a wish after a requirement do not make the requirement a wish", () => {
    const ad = "Developer\nRequirements\n- Java, preferably with Kafka\n- Docker";
    expect(required(ad, "Java")).toBe(true);
    expect(required(ad, "Apache Kafka") ?? required(ad, "Kafka")).toBe(false);
  });

  test.each([
    [
      "a heading, though the duties speak of it too",
      "Duties\n- Run Kafka every day\nRequirements\n- Java\n- Docker\nNice to have\n- Kafka",
    ],
    ["what would set you apart", "Requirements\n- Java\n- Docker\nWhat would set you apart:\n- Kafka"],
    ["brackets", "Requirements\n- Java\n- Docker\n- Kafka (nice to have)"],
    ["brackets in a list", "Requirements\n- Experience with Java, Docker, Kafka (a plus)"],
    ["a clause of its own", "Requirements\n- Java is required, Kafka is a plus\n- Docker"],
    ["a clause behind a semicolon", "Requirements\n- Java and Docker; Kafka would be an advantage"],
    ["the end of a list of what is asked for", "Requirements\n- Strong Java and Docker, Kafka a plus"],
    ["words before it", "Requirements\n- Java and Docker, ideally also Kafka"],
    ["a label", "Requirements\n- Java\n- Docker\n- Bonus: Kafka"],
    ["not required", "Requirements\n- Java\n- Docker\n- Kafka is not required but helpful"],
    ["German", "Ihr Profil\n- Java\n- Docker\nWünschenswerte Kenntnisse\n- Kafka"],
    ["German, in a sentence", "Ihr Profil\n- Java ist zwingend, Kafka von Vorteil\n- Docker"],
    ["French", "Votre profil\n- Java\n- Docker\n- Kafka serait un plus"],
    ["Spanish", "Requisitos\n- Java\n- Docker\nSe valorará\n- Kafka"],
  ])("are a wish that is said by %s, and only the wished one is", (_, words) => {
    const { required_skills: skills } = analyseJob(`Developer\n${words}`);
    expect(skills.map(({ name, required }) => [name.replace("Apache ", ""), required])).toEqual([
      [expect.stringMatching(/Java|Docker/), true],
      [expect.stringMatching(/Java|Docker/), true],
      ["Kafka", false],
    ]);
  });

  test("of the sample are required as far as it asks for them", () => {
    const ad = readFileSync(new URL("../../samples/job-ad.txt", import.meta.url), "utf8");
    const { required_skills: skills } = analyseJob(ad);
    expect(skills.filter(({ required }) => !required).map(({ name }) => name)).toEqual(["warehouse management system"]);
    expect(skills.at(-1)?.name).toBe("warehouse management system");
  });

  test("are never names of organisations or places that were blanked out", () => {
    const ad = "Clerk\nRequirements\n- experience with <ORGANIZATION> and <LOCATION>\n- Excel\n- SAP";
    expect(names(analyseJob(ad)).toSorted()).toEqual(["Excel", "SAP"]);
  });

  test("too few of them are refused, not invented", () => {
    for (const text of ["", "We want nice people. Apply now!", "Python"]) expect(() => analyseJob(text)).toThrow(TooLittleText);
  });
});

describe("questions", () => {
  test("are two to five, all different, in the ad's language", () => {
    for (const ad of ADS) {
      const { interview_questions: questions } = analyseJob(ad);
      expect(questions.length).toBeGreaterThanOrEqual(2);
      expect(questions.length).toBeLessThanOrEqual(5);
      expect(new Set(questions).size).toBe(questions.length);
    }
    expect(analyseJob(NURSE).interview_questions.at(-1)).toMatch(/^Erzählen Sie/);
    expect(analyseJob(ACCOUNTANT).interview_questions.at(-1)).toMatch(/^Racontez/);
    expect(analyseJob(NURSE_ES).interview_questions.at(-1)).toMatch(/^Cuéntenos/);
  });

  test("repeat the ad's own sentence, each once", () => {
    const questions = analyseJob(WAREHOUSE).interview_questions;
    expect(questions[0]).toMatch(/The ad says: “(?:You must have a forklift licence|Previous experience in order picking is essential)”/);
    const quoted = questions.flatMap((question) => /“([^”]{25,})”/.exec(question)?.[1] ?? []);
    expect(new Set(quoted).size).toBe(quoted.length);
  });

  test("touch no protected topic even when the ad does", () => {
    const ad = `Sales Assistant
Requirements
- Young, single native speakers with experience in retail sales
- Male candidates with knowledge of merchandising and no children
- Catholic faith and customer service experience`;
    for (const question of analyseJob(ad).interview_questions)
      expect(question).not.toMatch(/young|single|native|male|child|catholic|faith/i);
  });
});

test("questions are left when no skill may be asked about", () => {
  const { interview_questions: questions } = analyseJob(
    "Mover\nRequirements\n- Physical fitness\n- Physical stamina and knowledge of moving vans",
  );
  expect(questions.length).toBeGreaterThanOrEqual(2);
  for (const question of questions) expect(question).not.toMatch(/fitness|stamina/i);
});

describe("the analysis", () => {
  test("warns when the ad has no title", () => {
    const analysis = analyseJob("What you bring:\n- Java and SQL\n- English");
    expect([analysis.name, analysis.warnings.map(({ code }) => code)]).toEqual(["", ["title_not_found"]]);
  });

  test("is the same for the same text, and ends for any text", () => {
    const parts = fc.constantFrom(
      "Requirements",
      "\n",
      "- ",
      "Python",
      "SQL",
      "experience with ",
      "As a nurse you will ",
      "(m/w/d)",
      "EUR 5 ",
      "is a plus",
      ".",
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(parts).map((words) => words.join(" ")),
          fc.string({ unit: "binary" }),
        ),
        (text) => {
          const run = () => {
            try {
              return analyseJob(text);
            } catch (error) {
              if (!(error instanceof TooLittleText)) throw error;
              return null;
            }
          };
          expect(run()).toEqual(run());
        },
      ),
    );
  });

  test.each([
    ["one endless list", "Python, SQL, "],
    ["leads without end", "as a lead "],
    ["numbers", "EUR 5 - "],
    ["asking words", "experience with "],
    ["bullets", "• "],
  ])("reads 200,000 characters of %s within seconds of computing", (_, words) => {
    const from = process.threadCpuUsage();
    try {
      analyseJob(words.repeat(Math.ceil(200_000 / words.length)));
    } catch (error) {
      expect(error).toBeInstanceOf(TooLittleText);
    }
    expect(process.threadCpuUsage(from).user).toBeLessThan(4_000_000);
  });
});

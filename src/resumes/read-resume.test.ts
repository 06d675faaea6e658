import { describe, expect, test } from "vitest";
import type { Document } from "#documents/document.ts";
import { typedDocument } from "#engines/typed-document.ts";
import { readResume } from "./read-resume.ts";

/** Typed text in which lines that begin with `# ` are large and lines that begin with `* ` are bold. */
function printed(text: string): Document {
  const lines = text.split("\n");
  const document = typedDocument(lines.map((line) => line.replace(/^[#*] /, "  ")).join("\n"));
  const shown = lines.filter((line) => line.replace(/^[#*] /, "").trim() !== "");
  for (const [i, line] of (document.pages[0]?.lines ?? []).entries()) {
    for (const word of line.segments.flatMap((segment) => segment.words)) {
      if (shown[i]?.startsWith("# ")) word.fontSize = 24;
      if (/^[#*] /.test(shown[i] ?? "")) word.bold = true;
    }
  }
  return document;
}

const codes = (document: Document) => readResume(document).warnings.map(({ code }) => code);

const BODY = `
EXPERIENCE
Software Engineer
Globex Corporation, Austin, TX
Jan 2019 - Present
• Built the billing platform

EDUCATION
B.Sc. in Computer Science
Example University
2012 - 2015

SKILLS
Python, SQL, Airflow`;

describe("the whole résumé", () => {
  const { resume, fields, confidence } = readResume(typedDocument(`Jane Roe\njane.roe@example.com | (312) 555-0123\n${BODY}`));

  test("name, address and number come from the header", () => {
    expect(resume.basics).toMatchObject({ name: "Jane Roe", email: "jane.roe@example.com", phone: "(312) 555-0123" });
  });

  test("a job has title, employer, place, period and what was done", () => {
    expect(resume.work).toEqual([
      {
        name: "Globex Corporation",
        position: "Software Engineer",
        location: "Austin, TX",
        startDate: "2019-01",
        highlights: ["Built the billing platform"],
      },
    ]);
  });

  test("a degree is split into kind of study and area", () => {
    expect(resume.education).toEqual([
      { institution: "Example University", studyType: "B.Sc.", area: "Computer Science", startDate: "2012", endDate: "2015" },
    ]);
  });

  test("skills are the items of the list", () => {
    expect(resume.skills?.map(({ name }) => name)).toEqual(["Python", "SQL", "Airflow"]);
  });

  test("every value points at its words", () => {
    expect(fields["/work/0/position"]?.evidence[0]).toMatchObject({ page: 1, text: "Software Engineer" });
    expect(fields["/work/0/startDate"]?.evidence[0]?.text).toBe("Jan 2019 - Present");
    expect(Object.values(fields).every((field) => field.status === "found")).toBe(true);
    expect(confidence).toBeGreaterThan(0.7);
  });
});

describe("names", () => {
  const nameIn = (header: string) => readResume(printed(`${header}\n${BODY}`)).resume.basics?.name;

  test.each([
    ["José Ángel Núñez de la Torre"],
    ["Siobhán Ní Bhriain"],
    ["Conor O'Shaughnessy"],
    ["Jürgen Müller-Lüdenscheidt"],
    ["王小明"],
    ["김민수"],
    ["山田 太郎"],
    ["Ольга Петровна Сидорова"],
    ["Γιώργος Παπαδόπουλος"],
    ["राहुल शर्मा"],
    ["สมชาย ใจดี"],
    ["MARCUS HALLOWAY"],
  ])("%s is above the address", (name) => {
    expect(nameIn(`${name}\nperson.cv@example.com | +49 30 23125 014`)).toBe(name);
  });

  test("a name of one word is recognised by its type and its address", () => {
    expect(nameIn("# Etta\netta@example.com")).toBe("Etta");
  });

  test("given name above family name in large print are one name", () => {
    expect(nameIn("# Chanchal\n# Sharma\nOffice Manager\nchanchal@example.com")).toBe("Chanchal Sharma");
  });

  test("the tagline above the name is not the name", () => {
    expect(nameIn("# Product Designer\n* Jane Roe\njane.roe@example.com")).toBe("Jane Roe");
  });

  test.each(["Lebenslauf – Jane Roe", "Name: Jane Roe", "Dr. Jane Roe, PhD", "Resume of Jane Roe", "Jane Roe, CSCP"])(
    "%s: title, label, honorific and abbreviations are no part of it",
    (line) => expect(nameIn(`${line}\ncv@example.com`)).toBe("Jane Roe"),
  );

  test("no name on the page: the job is not taken for one, and a warning says so", () => {
    const document = typedDocument(`Senior Software Engineer\nAustin, TX\ncv@example.com\n${BODY}`);
    expect(readResume(document).resume.basics?.name).toBeUndefined();
    expect(codes(document)).toContain("name_missing");
  });
});

describe("addresses and numbers", () => {
  test("those of a referee are not taken", () => {
    const document = typedDocument(`Jane Roe\n${BODY}\n\nREFERENCES\nJohn Smith, CEO\njohn.smith@globex.example\n(617) 555-0142`);
    expect(readResume(document).resume.basics?.email).toBeUndefined();
    expect(readResume(document).resume.basics?.phone).toBeUndefined();
    expect(codes(document)).toEqual(expect.arrayContaining(["email_missing", "phone_missing"]));
  });

  test.each([
    ["jane [at] example [dot] com", "jane@example.com"],
    ["jane.roe@\nexample.com", "jane.roe@example.com"],
    ["jane.roe @ example.com", "jane.roe@example.com"],
  ])("%s is repaired", (written, address) => {
    expect(readResume(typedDocument(`Jane Roe\n${written}\n${BODY}`)).resume.basics?.email).toBe(address);
  });

  test("the address behind a link's words counts as its value", () => {
    const document = typedDocument(`Jane Roe\nWrite to me\n${BODY}`);
    const page = document.pages[0];
    const box = page?.lines[1]?.box;
    if (page && box) page.links = [{ text: "Write to me", url: "mailto:jane.roe@example.com", box }];
    expect(readResume(document).resume.basics?.email).toBe("jane.roe@example.com");
  });

  test("a period is no phone number", () => {
    expect(readResume(typedDocument(`Jane Roe\njane@example.com\n2009 - 2012\n${BODY}`)).resume.basics?.phone).toBeUndefined();
  });
});

describe("layouts", () => {
  const SIDEBAR = `Jane Roe                  EXPERIENCE
jane.roe@example.com      Software Engineer
(312) 555-0123            Globex Corporation
SKILLS                    2019 - 2022
Python                    • Built the billing platform
SQL                       • Led a team of three
Airflow                   EDUCATION
                          B.Sc. in Physics
                          Example University`;
  const FLAT = `Jane Roe
jane.roe@example.com
(312) 555-0123

SKILLS
Python
SQL
Airflow

EXPERIENCE
Software Engineer
Globex Corporation
2019 - 2022
• Built the billing platform
• Led a team of three

EDUCATION
B.Sc. in Physics
Example University`;

  test("two columns give the same as one", () => {
    expect(readResume(typedDocument(SIDEBAR)).resume).toEqual(readResume(typedDocument(FLAT)).resume);
  });

  test("dates on the right belong to the row, not to a column", () => {
    const text = `Jane Roe\njane@example.com\n
EXPERIENCE
Globex Corporation                   2019 - 2022
Software Engineer                    Austin, TX
• Built the billing platform
Initech Systems                      2015 - 2019
Data Analyst                         Boston, MA
• Wrote the reports`;
    const { work } = readResume(typedDocument(text)).resume;
    expect(work?.map(({ name, position, location, startDate }) => [name, position, location, startDate])).toEqual([
      ["Globex Corporation", "Software Engineer", "Austin, TX", "2019"],
      ["Initech Systems", "Data Analyst", "Boston, MA", "2015"],
    ]);
  });

  test("headings in a rail beside what they head", () => {
    const text = `Jane Roe
jane@example.com

Experience    Globex Corporation, Software Engineer, 2019 - 2022
              Built the billing platform for two million people a month
Education     B.Sc. in Physics, Example University, 2015
Skills        Python, SQL`;
    const { resume } = readResume(typedDocument(text));
    expect(resume.work?.[0]).toMatchObject({ name: "Globex Corporation", position: "Software Engineer" });
    expect(resume.education?.[0]).toMatchObject({ institution: "Example University" });
    expect(resume.skills?.map(({ name }) => name)).toEqual(["Python", "SQL"]);
  });

  test("the order of the sections does not change the entries", () => {
    const parts = BODY.trim().split("\n\n");
    const of = (order: string[]) => readResume(typedDocument(`Jane Roe\njane@example.com\n\n${order.join("\n\n")}`)).resume;
    const [straight, turned] = [of(parts), of([...parts].reverse())];
    expect(turned).toEqual(straight);
  });

  test("wrapped lines of one item are one statement", () => {
    const text = `Jane Roe\njane@example.com\n
EXPERIENCE
Software Engineer, Globex Corporation
2019 - 2022
• Led migration of three core microservices to the new platform, cutting
  latency by half`;
    expect(readResume(typedDocument(text)).resume.work?.[0]?.highlights).toEqual([
      "Led migration of three core microservices to the new platform, cutting latency by half",
    ]);
  });
});

describe("words that begin or end with a letter outside ASCII", () => {
  test("a level in Russian is parted from its language", () => {
    const { resume } = readResume(typedDocument(`Jane Roe\njane.roe@example.com\n${BODY}\n\nLANGUAGES\nРусский родной`));
    expect(resume.languages).toEqual([{ language: "Русский", fluency: "родной" }]);
  });

  test("an address with a German word for its sign is read", () => {
    const { resume } = readResume(typedDocument(`Jane Roe\njane.roe [ät] example [punkt] com\n${BODY}`));
    expect(resume.basics?.email).toBe("jane.roe@example.com");
  });

  test("a period goes on in the next row after à", () => {
    const { resume } = readResume(
      typedDocument(`Jane Roe\njane.roe@example.com\n\nEXPERIENCE\nSoftware Engineer, Globex Corporation\n2015 à\n2018`),
    );
    expect(resume.work?.[0]).toMatchObject({ startDate: "2015", endDate: "2018" });
  });
});

import { describe, expect, test } from "vitest";
import { adStatementsOf } from "./statements.ts";

const parts = (ad: string) => adStatementsOf(ad).map(({ part, text }) => `${part}: ${text}`);

describe("statements of an ad", () => {
  test("belong to the part that the heading before them names", () => {
    expect(
      parts(
        "Welder\nResponsibilities:\n- Weld pipes\nWhat we are looking for\n- Steady hands\nNice to have\n- MIG\nBenefits\n- Pension plan\nHow to apply\nWrite to us",
      ),
    ).toEqual([
      "intro: Welder",
      "duties: Weld pipes",
      "requirements: Steady hands",
      "wishes: MIG",
      "offer: Pension plan",
      "applying: Write to us",
    ]);
  });

  test("are found in an ad without line breaks", () => {
    expect(
      parts(
        "We build boats. Responsibilities Build boats. Qualifications • Java or C++• Degree in physics. We are an equal opportunity employer. Drives a van Acme Boats is an equal opportunity employer.",
      ),
    ).toEqual([
      "intro: We build boats.",
      "duties: Build boats.",
      "requirements: Java or C++",
      "requirements: Degree in physics.",
      "legal: We are an equal opportunity employer.",
      "requirements: Drives a van",
      "legal: Acme Boats is an equal opportunity employer.",
    ]);
  });

  test.each([
    ["Ihr Profil\nSchweißen", "requirements"],
    ["Ihre Aufgaben\nSchweißen", "duties"],
    ["Wir bieten\nSchweißen", "offer"],
    ["Votre profil\nSoudure", "requirements"],
    ["Vos missions\nSoudure", "duties"],
    ["Requisitos:\nSoldadura", "requirements"],
    ["Ofrecemos\nSoldadura", "offer"],
  ])("know headings of other languages: %j", (ad, part) => {
    expect(adStatementsOf(ad).map((statement) => statement.part)).toEqual([part]);
  });

  test("are joined when a line continues in the next, and do not end after e.g.", () => {
    expect(parts("Experience with the design of very large steel\nbridges and towers\nKnowledge of tools (e.g.\nWrench)")).toEqual([
      "intro: Experience with the design of very large steel bridges and towers",
      "intro: Knowledge of tools (e.g. Wrench)",
    ]);
  });

  test("are split where lost line breaks joined them, and names are not", () => {
    const ad =
      "Weld pipes safelyRead technical drawingsLead the night shiftServe customers with JavaScript and PowerPoint dailyClean the shop";
    expect(adStatementsOf(ad).map(({ text }) => text)).toEqual([
      "Weld pipes safely",
      "Read technical drawings",
      "Lead the night shift",
      "Serve customers with JavaScript and PowerPoint daily",
      "Clean the shop",
    ]);
    expect(adStatementsOf("We love HoloLens devices").length).toBe(1);
  });

  test("a salary label applies to its own line only", () => {
    expect(parts("Salary: £30,000\nYou weld pipes.")).toEqual(["facts: £30,000", "intro: You weld pipes."]);
  });
});

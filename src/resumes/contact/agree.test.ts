import { describe, expect, test } from "vitest";
import { agree } from "./agree.ts";
import { isNameLike } from "./name-like.ts";

describe("how well an address matches a name", () => {
  test.each([
    ["Jane Roe", "jane.roe", 1],
    ["Jane Roe-Smith", "janeroe", 1],
    ["Jürgen Müller-Lüdenscheidt", "j.mueller-luedenscheidt", 1],
    ["Jane Roe", "jroe", 0.8],
    ["A. Quimbleton", "aquimbleton", 1],
    ["Etta", "etta", 0.8],
    ["Jane Roe", "sales", 0],
  ])("%s and %s", (name, handle, share) => {
    expect(agree(name.split(" "), handle)).toBe(share);
  });

  test("both names match better than one", () => {
    expect(agree(["Jane", "Roe"], "jane.roe")).toBeGreaterThan(agree(["Jane", "Roe"], "jane.x"));
  });
});

describe("what can be a name", () => {
  test.each([
    "Anneke van der Berg",
    "Oluwaseun Adébáyọ̀ Ògúnbíyìí",
    "محمد عبد الرحمن الهاشمي",
    "דוד כהן",
    "田中 花子",
    "Sukarno",
    "J. R. Smith",
  ])("%s can", (text) => expect(isNameLike(text)).toBe(true));

  test.each(["Curriculum Vitae", "Work Experience", "Globex GmbH", "jane@example.com", "Room 12", "we build things", "Bachelor of Arts"])(
    "%s cannot",
    (text) => expect(isNameLike(text)).toBe(false),
  );
});

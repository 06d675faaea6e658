import { describe, expect, test } from "vitest";
import type { Field } from "#contract/schema/field.ts";
import { localEngine } from "#engines/local/engine.ts";
import { typedDocument } from "#engines/typed-document.ts";

const CAUSE: Field = { name: "cause_of_loss", type: "enum", enum: ["Fire", "Water", "Storm"] };

async function answer(page: string) {
  const ask = { document: typedDocument(page), schema: { fields: [CAUSE] } };
  const { findings } = await localEngine.extract(ask, new AbortController().signal);
  return findings.map(({ raw, value }) => value ?? raw);
}

describe("a row of options", () => {
  test("is answered by the one with a mark", async () => {
    expect(await answer("Cause of loss (tick one)\n☐ Fire   ☒ Water   ☐ Storm")).toEqual(["Water"]);
    expect(await answer("Cause of loss:  [ ] Fire [x] Water [ ] Storm")).toEqual(["Water"]);
  });

  test("without a mark, or with illegible marks, is no answer", async () => {
    expect(await answer("Cause of loss (tick one)\nFire   Water   Storm")).toEqual([]);
    expect(await answer("Cause of loss (tick one)\nO Fire   vif Water   OO Storm")).toEqual([]);
    expect(await answer("Cause of loss (tick one)\n☒ Fire   ☒ Water   ☐ Storm")).toEqual([]);
  });

  test("does not exclude an option beside its label as the answer", async () => {
    expect(await answer("Cause of loss:  Storm")).toEqual(["Storm"]);
  });
});

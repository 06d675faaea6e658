import { describe, expect, test } from "vitest";
import type { Field } from "#contract/schema/field.ts";
import { localEngine } from "#engines/local/engine.ts";
import { typedDocument } from "#engines/typed-document.ts";

const CAUSE: Field = { name: "cause_of_loss", type: "enum", enum: ["Fire", "Water", "Storm"] };

async function answer(page: string, field = CAUSE) {
  const ask = { document: typedDocument(page), schema: { fields: [field] } };
  const { findings } = await localEngine.extract(ask, new AbortController().signal);
  return findings.map(({ raw, value }) => value ?? raw);
}

describe("a row of options", () => {
  test("is answered by the one with a mark", async () => {
    expect(await answer("Cause of loss (tick one)\n☐ Fire   ☒ Water   ☐ Storm")).toEqual(["Water"]);
    expect(await answer("Cause of loss:  [ ] Fire [x] Water [ ] Storm")).toEqual(["Water"]);
  });

  test("is answered also where each option has a row of its own, beside other words", async () => {
    expect(await answer("Claim of Ann Bee   ☐ Fire\n17 Sample Road   ☒ Water\nSeattle   ☐ Storm")).toEqual(["Water"]);
  });

  test("is answered by a tick without empty boxes beside it, as filled forms are printed", async () => {
    expect(await answer("Loss   Fire   X   Water   Storm")).toEqual(["Water"]);
    const text: Field = { ...CAUSE, type: "string", description: "Cause of the loss (one of: Fire | Water | Storm)" };
    expect(await answer("Cause   Fire   X   Water   Storm\nTick one", text)).toEqual(["Water"]);
  });

  test("in a line of text has its words behind the boxes", async () => {
    const isDone: Field = { name: "claim_form_completed", type: "boolean" };
    expect(await answer("Claim form completed: ☐ yes ☒ no", isDone)).toEqual([false]);
    expect(await answer("Claim form completed: ☒ yes ☐ no", isDone)).toEqual([true]);
  });

  test("of several questions in a line is answered for each of them", async () => {
    const line = "Are you an adult? ☒ Yes ☐ No Authorized to work? ☐ Yes ☒ No Worked here before? ☒ Yes ☐ No";
    const asks = (name: string): Field => ({ name, type: "boolean" });
    expect(await answer(line, asks("is_adult"))).toEqual([true]);
    expect(await answer(line, asks("authorized_to_work"))).toEqual([false]);
    expect(await answer(line, asks("worked_here_before"))).toEqual([true]);
  });

  test("says of each option whether it is ticked", async () => {
    const page = "Services:\n☐ Catering\n☒ Parking\n☐ Projector";
    expect(await answer(page, { name: "catering", type: "boolean" })).toEqual([false]);
    expect(await answer(page, { name: "parking", type: "boolean" })).toEqual([true]);
  });

  test("ends where the next sentence or label begins", async () => {
    const road: Field = { name: "road_surface", type: "string" };
    expect(await answer("Road surface: ☐ dry ☒ wet ☐ gravel. The deposit is kept.", road)).toEqual(["wet"]);
    const call: Field = { name: "nature_of_call", type: "string" };
    expect(await answer("Nature of call: ☐ Preventive ☒ Breakdown   Complaint No.: C-2603", call)).toEqual(["Breakdown"]);
    const deposit: Field = { name: "deposit", type: "currency" };
    expect(await answer("The tenant ☒ mends it himself ☐ pays the damage. The deposit of € 1,860.00 is kept.", deposit)).toEqual([
      "€ 1,860.00",
    ]);
  });

  test("of yes and no is answered by no other question's", async () => {
    const isInsured: Field = { name: "is_insured", type: "enum", enum: ["Yes", "No"] };
    expect(await answer("Rented out:  ☒ Yes ☐ No", isInsured)).toEqual([]);
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

import { describe, expect, test } from "vitest";
import type { Json } from "#contract/json.ts";
import type { Schema } from "#contract/schema/field.ts";
import { localEngine } from "#engines/local/engine.ts";
import { list, number, text } from "#engines/local/tables/rows-in.ts";
import type { Example } from "#engines/remembered.ts";
import { typedDocument } from "#engines/typed-document.ts";
import { extractValues } from "#results/extract.ts";
import { isSameValue } from "#results/measure/same-value.ts";
import { markedExampleOf } from "./example-of.ts";

const SCHEMA: Schema = {
  fields: [{ name: "keeper", type: "string" }, list("works", [text("work", "What was done"), number("hours"), number("charge")])],
};
type Work = { work: string; hours: number; charge: number };

/** Heads in no language; `extra` are lines between the rows, by the row that they stand behind. */
const page = (keeper: string, rows: readonly (Work & { remark?: string })[], extra: Record<number, string> = {}) =>
  typedDocument(
    [
      `Zarpel: ${keeper}`,
      "",
      "Brinvun                      Hel          Luhel",
      ...rows.flatMap(({ work, remark = "", hours, charge }, at) => [
        `${`${work}${remark}`.padEnd(29)}${String(hours).padEnd(13)}${charge.toFixed(2)}`,
        ...(extra[at] === undefined ? [] : [extra[at]]),
      ]),
    ].join("\n"),
  );

const example = (document: ReturnType<typeof page>, truth: Record<string, Json>): Example =>
  markedExampleOf({
    document,
    schema: SCHEMA,
    truthOf: (path) => truth[path.slice(1)],
    isSame: ({ type }, one, two) => isSameValue(type, one, two),
  }).example;

async function worksIn(document: ReturnType<typeof page>, examples: readonly Example[]): Promise<unknown> {
  const ask = { document, schema: SCHEMA, memory: { examples, likeness: 1 } };
  return (await extractValues(localEngine, ask, new AbortController().signal)).result.data.works;
}

const ROOF = { work: "Roof mended", hours: 3, charge: 90 };
const FENCE = { work: "Fence painted", hours: 5, charge: 150 };
const GUTTER = { work: "Gutter cleared", hours: 2, charge: 60 };
const SHED = { work: "Shed swept", hours: 1, charge: 30 };
const LINES = { 0: "Quopa tik                                 12.00", 1: "Mornel                       8            240.00" };

describe("a list that was corrected", () => {
  test("is read without the lines that were no rows, wherever they stand", async () => {
    const learned = example(page("Ada", [ROOF, FENCE], LINES), { keeper: "Ada", works: [ROOF, FENCE] });
    const next = page("Bo", [SHED, GUTTER, ROOF], { 1: LINES[0], 2: LINES[1] });
    expect(await worksIn(next, [])).not.toEqual([SHED, GUTTER, ROOF]);
    expect(await worksIn(next, [learned])).toEqual([SHED, GUTTER, ROOF]);
  });

  test("keeps whole rows below a line that ended the rows before", async () => {
    const learned = example(page("Ada", [ROOF, FENCE], LINES), { keeper: "Ada", works: [ROOF, FENCE] });
    expect(await worksIn(page("Bo", [SHED, GUTTER, ROOF], { 0: LINES[1] }), [learned])).toEqual([SHED, GUTTER, ROOF]);
  });

  test.each([
    ["the colon", (at: number) => `: K${at}91`],
    ["the bracket", (at: number) => ` (K${at}91)`],
    ["the comma", (at: number) => `, K${at}91`],
  ])("gives the part of its cells that was asked for, up to %s", async (_, remark) => {
    const remarked = (...rows: Work[]) => rows.map((row, at) => ({ ...row, remark: remark(at + 1) }));
    const learned = example(page("Ada", remarked(ROOF, FENCE)), { keeper: "Ada", works: [ROOF, FENCE] });
    expect(await worksIn(page("Bo", remarked(SHED, GUTTER, ROOF)), [learned])).toEqual([SHED, GUTTER, ROOF]);
    // A cell without the sign is whole.
    expect(await worksIn(page("Bo", [...remarked(SHED), GUTTER]), [learned])).toEqual([SHED, GUTTER]);
  });

  test("loses no row because of one wrong review among four", async () => {
    const right = [page("Ada", [ROOF, FENCE]), page("Cy", [FENCE, ROOF]), page("Di", [ROOF, FENCE])].map((document, at) =>
      example(document, { keeper: ["Ada", "Cy", "Di"][at] ?? "", works: at === 1 ? [FENCE, ROOF] : [ROOF, FENCE] }),
    );
    const poisoned = example(page("Bo", [ROOF, GUTTER]), { keeper: "Bo", works: [ROOF] });
    expect(await worksIn(page("Eve", [GUTTER, SHED]), [poisoned])).toEqual([SHED]);
    expect(await worksIn(page("Eve", [GUTTER, SHED]), [poisoned, ...right])).toEqual([GUTTER, SHED]);
  });

  test("teaches no line that may be a row which was corrected in its words", async () => {
    const learned = example(page("Ada", [ROOF, FENCE]), {
      keeper: "Ada",
      works: [ROOF, { ...FENCE, work: "Fence coated", hours: 6, charge: 15 }],
    });
    expect(await worksIn(page("Bo", [FENCE, GUTTER]), [learned])).toEqual([FENCE, GUTTER]);
  });

  test("keeps no word of a single value that a line has beside its own", () => {
    const lines = { 1: "Mornel Ottoline              8            240.00" };
    const { tables } = example(page("Ottoline", [ROOF, FENCE], lines), { keeper: "Ottoline", works: [ROOF, FENCE] });
    const plain = example(page("Ada", [ROOF, FENCE], { 1: LINES[1] }), { keeper: "Ada", works: [ROOF, FENCE] });
    expect(tables["/works"]?.others).toHaveLength(1);
    expect(tables["/works"]?.others).toEqual(plain.tables["/works"]?.others);
  });
});

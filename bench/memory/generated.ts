/** Documents of a few layouts with labels in made-up words, made and read now; for measurements that need no data. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { once } from "#contract/memo.ts";
import type { Field } from "#contract/schema/field.ts";
import { isSameValue } from "#results/measure/same-value.ts";
import { writeRepeated } from "../pages/repeated.ts";
import { eachLayout, type Judging, type Laid } from "./layouts.ts";

const LAYOUTS = { layouts: 12, each: 5, seed: 7 };
const own: Judging = {
  loadTruth: (data) =>
    readFileSync(path.join(data, "pages_repeated", "truth.jsonl"), "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line)),
  judge: (field, truth, got) => ({ state: isSameValue((field as Field).type, truth, got) ? "correct" : "wrong" }),
};

/** Of each layout its documents. */
export const generatedDocuments = once(async (): Promise<(readonly Laid[])[]> => {
  const data = mkdtempSync(path.join(tmpdir(), "winnow-layouts-"));
  const all: (readonly Laid[])[] = [];
  try {
    await writeRepeated(data, { part: "measure", made: true }, LAYOUTS);
    await eachLayout({ data, cache: undefined, scorer: own }, async (_, documents) => void all.push(documents));
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
  return all;
});

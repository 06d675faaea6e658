/** The sample documents, read in this process as `winnow extract` reads them. */
import { beforeAll, describe, expect, test } from "vitest";
import { parseSchema } from "#contract/schema/parse-schema.ts";
import type { ExtractionResult } from "#contract/task.ts";
import type { Document } from "#documents/document.ts";
import { localEngine } from "#engines/local/engine.ts";
import { looksFor } from "#engines/looks-for.ts";
import { buildResult } from "#results/build-result.ts";
import { sharedReader } from "../tests/support/reader.ts";
import { readBeside, readSample, SAMPLES, type Sample } from "./list.ts";

describe.each(SAMPLES)("$file", (sample) => {
  let document: Document;
  let result: ExtractionResult;
  beforeAll(async () => {
    ({ document, result } = await readAndExtract(sample));
  });

  test("every value and table cell on it is read", async () => {
    const expected = leavesOf(await readBeside(sample, "expected"));
    const read = new Map(leavesOf(result.data));
    expect(expected.map(([pointer]) => [pointer, read.get(pointer)])).toEqual(expected);
  });

  test("what is found comes with words of its page and a box that encloses words", () => {
    const found = Object.values(result.fields).filter(({ status }) => status === "found");
    expect(found.length).toBeGreaterThan(0);
    for (const { evidence } of found) {
      expect(evidence.length).toBeGreaterThan(0);
      for (const each of evidence) expect(wordsInside(document, each)).not.toEqual([]);
    }
  });
});

async function readAndExtract(sample: Sample): Promise<{ document: Document; result: ExtractionResult }> {
  const { schema } = parseSchema(await readBeside(sample, "schema"), []);
  if (!schema) throw new Error(`the schema of ${sample.file} is wrong`);
  const { signal } = new AbortController();
  const document = await sharedReader().read(await readSample(sample), looksFor(schema), signal);
  const { findings } = await localEngine.extract({ document, schema }, signal);
  return { document, result: buildResult(document, schema, findings) };
}

/** Single values by JSON Pointer, and how many rows a table has; an amount of money is one value. */
function leavesOf(value: unknown, pointer = ""): [string, unknown][] {
  if (typeof value !== "object" || value === null || "currency" in value) return [[pointer, value]];
  const count: [string, unknown][] = Array.isArray(value) ? [[`${pointer}/length`, value.length]] : [];
  return [...count, ...Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, `${pointer}/${key}`))];
}

/** Words of the evidence's text whose middle is in the box. */
function wordsInside(document: Document, evidence: { page: number; text: string; bbox: readonly number[] }): string[] {
  const page = document.pages.find(({ number }) => number === evidence.page);
  if (!page) return [];
  const [left = 0, top = 0, right = 0, bottom = 0] = evidence.bbox;
  return page.lines
    .flatMap(({ segments }) => segments.flatMap(({ words }) => words))
    .filter(({ box }) => {
      const x = (box.left + box.right) / 2 / page.width;
      const y = (box.top + box.bottom) / 2 / page.height;
      return x >= left && x <= right && y >= top && y <= bottom;
    })
    .filter(({ text }) => evidence.text.includes(text))
    .map(({ text }) => text);
}

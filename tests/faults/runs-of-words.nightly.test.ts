/** H01: no text that a stranger writes takes more than its length. Every room gets the words that patterns begin with, many times over. Seven minutes of computing. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { LANGUAGES } from "#language/words.ts";
import { warmUp } from "#resumes/read-resume.ts";
import { sourceFiles, writtenIn } from "../../scripts/patterns/written.ts";
import { grown } from "../support/growth.ts";
import { ROOMS } from "../support/text-rooms.ts";

const FULL_MS = 1_800_000;
const CHARACTERS = 16_384;

let runs: string[];
beforeAll(async () => {
  warmUp();
  runs = (await wordsOfPatterns()).map((word) => `${word} `);
});

test("there are words to give", () => expect(runs.length).toBeGreaterThan(600));

describe("H01: twice the text takes at most three times as long", () => {
  test.each(ROOMS)("$name", async (room) => expect(await grown([room], runs, CHARACTERS)).toEqual([]), FULL_MS);
});

/** The first word of each pattern that a file writes, and of each list of phrases of a language, of which other patterns are made. */
async function wordsOfPatterns(): Promise<string[]> {
  const sources: string[] = [];
  for (const file of await sourceFiles(path.resolve(import.meta.dirname, "../../src"))) {
    const { patterns } = await writtenIn(file, await readFile(file, "utf8"));
    for (const { source } of patterns) sources.push(source);
  }
  for (const { phrases = {} } of LANGUAGES)
    for (const lists of Object.values(phrases)) for (const [phrase] of Object.values(lists)) if (phrase !== undefined) sources.push(phrase);
  const words = sources.flatMap((source) => source.replace(/\\p\{[^}]*\}|\\.|\{[a-z_]+\}/gu, " ").match(/[\p{L}@#]{2,}/u) ?? []);
  return [...new Set(words)];
}

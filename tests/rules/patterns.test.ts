/** A pattern that a stranger's text can make slow does not get past `npm run check`. */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";

const folder = await mkdtemp(path.join(tmpdir(), "patterns-"));
afterAll(() => rm(folder, { recursive: true }));

async function checked(source: string): Promise<{ code: number; told: string }> {
  await writeFile(path.join(folder, "planted.ts"), source);
  const ended = promisify(execFile)(process.execPath, ["scripts/patterns.ts", "--dir", folder]);
  return ended.then(
    ({ stdout }) => ({ code: 0, told: stdout }),
    (error: { code: number; stderr: string }) => ({ code: error.code, told: error.stderr }),
  );
}

test.each([
  ["an exponential literal", "export const planted = /^(?:a|aa)+$/;", "exponential"],
  ["a quadratic literal", "export const planted = /[\\s,]+$/;", "polynomial"],
  ["one that has to be fuzzed", "export const planted = /(?<!x)(\\w+)\\s*-\\s*\\1[.,]*$/u;", "polynomial"],
  ["one that is put together", 'const part = "(?:a|aa)";\nexport const planted = new RegExp("^" + part + "+$");', "exponential"],
  ["an edge of a word that is none", "export const planted = /\\b(?:x|(?:élé)?mentaire)\\b/u;", "beside é"],
  ["a class at an edge", "export const planted = /Belgi[ëe]\\b/;", "beside [ëe]"],
  ["an edge inside of a group", "export const planted = /(?:^|\\b)é/u;", "beside é"],
  ["one made inside of a function", "export const planted = (words: string) => new RegExp(words);", "inside of a function"],
])("H01: %s is named, and the check fails", async (_name, source, why) => {
  const { code, told } = await checked(source);
  expect(code).toBe(1);
  expect(told).toContain("planted.ts");
  expect(told).toContain(why);
});

test("H01: linear patterns pass", async () => {
  const { code, told } = await checked("export const linear = [/^\\d{1,9}$/, /(?<!\\s)\\s+$/u];");
  expect({ code, told }).toEqual({ code: 0, told: expect.stringContaining("2 patterns") });
});

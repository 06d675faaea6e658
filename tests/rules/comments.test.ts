/** What comments point at is there: a reader follows them. */
import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../..");
const tracked = execFileSync("git", ["ls-files"], { cwd: ROOT, encoding: "utf8" }).split("\n");
const files = tracked.filter((file) => /^(?:src|dashboard\/src|sdk\/src|scripts)\/.*\.tsx?$/.test(file));

/** Comments of a file, by line: those that stand alone, and blocks. */
const commentsIn = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => /^(?:\/\/|\/\*|\*)/.test(line));

/** Names of files: `queue/consumer.ts`, `docs/security.md`. Names in capitals stand for any. */
const NAMED = /(?<![\w@/.*<-])(?:[\w-]+\/)*[\w-][\w.-]*\.(?:ts|tsx|md|sql|mjs|json)\b/g;
/** What users have, not this project. */
const THEIRS = /^(?:NAME|invoice|x|\.?(?:expected|schema)|schema|report|resume|cv)\b.*\.json$|^package(?:-lock)?\.json$/;

test("a file that a comment names exists", async () => {
  const missing: string[] = [];
  for (const file of files) {
    for (const comment of commentsIn(await readFile(path.join(ROOT, file), "utf8")))
      for (const [name] of comment.matchAll(NAMED))
        if (!THEIRS.test(name) && !tracked.some((other) => other === name || other.endsWith(`/${name}`))) missing.push(`${file}: ${name}`);
  }
  expect(missing).toEqual([]);
});

test("a comment refers to no section of a document that is not in the repository", async () => {
  const found: string[] = [];
  for (const file of files)
    for (const comment of commentsIn(await readFile(path.join(ROOT, file), "utf8")))
      if (/§/.test(comment) && !/(?:RFC|NIST|ISO|ICAO|PDF|OWASP|CommonMark)[^§]*§/.test(comment)) found.push(`${file}: ${comment}`);
  expect(found).toEqual([]);
});

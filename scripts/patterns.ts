/**
 * Proves with recheck that every regular expression of the source takes at most linear time on any text; exits with 1 and lists those that
 * do not, and those with a `\b` beside a letter that is none to it. `--dir DIR` checks another folder than `src`.
 *
 * Literals are found in the syntax tree. Constructed expressions are recorded when they are created: every module that constructs one while
 * it loads is loaded. Expressions constructed inside a function cannot be recorded that way, so only the files of `OWN_PARTS` may have
 * them.
 */
import { readFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import pLimit from "p-limit";
import { check } from "recheck";
import { constructedIn } from "./patterns/constructed.ts";
import { openKnown } from "./patterns/known.ts";
import { attackStands } from "./patterns/stands.ts";
import { lettersAtEdges } from "./patterns/word-edges.ts";
import { type Pattern, sourceFiles, writtenIn } from "./patterns/written.ts";

/** Files that construct an expression inside a function, and why untrusted input cannot make it slow. */
const OWN_PARTS: ReadonlyMap<string, string> = new Map([
  ["language/words-pattern.ts", "its parts are literal words"],
  ["contract/schema/read-field.ts", "only tells whether a pattern can be read; RE2 matches it"],
  ["documents/pdf/disorder.ts", "an alternative of single letters"],
  ["documents/ocr/line-alphabet.ts", "one letter of a class"],
]);
/** Time limit of a proof. Expressions too large for an automaton are fuzzed: the longest took 17 s alone, and over 30 s on a busy machine. */
const PROOF_MS_MAX = 180_000;

const { values } = parseArgs({ options: { dir: { type: "string", default: "src" } } });
const root = path.resolve(values.dir);
const files = await sourceFiles(root);
const written: Pattern[] = [];
const faults: string[] = [];
const making: string[] = [];
for (const file of files) {
  const found = await writtenIn(file, await readFile(file, "utf8"));
  written.push(...found.patterns);
  if (found.makesAtLoad) making.push(file);
  const name = path.relative(root, file);
  if (found.makesInFunction && !OWN_PARTS.has(name))
    faults.push(`${name}: a pattern is made inside of a function; make it a constant, or use language/words-pattern.ts`);
}
const patterns = [...written, ...(await constructedIn(making.map((file) => pathToFileURL(file).href)))];

await using known = await openKnown();
const nameOf = ({ file, source, flags }: Pattern) => `${path.relative(root, file)}: ${`/${source}/${flags}`.slice(0, 200)}`;
const atOnce = pLimit(os.availableParallelism());
const distinct = Map.groupBy(patterns, ({ source, flags }) => `/${source}/${flags}`);
await Promise.all(
  [...distinct].map(([key, [pattern]]) =>
    atOnce(async () => {
      if (pattern === undefined) return;
      const edges = lettersAtEdges(pattern.source, pattern.flags);
      if (edges.length > 0) faults.push(`${nameOf(pattern)}\n    \\b beside ${edges.join(", ")}: use asWord of language/phrases.ts`);
      if (known.has(key)) return;
      const proof = await check(pattern.source, pattern.flags, { timeout: PROOF_MS_MAX });
      if (proof.status === "safe" || (proof.status === "vulnerable" && proof.checker === "fuzz" && !attackStands(pattern, proof.attack)))
        return known.add(key);
      const why = proof.status === "vulnerable" ? `${proof.complexity.type}: ${proof.attack.pattern.slice(0, 120)}` : proof.error.kind;
      faults.push(`${nameOf(pattern)}\n    ${why}`);
    }),
  ),
);
for (const fault of faults) console.error(fault);
console.log(`${distinct.size} patterns in ${files.length} files: ${faults.length} faults`);
process.exitCode = faults.length === 0 ? 0 : 1;

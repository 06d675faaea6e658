/** The key of a query is made from the call that answers it (dashboard/src/query.ts), so that no two names for the same data can drift apart. */
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../../dashboard/src");
const MAKES_KEYS = "query.ts";
/** `queryKey: [`, and the methods of a QueryClient that take a key by itself. */
const BY_HAND = /queryKey:\s*\[|(?:[gs]etQueryData|getQueryState|ensureQueryData)\(\s*\[/;
/** Without a filter everything is meant. */
const UNTYPED = /\binvalidateQueries\((?!\))/;

const files = (await readdir(ROOT, { recursive: true })).filter((file) => /\.tsx?$/.test(file) && file !== MAKES_KEYS);
const sources = await Promise.all(files.map(async (file) => ({ file, text: await readFile(path.join(ROOT, file), "utf8") })));

test("finds what it looks for", () => {
  expect(sources.length).toBeGreaterThan(50);
  expect('useQuery({ queryKey: ["tasks"] })').toMatch(BY_HAND);
  expect('queries.setQueryData(["tasks"], null)').toMatch(BY_HAND);
  expect("queries.invalidateQueries(filter)").toMatch(UNTYPED);
});

test("no query of the dashboard has a key written by hand", () => {
  expect(sources.filter(({ text }) => BY_HAND.test(text)).map(({ file }) => file)).toEqual([]);
});

test("what is read anew is named by the path of its call", () => {
  expect(sources.filter(({ text }) => UNTYPED.test(text)).map(({ file }) => file)).toEqual([]);
});

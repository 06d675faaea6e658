/** Only the stores of a table's room write it, so all code that a change of a row's meaning affects is in one folder. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { sourceFiles } from "../../scripts/patterns/written.ts";

const ROOT = path.resolve(import.meta.dirname, "../../src");
const WRITES = /(?:insertInto|updateTable|deleteFrom)\("(\w+)"|(?:INSERT INTO|DELETE FROM|UPDATE) (?:\$\{sql\.table\(")?(\w+)(?= |\n|$)/g;
const DECLARES = /^ {4}(\w+): (?:Attempted & )?\{/gm;

const sources = await Promise.all(
  (await sourceFiles(ROOT)).map(async (file) => ({ file: path.relative(ROOT, file), text: await readFile(file, "utf8") })),
);
const roomOf = (file: string) => file.split("/")[0] ?? "";
const owners = new Map<string, string>();
for (const { file, text } of sources)
  if (/^\w+\/tables\.ts$/.test(file)) for (const [, table = ""] of text.matchAll(DECLARES)) owners.set(table, roomOf(file));

test("rooms declare their tables", () => {
  expect([...owners.keys()]).toEqual(expect.arrayContaining(["accounts", "deliveries", "positions", "tasks", "templates"]));
});

test("a table is written by its own room, in stores", () => {
  const found = sources.flatMap(({ file, text }) =>
    [...text.matchAll(WRITES)].flatMap(([, built, written]) => {
      const table = built ?? written ?? "";
      const owner = owners.get(table);
      return owner !== undefined && (owner !== roomOf(file) || !file.endsWith(".store.ts")) ? [`${file} writes ${table}`] : [];
    }),
  );
  expect(found).toEqual([]);
});

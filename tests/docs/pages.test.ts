/** What the pages of the documentation name is there: files that are linked, headings within them, settings of commands. */
import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { readConfig } from "#platform/config.ts";
import { blocksOf } from "../support/guide.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const PAGES = globSync(["*.md", "docs/**/*.md", "sdk/*.md"], { cwd: ROOT }).sort();
const read = (page: string) => readFileSync(path.join(ROOT, page), "utf8");

/** As GitHub makes them of headings. */
const anchorsOf = (page: string) =>
  [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );

test.each(PAGES)("%s links to what there is", (page) => {
  const links = [...read(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link).filter((link) => !/^\w+:/.test(link));
  for (const link of links) {
    const [file = "", anchor] = link.split("#");
    const target = file === "" ? page : path.join(path.dirname(page), file);
    expect(existsSync(path.join(ROOT, target)), link).toBe(true);
    if (anchor !== undefined) expect(anchorsOf(target), link).toContain(anchor);
  }
});

/** With what was exported before it in the same block. */
function startsIn(page: string): { page: string; settings: string; env: Record<string, string> }[] {
  return blocksOf(read(page)).flatMap(({ code }) => {
    const exported = [...code.matchAll(/^export (.*)$/gm)].map(([, settings = ""]) => settings).join(" ");
    return [...code.matchAll(/^((?:[A-Z0-9_]+=\S+ )+)npm start/gm)].map(([, own = ""]) => {
      const env = [...`${exported} ${own}`.matchAll(/(\w+)=(?:'([^']*)'|(\S+))/g)].map(([, name, quoted, plain]) => [
        name,
        quoted ?? plain,
      ]);
      return { page, settings: own.trim(), env: Object.fromEntries(env) };
    });
  });
}

describe("the settings of a start", () => {
  const starts = PAGES.flatMap(startsIn);
  test("are in several pages", () => expect(starts.length).toBeGreaterThan(3));
  test.each(starts)("$settings ($page) are accepted", ({ env }) => expect(() => readConfig(env)).not.toThrow());
});

/** By tests/docs/guides.nightly.test.ts, tests/cli/docs.test.ts and tests/sdk/package.nightly.test.ts. */
const isRun = (page: string) => /^(README\.md|docs\/guides\/.*|docs\/cli\.md|sdk\/README\.md)$/.test(page);

test.each(PAGES.filter((page) => !isRun(page)))("%s says why its code is not run by a test", (page) => {
  const code = blocksOf(read(page)).filter(({ language }) => ["sh", "ts", "js", "py"].includes(language));
  for (const { code: text, notRun } of code) expect(notRun, text).not.toBeNull();
});

test.each(PAGES.filter((page) => page.startsWith("docs/guides/")))(
  "%s runs `winnow` as the terminal was set up: from a clone, or with the package",
  (page) => {
    for (const { code, having } of blocksOf(read(page))) if (having === null) expect(code).not.toMatch(/^winnow\(\)|npm run[^\n]* winnow/m);
  },
);

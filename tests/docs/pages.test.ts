/** What the pages of the documentation name is there: files that are linked, headings within them, settings of commands. */
import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { readConfig } from "#platform/config.ts";

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

describe("the settings of a start", () => {
  const starts = PAGES.flatMap((page) =>
    [...read(page).matchAll(/^((?:[A-Z_]+=\S+ )+)npm start/gm)].map(([, settings = ""]) => ({ page, settings: settings.trim() })),
  );
  test("are in several pages", () => expect(starts.length).toBeGreaterThan(3));
  test.each(starts)("$settings ($page) are accepted", ({ settings }) => {
    const env = Object.fromEntries(settings.split(" ").map((setting) => setting.split(/=(.*)/s).slice(0, 2)));
    expect(() => readConfig(env)).not.toThrow();
  });
});

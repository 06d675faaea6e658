/** Tests draw with `pngOf`: which formats the picture library opens is set for a whole process, by the files that were loaded before. */
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../..");

test("a drawing that a test made up is given to the picture library by pngOf alone", () => {
  const files = globSync("{src,tests,bench}/**/*.ts", { cwd: ROOT });
  const direct = files.filter((file) => /sharp\(\s*Buffer\.from\((?!await)/.test(readFileSync(path.join(ROOT, file), "utf8")));
  // What the product draws itself is allowed by that file.
  expect(direct.sort()).toEqual(["src/documents/drawing/draw-page.ts", "src/documents/testing/draw-picture.ts"]);
});

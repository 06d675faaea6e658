import { mkdtempSync, readdirSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { LARGER, OCR_LANGUAGES } from "./ocr/languages.ts";
import { unpackTessdata } from "./tessdata.ts";

test("concurrent calls leave every language unpacked and no partial file", async () => {
  const dir = join(mkdtempSync(join(tmpdir(), "tessdata-test-")), "new");
  await Promise.all([unpackTessdata(dir), unpackTessdata(dir), unpackTessdata(dir)]);
  expect(readdirSync(dir).sort()).toEqual([...OCR_LANGUAGES, ...Object.values(LARGER)].map((language) => `${language}.traineddata`).sort());
  for (const file of readdirSync(dir)) expect(statSync(join(dir, file)).size).toBeGreaterThan(500_000);
});

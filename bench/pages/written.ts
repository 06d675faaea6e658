/**
 * Prints the documents written by hand in `written/` as PDFs, beside their truth: `node bench/pages/written.ts --out DIR` writes
 * `DIR/written_<part>/truth.jsonl` and `docs/*.pdf` for each part but those of `--without PART,PART`. Needs Chromium.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { launchChromium } from "../../tests/support/chromium.ts";

const WRITTEN = fileURLToPath(new URL("written/", import.meta.url));

const { values } = parseArgs({ options: { out: { type: "string" }, without: { type: "string", default: "" } } });
if (values.out === undefined) throw new Error("Use: node bench/pages/written.ts --out DIR [--without PART,PART]");

const browser = await launchChromium();
const page = await browser.newPage();
const without = new Set(values.without.split(","));
for (const part of readdirSync(WRITTEN).filter((name) => !without.has(name))) {
  const folder = path.join(values.out, `written_${part}`);
  mkdirSync(path.join(folder, "docs"), { recursive: true });
  for (const file of readdirSync(path.join(WRITTEN, part)).filter((name) => name.endsWith(".html"))) {
    await page.setContent(readFileSync(path.join(WRITTEN, part, file), "utf8"));
    const to = path.join(folder, "docs", file.replace(".html", ".pdf"));
    await page.pdf({
      path: to,
      format: "Letter",
      printBackground: true,
      preferCSSPageSize: true,
      margin: { top: "0.4in", right: "0.4in", bottom: "0.4in", left: "0.4in" },
    });
  }
  cpSync(path.join(WRITTEN, part, "truth.jsonl"), path.join(folder, "truth.jsonl"));
}
await browser.close();

/**
 * Prints the documents written by hand in `written/` as PDFs, beside their truth: `node bench/pages/written.ts --out DIR` writes
 * `DIR/written_<part>/truth.jsonl` and `docs/*.pdf` for each part but those of `--without PART,PART`. Needs Chromium.
 * `--long`: in large type, so that most have several pages, some of them with a running head or numbers of pages.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { launchChromium } from "../../tests/support/chromium.ts";
import { type Random, seeded } from "./random.ts";

const WRITTEN = fileURLToPath(new URL("written/", import.meta.url));

const { values } = parseArgs({ options: { out: { type: "string" }, without: { type: "string", default: "" }, long: { type: "boolean" } } });
if (values.out === undefined) throw new Error("Use: node bench/pages/written.ts --out DIR [--without PART,PART] [--long]");

const browser = await launchChromium();
const page = await browser.newPage();
const random = seeded(1);
const without = new Set(values.without.split(","));
for (const part of readdirSync(WRITTEN).filter((name) => !without.has(name))) {
  const folder = path.join(values.out, `written_${part}`);
  mkdirSync(path.join(folder, "docs"), { recursive: true });
  for (const file of readdirSync(path.join(WRITTEN, part)).filter((name) => name.endsWith(".html"))) {
    await page.setContent(readFileSync(path.join(WRITTEN, part, file), "utf8"));
    const to = path.join(folder, "docs", file.replace(".html", ".pdf"));
    const margin = { top: "0.4in", right: "0.4in", bottom: "0.4in", left: "0.4in" };
    await page.pdf({
      path: to,
      format: "Letter",
      printBackground: true,
      ...(values.long
        ? { scale: 1.3 + 0.7 * random.next(), margin: { ...margin, top: "0.9in", bottom: "0.9in" }, ...running(random) }
        : { margin, preferCSSPageSize: true }),
    });
  }
  cpSync(path.join(WRITTEN, part, "truth.jsonl"), path.join(folder, "truth.jsonl"));
}
await browser.close();

/** What stands at the head and the foot of each page: of half of the documents nothing. */
function running(draw: Random): { displayHeaderFooter?: boolean; headerTemplate?: string; footerTemplate?: string } {
  const line = (text: string) =>
    `<div style="font-size:9px;width:100%;padding:0 12mm;text-align:${draw.pick(["left", "center", "right"])}">${text}</div>`;
  const [at, all] = ["<span class=pageNumber></span>", "<span class=totalPages></span>"];
  const name = `${draw.pick(["Ref.", "File", "Az.", "Our ref."])} ${draw.int(1000, 99_999)}/${draw.int(20, 26)}`;
  const texts = [
    "",
    "",
    "",
    "",
    "",
    `Page ${at} of ${all}`,
    `${at}/${all}`,
    `- ${at} -`,
    `Seite ${at} von ${all}`,
    `Page ${at}`,
    name,
    `${name} · ${at}`,
  ];
  const text = draw.pick(texts);
  if (text === "") return {};
  const atHead = draw.chance(0.4);
  return { displayHeaderFooter: true, headerTemplate: line(atHead ? text : ""), footerTemplate: line(atHead ? "" : text) };
}

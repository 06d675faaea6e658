/**
 * The plain pages as files without pages: `node bench/pages/office.ts --out DIR --count N`. Each document is written once in each form, with
 * the truth of the PDF, so that the answers on them can be compared with those on the PDF.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { makeDocx, wordParagraph } from "#documents/testing/make-docx.ts";
import { makeEml, makeOpenDocument, makePptx, makeXlsx, textRows } from "#documents/testing/make-office.ts";
import type { Content } from "./content.ts";
import { generatePage, type PageRow } from "./generate.ts";
import { readTrades } from "./trade.ts";
import { writeSet } from "./write-set.ts";

const SEED = 1;
/** A label with its value in one line; ticked options stand as the chosen words. */
type Pair = readonly [label: string, value: string];

const SPECIAL = /[&<>]/g;
const escaped = (text: string): string => text.replace(SPECIAL, (sign) => `&#${sign.charCodeAt(0)};`);
const pairsOf = ({ printed }: Content): Pair[] =>
  printed.map(({ label, value }) => [
    label,
    value?.options
      ? value.options
          .filter(({ on }) => on)
          .map(({ text }) => text)
          .join(", ")
      : (value?.lines.join(", ") ?? ""),
  ]);

const lines = (pairs: readonly Pair[]) => pairs.map(([label, value]) => `${label}: ${value}`);
const cell = (text: string) => `<w:tc>${wordParagraph(escaped(text))}</w:tc>`;
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const odfRow = (pair: Pair) =>
  `<table:table-row>${pair.map((text) => `<table:table-cell><text:p>${escaped(text)}</text:p></table:table-cell>`).join("")}</table:table-row>`;
const htmlRow = ([label, value]: Pair) => `<tr><th>${escaped(label)}</th><td>${escaped(value)}</td></tr>`;
const markdownCell = (text: string) => text.replaceAll("|", "\\|");

/** Ending → the file. Sheets have labels beside their values, or (`csv`) a head of labels above them. */
const FORMS: Record<string, (title: string, pairs: Pair[]) => Buffer> = {
  docx: (title, pairs) => makeDocx([title, ...lines(pairs)].map((line) => wordParagraph(escaped(line))).join("")),
  "table.docx": (title, pairs) =>
    makeDocx(`${wordParagraph(escaped(title))}<w:tbl>${pairs.map((pair) => `<w:tr>${pair.map(cell).join("")}</w:tr>`).join("")}</w:tbl>`),
  odt: (title, pairs) => makeOpenDocument("text", [title, ...lines(pairs)].map((line) => `<text:p>${escaped(line)}</text:p>`).join("")),
  xlsx: (title, pairs) => makeXlsx([{ name: "A", rows: textRows([[title], [], ...pairs]) }]),
  ods: (_, pairs) => makeOpenDocument("spreadsheet", `<table:table table:name="A">${pairs.map(odfRow).join("")}</table:table>`),
  csv: (_, pairs) => Buffer.from([0, 1].map((part) => pairs.map((pair) => quoted(pair[part] ?? "")).join(",")).join("\n")),
  pptx: (title, pairs) =>
    makePptx([
      [
        { text: title, left: 1, top: 0.2 },
        { text: lines(pairs).join("\n"), left: 1, top: 1, height: 5 },
      ],
    ]),
  html: (title, pairs) =>
    Buffer.from(`<!doctype html><html><body><h1>${escaped(title)}</h1><table>${pairs.map(htmlRow).join("")}</table></body></html>`),
  md: (title, pairs) =>
    Buffer.from(
      `# ${title}\n\n| Field | Value |\n|---|---|\n${pairs.map((pair) => `| ${pair.map(markdownCell).join(" | ")} |`).join("\n")}\n`,
    ),
  txt: (title, pairs) => Buffer.from([title, "", ...lines(pairs)].join("\n")),
  eml: (title, pairs) => makeEml(["From: mia@example.com", "Message-ID: <1@example.com>", `Subject: ${title}`], lines(pairs).join("\r\n")),
};

async function write(out: string, count: number): Promise<void> {
  const trades = readTrades();
  const pages = Array.from({ length: count }, (_, at) => generatePage(trades, "plain", SEED, at));
  await writeSet(path.join(out, "pages_plain"), pages);
  for (const [ending, make] of Object.entries(FORMS)) {
    const set = `plain_${ending.replace(".", "_")}`;
    mkdirSync(path.join(out, set, "docs"), { recursive: true });
    const rows = pages.map(({ row, content }): PageRow => {
      const file = `docs/${row.id}.${ending}`;
      writeFileSync(path.join(out, set, file), make(content.title, pairsOf(content)));
      return { ...row, id: `${row.id}.${ending}`, set, file };
    });
    writeFileSync(path.join(out, set, "truth.jsonl"), rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  }
}

const { values } = parseArgs({ options: { out: { type: "string" }, count: { type: "string", default: "60" } } });
if (!values.out) throw new Error("usage: office.ts --out DIR [--count N]");
await write(values.out, Number(values.count));

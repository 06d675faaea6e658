/**
 * `npm run bench -- peers`: alternatives to Winnow on the same documents, in the same run, with the same stand-in for a model. The packages
 * are installed from npm into a folder of their own at run time (`PEERS_DIR` keeps it); zerox and documind also need GraphicsMagick and
 * Ghostscript on the machine, and are left out without them.
 */
import { execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { unpackTessdata } from "#documents/tessdata.ts";
import { treeBytes } from "../../tests/support/memory.ts";
import { type Asked, startModelServer } from "../../tests/support/model-server.ts";
import { pointingModel } from "../../tests/support/pointing-model.ts";
import { print, quantile, round } from "../report.ts";
import type { SubjectResult } from "./child.ts";
import { EXPECTED, FIELDS, INVENTED, PATTERNS, WORDS } from "./fields.ts";

const PACKAGES = [
  "documind@1.0.11",
  "zerox@1.1.20",
  "pdfjs-dist@6.5.438",
  "pdf-parse@2.4.5",
  "tesseract.js@7.0.0",
  "@gutenye/ocr-node@1.4.8",
];
const INVOICES = ["invoice-en.pdf", "invoice-de.pdf"];
const SCANS = ["receipt-photo.jpg", "form-scan.png"];
/** Response time of the stand-in for a model. */
const MODEL_MS = 200;
const LOOK_MS = 50;

type Row = { subject: string; msPerDocument: number; peakMb: number; right: string; invented: string; failed: string };

export async function peers(): Promise<void> {
  const own = process.env.PEERS_DIR === undefined;
  const scratch = process.env.PEERS_DIR ?? (await mkdtemp(path.join(tmpdir(), "winnow-peers-")));
  try {
    await install(scratch);
    const rows: Row[] = [];
    await using model = await startModelServer();
    const withImages = await missingPrograms();
    const subjects: [string, string[]][] = [
      ["winnow", INVOICES],
      ["winnow with a model", INVOICES],
      ...(withImages === null
        ? ([
            ["zerox", INVOICES],
            ["documind", INVOICES],
          ] satisfies [string, string[]][])
        : []),
      ["winnow, text", INVOICES],
      ["pdf.js", INVOICES],
      ["pdf-parse", INVOICES],
      ["winnow, text", SCANS],
      ["@gutenye/ocr-node", SCANS],
      ["tesseract.js", SCANS],
    ];
    if (withImages !== null) process.stdout.write(`zerox and documind are left out: ${withImages}\n`);
    for (const [name, files] of subjects) {
      model.always(async (asked) => {
        await sleep(MODEL_MS);
        return { reply: modelAnswer(asked) };
      });
      rows.push(await measure(name, { files, scratch, modelUrl: model.url }));
    }
    process.stdout.write(`A call of the model takes ${MODEL_MS} ms; times are medians, without the first document of a process.\n`);
    for (const row of rows) printRow(row);
    printOcrRate(rows);
  } finally {
    if (own) await rm(scratch, { recursive: true, force: true });
  }
}

async function install(scratch: string): Promise<void> {
  await mkdir(scratch, { recursive: true });
  await writeFile(path.join(scratch, "package.json"), '{"private": true}');
  await writeFile(path.join(scratch, "to-the-model.cjs"), TO_THE_MODEL);
  await unpackTessdata(path.join(scratch, "tessdata"));
  // npm fails on a second install beside documind, whose own packages are links.
  if (existsSync(path.join(scratch, "node_modules"))) return;
  // Their install scripts download programs that Debian has too.
  await promisify(execFile)("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", ...PACKAGES], { cwd: scratch });
}

/** Both have the vendor's address hard-coded. */
const TO_THE_MODEL = `
const http = require("node:http");
const https = require("node:https");
const { hostname, port } = new URL(process.env.MODEL_URL);
https.request = (options, done) => http.request({ ...options, protocol: "http:", host: hostname, hostname, port, agent: undefined, servername: undefined }, done);
`;

/** Names the missing programs; null when all are installed. */
async function missingPrograms(): Promise<string | null> {
  for (const [program, word] of [
    ["gm", "version"],
    ["gs", "--version"],
  ] as const) {
    const there = await promisify(execFile)(program, [word]).then(
      () => true,
      () => false,
    );
    if (!there) return `${program} is not installed (GraphicsMagick, Ghostscript).`;
  }
  return null;
}

/** The values of the sample invoices, and an invented one for the absent field. */
function modelAnswer(asked: Asked): unknown {
  if (asked.schema === undefined) return "A page of an invoice.";
  const schema = asked.schema as { properties?: Record<string, unknown> };
  if (schema.properties?.findings === undefined) return { ...EXPECTED[current], delivery_note_number: INVENTED };
  const answer = pointingModel({ fields: PATTERNS })(asked) as { findings: object[] };
  const made = { path: "delivery_note_number", raw: INVENTED, page: 1, line: 3, quote: INVENTED, value: null };
  return { ...answer, findings: [...answer.findings, made] };
}

/** The file that is being read; one at a time. */
let current = "";

type Setting = { files: readonly string[]; scratch: string; modelUrl: string };

async function measure(name: string, { files, scratch, modelUrl }: Setting): Promise<Row> {
  const results: SubjectResult[] = [];
  let peak = 0;
  let failed = "";
  for (const file of files) {
    current = file;
    const env = {
      PATH: process.env.PATH,
      HOME: scratch,
      MODEL_URL: modelUrl,
      OPENAI_API_KEY: "a-key",
      TESSDATA: path.join(scratch, "tessdata"),
      WINNOW_DATA_DIR: scratch,
      ...(name.startsWith("winnow")
        ? { OPENAI_BASE_URL: modelUrl }
        : { NODE_OPTIONS: `--require=${path.join(scratch, "to-the-model.cjs")}` }),
    };
    const args = [path.join(import.meta.dirname, "child.ts"), name, scratch, path.resolve(import.meta.dirname, "../../samples", file)];
    const run = async (look?: (pid: number) => Promise<void>) => {
      // documind looks here for OCR data before it downloads them.
      const child = spawn(process.execPath, args, { cwd: path.join(scratch, "tessdata"), env, stdio: ["ignore", "pipe", "pipe"] });
      const watch = look && setInterval(look, LOOK_MS, child.pid ?? 0);
      const printed = await Promise.all([text(child.stdout), text(child.stderr)]);
      clearInterval(watch);
      return printed;
    };
    // Looking at memory takes a good part of a core, which the subject could have had: times are those of a run of its own.
    await run(async (pid) => {
      peak = Math.max(peak, await treeBytes(pid));
    });
    const [out, errors] = await run();
    const lines = out.split("\u001e").slice(1);
    if (lines.length === 0) failed = errors.split("\n").find((line) => line.includes("Error")) ?? "no answer";
    results.push(...lines.map((line) => JSON.parse(line.split("\n")[0] ?? "") as SubjectResult));
  }
  const score = results.map(scoreOf);
  const sum = (key: "right" | "asked" | "invented" | "absent") => score.reduce((all, each) => all + each[key], 0);
  return {
    subject: `${name}, ${files.map((file) => path.extname(file).slice(1)).join(" ")}`,
    msPerDocument: quantile(
      results.flatMap(({ ms }) => ms),
      0.5,
    ),
    peakMb: peak / 1024 / 1024,
    right: `${sum("right")} of ${sum("asked")}`,
    invented: sum("absent") === 0 ? "-" : `${sum("invented")} of ${sum("absent")}`,
    failed,
  };
}

/** Compares values as JSON, or the words with the text read; white space and case are ignored. */
function scoreOf({ file, data, text: read }: SubjectResult): { right: number; asked: number; invented: number; absent: number } {
  if (data === undefined) {
    const words = WORDS[file] ?? [];
    const folded = fold(read ?? "");
    return { right: words.filter((word) => folded.includes(fold(word))).length, asked: words.length, invented: 0, absent: 0 };
  }
  const counts = { right: 0, asked: 0, invented: 0, absent: 0 };
  for (const { name } of FIELDS) {
    const expected = EXPECTED[file]?.[name] ?? null;
    const value = data[name] ?? null;
    if (expected === null) {
      counts.absent++;
      if (value !== null) counts.invented++;
    } else {
      counts.asked++;
      if (fold(String(value)) === fold(String(expected))) counts.right++;
    }
  }
  return counts;
}

const fold = (value: string) => value.normalize("NFKC").toLowerCase().replace(/\s+/g, "");

/** Pages of pictures per second compared with PP-OCR's networks as another package runs them. */
function printOcrRate(rows: readonly Row[]): void {
  const [ours, raw] = ["winnow, text, jpg", "@gutenye/ocr-node"].map((name) => rows.find(({ subject }) => subject.startsWith(name)));
  if (!ours || !raw) return;
  print({
    name: "OCR pages/s / @gutenye/ocr-node",
    value: raw.msPerDocument / ours.msPerDocument,
    unit: "ratio",
    target: { kind: "at least", value: 0.9 },
    details: { "winnow ms": ours.msPerDocument, "@gutenye/ocr-node ms": raw.msPerDocument },
  });
}

function printRow({ subject, msPerDocument, peakMb, right, invented, failed }: Row): void {
  const figures = failed === "" ? `${round(msPerDocument)} ms a document`.padEnd(26) : `failed: ${failed}`;
  process.stdout.write(
    `${subject.padEnd(34)} ${figures} ${`${Math.round(peakMb)} MB`.padEnd(9)} right ${right.padEnd(9)} invented ${invented}\n`,
  );
}

/** One subject of bench/peers in a process of its own: reads each file several times, and reports time and output. */
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { extractFile, schemaOf } from "#cli/extract-file.ts";
import { openReaderHere } from "#cli/with-reader.ts";
import { FIELDS } from "./fields.ts";

/** The first round is left out: it loads and compiles. */
const ROUNDS = 4;

export type SubjectResult = { file: string; ms: number[]; text?: string; data?: Record<string, unknown> };
type Answer = { text: string } | { data: Record<string, unknown> };
/** Opens a subject; `scratch` is where the packages are. */
type Open = (scratch: string) => Promise<(file: string) => Promise<Answer>>;

// biome-ignore lint/suspicious/noExplicitAny: packages that are installed at run time have no types here
async function packageOf(scratch: string, name: string): Promise<any> {
  const found = createRequire(path.join(scratch, "package.json")).resolve(name);
  return import(pathToFileURL(found).href);
}

const winnow =
  (provider: "local" | "openai"): Open =>
  async () => {
    const reader = await openReaderHere();
    const ask = { ...schemaOf({ fields: FIELDS }, "the schema of the bench"), provider };
    const { signal } = new AbortController();
    return async (file) => ({ data: (await extractFile(reader, await readFile(file), ask, signal)).data });
  };

const SUBJECTS: Record<string, Open> = {
  winnow: winnow("local"),
  "winnow with a model": winnow("openai"),
  "winnow, text": async () => {
    const reader = await openReaderHere();
    const { signal } = new AbortController();
    return async (file) => {
      const { pages } = await reader.read(await readFile(file), {}, signal);
      return { text: pages.flatMap(({ lines }) => lines.map(({ text }) => text)).join("\n") };
    };
  },
  zerox: async (scratch) => {
    const { zerox } = await packageOf(scratch, "zerox");
    const properties = Object.fromEntries(FIELDS.map(({ name, type }) => [name, { type: type === "number" ? "number" : "string" }]));
    return async (file) => {
      const { extracted } = await zerox({
        filePath: file,
        credentials: { apiKey: "a-key" },
        model: "gpt-4o-mini",
        schema: { type: "object", properties },
        // It would download a third party's data to detect a page's orientation.
        correctOrientation: false,
      });
      return { data: extracted };
    };
  },
  documind: async (scratch) => {
    const { extract } = await packageOf(scratch, "documind");
    const schema = FIELDS.map(({ name, type }) => ({ name, type: type === "number" ? "number" : "string", description: name }));
    // It accepts URLs only.
    const server = createServer((request, response) => createReadStream(decodeURIComponent(request.url ?? "")).pipe(response));
    await once(server.listen(0, "127.0.0.1"), "listening");
    const { port } = server.address() as AddressInfo;
    return async (file) => ({
      data: (await extract({ file: `http://127.0.0.1:${port}${encodeURI(file)}`, schema, model: "gpt-4o-mini" })).data,
    });
  },
  "pdf.js": async (scratch) => {
    const { getDocument } = await packageOf(scratch, "pdfjs-dist/legacy/build/pdf.mjs");
    return async (file) => {
      const opening = getDocument({ data: new Uint8Array(await readFile(file)), verbosity: 0 });
      const document = await opening.promise;
      const pages: string[] = [];
      for (let number = 1; number <= document.numPages; number++) {
        const { items } = await (await document.getPage(number)).getTextContent();
        pages.push(items.map(({ str, hasEOL }: { str: string; hasEOL: boolean }) => (hasEOL ? `${str}\n` : `${str} `)).join(""));
      }
      await opening.destroy();
      return { text: pages.join("\n") };
    };
  },
  "pdf-parse": async (scratch) => {
    const { PDFParse } = await packageOf(scratch, "pdf-parse");
    return async (file) => {
      const parser = new PDFParse({ data: new Uint8Array(await readFile(file)) });
      const { text } = await parser.getText();
      await parser.destroy();
      return { text };
    };
  },
  // PP-OCR's networks without changes.
  "@gutenye/ocr-node": async (scratch) => {
    const ocr = await (await packageOf(scratch, "@gutenye/ocr-node")).default.create();
    return async (file) => ({ text: (await ocr.detect(file)).map(({ text }: { text: string }) => text).join("\n") });
  },
  "tesseract.js": async (scratch) => {
    const { createWorker } = (await packageOf(scratch, "tesseract.js")).default;
    const worker = await createWorker("eng", 1, { langPath: process.env.TESSDATA ?? "", gzip: false, cacheMethod: "none" });
    return async (file) => ({ text: (await worker.recognize(await readFile(file))).data.text });
  },
};

const [name = "", scratch = "", ...files] = process.argv.slice(2);
const open = SUBJECTS[name];
if (!open) throw new Error(`There is no subject ${name}.`);
const read = await open(scratch);
for (const file of files) {
  const ms: number[] = [];
  let answer: Answer | undefined;
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    answer = await read(file);
    if (round > 0) ms.push(performance.now() - start);
  }
  process.stdout.write(`\u001e${JSON.stringify({ file: path.basename(file), ms, ...answer })}\n`);
}
process.exit(0);

/** OCR, compared with the time of PP-OCR's networks alone: lines found once, each read once. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import type { OpenPicture, Pixels } from "#documents/ocr/picture.ts";
import { type OcrModels, openOcrModels } from "#documents/ocr/ppocr/models.ts";
import { openPpOcr } from "#documents/ocr/ppocr/ppocr.ts";
import { type Engines, recognise } from "#documents/ocr/recognise.ts";
import { openTesseract } from "#documents/ocr/tesseract.ts";
import { openReader } from "#documents/read-document.ts";
import { unpackTessdata } from "#documents/tessdata.ts";
import { type Finding, quantile } from "./report.ts";

const PICTURES = ["receipt-photo.jpg", "form-scan.png", "resume-samuel-okoro.jpg"];
const PAGES = ["invoice-en.pdf", "invoice-de.pdf", "resume-lena-brandt.pdf"];
/** Pixels across: 150 dpi on A4. */
const PAGE_WIDTH = 1240;
const RUNS = 3;

export async function ocr(): Promise<Finding> {
  const home = await mkdtemp(path.join(tmpdir(), "winnow-bench-"));
  try {
    const tessdataDir = path.join(home, "tessdata");
    await unpackTessdata(tessdataDir);
    const pictures = await picturesOf(home, tessdataDir);
    const engines = { ppocr: openPpOcr(), tesseract: openTesseract({ tessdataDir, languages: ["eng"] }) };
    const ratios: Record<string, number> = {};
    for (const [name, picture] of pictures) ratios[name] = await ratioOf(picture, engines);
    return {
      name: "OCR / networks of PP-OCR",
      value: quantile(Object.values(ratios), 0.5),
      unit: "ratio",
      target: { kind: "at most", value: 1.5 },
      details: ratios,
    };
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

/** The best of several runs of each; the very first is left out, as it loads the networks. */
async function ratioOf(picture: OpenPicture, engines: Engines): Promise<number> {
  const ours: number[] = [];
  const raw: number[] = [];
  for (let run = 0; run <= RUNS; run++) {
    const start = performance.now();
    await recognise(picture, engines);
    ours.push(performance.now() - start);
    raw.push(await networksAlone(picture));
  }
  return Math.min(...ours.slice(1)) / Math.min(...raw.slice(1));
}

/** Milliseconds spent in the networks. */
async function networksAlone(picture: OpenPicture): Promise<number> {
  const { data, info } = await picture.pixels().greyscale().toColourspace("b-w").raw().toBuffer({ resolveWithObject: true });
  const pixels: Pixels = { data, width: info.width, height: info.height };
  const clock = timed(openOcrModels());
  const ppocr = openPpOcr(clock.models);
  const lines = await ppocr.find(pixels);
  await ppocr.read(pixels, lines.slice(0, 1), "english");
  clock.restart();
  await ppocr.read(pixels, await ppocr.find(pixels), "english");
  const spent = clock.spent();
  await ppocr.rest();
  return spent;
}

function timed(models: OcrModels): { models: OcrModels; restart(): void; spent(): number } {
  let spent = 0;
  const during = async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    const start = performance.now();
    const answer = await work();
    spent += performance.now() - start;
    return answer;
  };
  return {
    models: {
      find: (picture) => during(() => models.find(picture)),
      read: (line, alphabet) => during(() => models.read(line, alphabet)),
      close: () => models.close(),
    },
    restart: () => {
      spent = 0;
    },
    spent: () => spent,
  };
}

async function picturesOf(home: string, tessdataDir: string): Promise<[string, OpenPicture][]> {
  const sample = (name: string) => readFile(new URL(`../samples/${name}`, import.meta.url));
  const reader = openReader({ tessdataDir, tempDir: path.join(home, "reader"), size: 1 });
  try {
    const files = [
      ...(await Promise.all(PICTURES.map(async (name) => [name, await sample(name)] as const))),
      ...(await Promise.all(
        PAGES.map(
          async (name) =>
            [name, await reader.renderPage(await sample(name), { page: 1, widthPx: PAGE_WIDTH }, AbortSignal.timeout(60_000))] as const,
        ),
      )),
    ];
    return await Promise.all(
      files.map(async ([name, bytes]): Promise<[string, OpenPicture]> => {
        const { width, height } = await sharp(bytes).metadata();
        return [name, { width, height, pixels: () => sharp(bytes).flatten({ background: "#ffffff" }) }];
      }),
    );
  } finally {
    await reader[Symbol.asyncDispose]();
  }
}

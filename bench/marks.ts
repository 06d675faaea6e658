/**
 * Counts check boxes that are found with their state: boxes of fillable PDFs, whose places the file tells, ticked by chance on pictures of
 * their pages and of drawn forms, as scanners give them.
 */
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import sharp from "sharp";
import type { Box, Mark, Page } from "#documents/document.ts";
import { centreInside } from "#documents/layout/assemble.ts";
import type { DocumentReader } from "#documents/read-document.ts";
import { boxSvg, type DrawnBox, pageSvg, TICKS, textSvg, tickSvg } from "#documents/testing/draw-form.ts";
import { pngOf } from "#documents/testing/draw-picture.ts";
import { readOneByOne } from "./reading.ts";

/** `quality`: of the JPEG; `noise`: standard deviation of the grain, in greys. */
type Scan = { name: string; dpi: number; turn: number; quality: number; noise: number };
const SCANS: readonly Scan[] = [
  { name: "clean, 200 dpi", dpi: 200, turn: 0, quality: 95, noise: 0 },
  { name: "turned by 1°, 200 dpi", dpi: 200, turn: 1, quality: 80, noise: 4 },
  { name: "150 dpi, JPEG 40", dpi: 150, turn: 0, quality: 40, noise: 4 },
  { name: "noise, 300 dpi", dpi: 300, turn: 0.4, quality: 80, noise: 12 },
  { name: "100 dpi", dpi: 100, turn: 0, quality: 80, noise: 0 },
];

type Truth = { box: Box; checked: boolean };
/** `png`: the filled page; lengths of the truth in points. */
type Form = { page: Pick<Page, "width" | "height">; png: Buffer; truth: readonly Truth[] };
type Tally = { boxes: number; found: number; right: number; extra: number };

/** `--data DIR`: every PDF below it with check boxes; prints one line per scan for these forms and for drawn ones. */
export async function marks(argv: string[]): Promise<void> {
  const { values } = parseArgs({ args: argv, options: { data: { type: "string" } } });
  if (values.data === undefined) throw new Error("use: marks --data DIR");
  const files = globSync("**/*.pdf", { cwd: values.data, exclude: ["hostile"] }).sort();
  const root = path.resolve(values.data);
  await readOneByOne([root], async (_, reader) => {
    for (const scan of SCANS) {
      const filled = await formsOf(
        files.map((file) => path.join(root, file)),
        reader,
        scan,
      );
      console.log(`${scan.name}, fillable forms: ${await judged(filled, reader, scan)}`);
      console.log(`${scan.name}, drawn forms: ${await judged([await drawnForm(scan)], reader, scan)}`);
    }
  });
}

const chanceFrom = (seed: number) => {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
};

async function formsOf(files: readonly string[], reader: DocumentReader, { dpi }: Scan): Promise<Form[]> {
  const forms: Form[] = [];
  for (const file of files) {
    const bytes = readFileSync(file);
    if (!bytes.includes("/AcroForm")) continue;
    const document = await reader.read(bytes, {}, AbortSignal.timeout(60_000)).catch(() => null);
    for (const page of document?.pages ?? []) {
      const boxes = page.formFields.filter(({ checked }) => checked !== null).map(({ box }) => box);
      if (boxes.length === 0) continue;
      const widthPx = Math.round((page.width / 72) * dpi);
      const drawn = await reader.renderPage(bytes, { page: page.number, widthPx }, AbortSignal.timeout(60_000));
      const chance = chanceFrom(7);
      const truth = boxes.map((box) => ({ box, tick: chance() < 0.5 ? null : (TICKS[Math.floor(chance() * 4)] ?? null) }));
      const ticks = truth.map(({ box, tick }) => (tick === null ? "" : tickSvg(tick, box))).join("");
      const over = await pngOf(
        `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" viewBox="0 0 ${page.width} ${page.height}">${ticks}</svg>`,
      );
      const png = await sharp(drawn)
        .flatten({ background: "#fff" })
        .composite([{ input: over }])
        .png()
        .toBuffer();
      forms.push({ page, png, truth: truth.map(({ box, tick }) => ({ box, checked: tick !== null })) });
    }
  }
  return forms;
}

/** Squares and circles of many sizes and lines, with labels. */
async function drawnForm({ dpi }: Scan): Promise<Form> {
  const chance = chanceFrom(11);
  const boxes = Array.from({ length: 96 }, (_, i): DrawnBox => {
    const sidePt = 8 + (i % 6);
    const shape = Math.floor(i / 24) === 3 ? "circle" : "square";
    const tick = chance() < 0.5 ? null : (TICKS[Math.floor(chance() * TICKS.length)] ?? null);
    return { left: 50 + 130 * (i % 4), top: 60 + 30 * Math.floor(i / 4), sidePt, shape, linePt: [0.6, 0.9, 1.2][i % 3] ?? 1, tick };
  });
  const labels = ["Own house", "Rented flat", "Garage", "Other building", "Insured", "Not insured"];
  const svg = boxes.map((box, i) => boxSvg(box) + textSvg(box.left + 20, box.top + 10, labels[i % labels.length] ?? "", 10)).join("");
  const truth = boxes.map(({ left, top, sidePt, tick }) => ({
    box: { left, top, right: left + sidePt, bottom: top + sidePt },
    checked: tick !== null,
  }));
  return { page: { width: 595, height: 842 }, png: await pngOf(pageSvg(svg), { density: dpi }), truth };
}

async function judged(forms: readonly Form[], reader: DocumentReader, scan: Scan): Promise<string> {
  const sum: Tally = { boxes: 0, found: 0, right: 0, extra: 0 };
  for (const form of forms) {
    const { bytes, place } = await scanned(form, scan);
    const document = await reader.read(bytes, { marks: true }, AbortSignal.timeout(120_000));
    const seen = document.pages[0]?.marks ?? [];
    const pairs = form.truth.map((truth) => ({ truth, mark: seen.find(({ box }) => centreInside(place(truth.box), box)) }));
    const found = pairs.filter(({ mark }) => mark !== undefined);
    sum.boxes += pairs.length;
    sum.found += found.length;
    sum.right += found.filter(({ truth, mark }) => mark?.checked === truth.checked).length;
    const known = new Set<Mark | undefined>(pairs.map(({ mark }) => mark));
    sum.extra += seen.filter((mark) => !known.has(mark)).length;
  }
  const share = ((100 * sum.right) / Math.max(1, sum.boxes)).toFixed(1);
  return `${sum.right} of ${sum.boxes} boxes right (${share} %), ${sum.found} found, ${sum.extra} others`;
}

/** The picture as a scanner gives it; `place`: where a box of the page is in it, in pixels. */
async function scanned({ png, page }: Form, { turn, quality, noise }: Scan): Promise<{ bytes: Buffer; place: (box: Box) => Box }> {
  const { width, height } = await sharp(png).metadata();
  const turned = await sharp(png)
    .greyscale()
    .rotate(turn, { background: "#fff" })
    .blur(0.5)
    .toColourspace("b-w")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const chance = chanceFrom(3);
  const { data, info } = turned;
  if (noise > 0)
    for (let at = 0; at < data.length; at++)
      data[at] = Math.max(0, Math.min(255, (data[at] ?? 0) + noise * 2 * (chance() + chance() + chance() - 1.5)));
  const bytes = await sharp(data, { raw: { width: info.width, height: info.height, channels: 1 } })
    .jpeg({ quality })
    .toBuffer();
  const [sin, cos] = [Math.sin((turn * Math.PI) / 180), Math.cos((turn * Math.PI) / 180)];
  const scale = width / page.width;
  const place = ({ left, top, right, bottom }: Box): Box => {
    const [x, y] = [((left + right) / 2) * scale - width / 2, ((top + bottom) / 2) * scale - height / 2];
    const [px, py] = [x * cos - y * sin + info.width / 2, x * sin + y * cos + info.height / 2];
    return { left: px, top: py, right: px, bottom: py };
  };
  return { bytes, place };
}

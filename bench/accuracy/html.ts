/** An HTML page of the worst failures: what was asked and returned, beside a picture of the page with the place used. */
import { readFileSync } from "node:fs";
import path from "node:path";
import sharp from "sharp";
import type { DocumentReader } from "#documents/read-document.ts";
import { readOneByOne } from "../reading.ts";
import type { Mistake, Prediction, Row, Score } from "./predict.ts";

/** Pixels across. */
const PICTURE_WIDTH = 900;

type Failure = { row: Row; mistake: Mistake; confidence: number; page: number; boxes: [number, number, number, number][] };

/** The given number of failures, wrong values with the highest confidence first: those that nobody would check. */
export async function failuresPage(
  score: Score,
  rows: readonly Row[],
  predictions: readonly Prediction[],
  where: { data: string; count: number },
): Promise<string> {
  const failures = score.mistakes
    .flatMap((mistake) => failureOf(mistake, rows, predictions) ?? [])
    .sort((a, b) => b.confidence - a.confidence)
    .slice(0, where.count);
  const pictured = await readOneByOne(failures, async (failure, reader) => ({
    ...failure,
    picture: await pictureOf(failure, where.data, reader),
  }));
  const sets = Object.entries(score.sets).map(
    ([set, { docs, values, accuracy, missed, wrong, precision }]) =>
      `<tr><td>${escaped(set)}<td>${docs}<td>${values}${[accuracy, missed, wrong, precision].map((share) => `<td>${percent(share)}`).join("")}`,
  );
  return `<!doctype html><meta charset="utf-8"><title>Worst failures</title>
<style>body{font:15px/1.5 system-ui;margin:2rem auto;max-width:1000px}td,th{padding:.2rem .8rem;text-align:right}td:first-child,th:first-child{text-align:left}
figure{position:relative;margin:0 0 3rem}img{width:100%;border:1px solid #ccc}i{position:absolute;outline:3px solid #d33;background:#d332}dt{font-weight:600;float:left;width:6rem}dd{margin-left:7rem}div{position:relative}</style>
<h1>Accuracy</h1><table><tr><th>set<th>documents<th>values<th>right<th>missed<th>wrong<th>precision${sets.join("")}</table>
<h1>Worst failures</h1>${pictured.map(section).join("\n")}`;
}

function failureOf(mistake: Mistake, rows: readonly Row[], predictions: readonly Prediction[]): Failure | null {
  const row = rows.find(({ id }) => id === mistake.id);
  const fields = Object.entries(predictions.find(({ id }) => id === mistake.id)?.fields ?? {}).filter(
    ([pointer]) => pointer === `/${mistake.field}` || pointer.startsWith(`/${mistake.field}/`),
  );
  if (!row) return null;
  const evidence = fields.flatMap(([, field]) => field.evidence);
  const page = evidence[0]?.page ?? 1;
  const sure = fields.flatMap(([, { confidence }]) => confidence ?? []);
  return {
    row,
    mistake,
    confidence: sure.length > 0 ? Math.min(...sure) : 0,
    page,
    boxes: evidence.filter((each) => each.page === page).map(({ bbox }) => bbox),
  };
}

async function pictureOf({ row, page }: Failure, data: string, reader: DocumentReader): Promise<string> {
  const bytes = readFileSync(path.join(data, row.set, row.file));
  const png = await reader.renderPage(bytes, { page, widthPx: PICTURE_WIDTH }, AbortSignal.timeout(60_000));
  const jpeg = await sharp(png).flatten({ background: "#fff" }).jpeg({ quality: 60 }).toBuffer();
  return `data:image/jpeg;base64,${jpeg.toString("base64")}`;
}

function section({ row, mistake, confidence, page, boxes, picture }: Failure & { picture: string }): string {
  const places = boxes.map(([left, top, right, bottom]) => {
    const style = Object.entries({ left, top, width: right - left, height: bottom - top }).map(
      ([name, share]) => `${name}:${100 * share}%`,
    );
    return `<i style="${style.join(";")}"></i>`;
  });
  return `<figure><h2>${escaped(mistake.field)} <small>${escaped(row.id)}, page ${page}</small></h2>
<dl><dt>${mistake.state}<dd>confidence ${confidence}<dt>true<dd>${escaped(JSON.stringify(mistake.truth))}<dt>given<dd>${escaped(JSON.stringify(mistake.got))}</dl>
<div><img src="${picture}" alt="">${places.join("")}</div></figure>`;
}

const percent = (share: number | null): string => (100 * (share ?? 0)).toFixed(1);
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Generates documents with known answers: `node bench/pages/generate.ts --out DIR --count N --seed S --part train|train_plain|train_short|measure|plain`. */
import path from "node:path";
import { parseArgs } from "node:util";
import { type Asked, askOf } from "./ask.ts";
import { type Content, drawContent } from "./content.ts";
import { drawPage, drawPlainPage } from "./page.ts";
import { seeded } from "./random.ts";
import { drawLook, openSheet, type Sheet } from "./sheet.ts";
import { readTrades, type Trade } from "./trade.ts";
import { writeSet } from "./write-set.ts";

/** The plain and short sets have one label beside each value, the short one of few values. */
const SETS = ["train", "measure", "plain", "train_plain", "train_short"] as const;
export type PageSet = (typeof SETS)[number];
/** A line of truth.jsonl. */
export type PageRow = { id: string; set: string; file: string } & Asked & { kind: string; group: string };
/** `content`: what was drawn, asked or not. */
export type GeneratedPage = { row: PageRow; sheet: Sheet; content: Content };

/**
 * Document `at` of a set, drawn but not yet ended: the caller pipes `sheet.doc` and calls `end()`.
 * The same `set`, `seed` and `at` give the same document.
 */
export function generatePage(trades: readonly Trade[], set: PageSet, seed: number, at: number): GeneratedPage {
  const random = seeded(seed * 1_000_003 + at * 7919 + SETS.indexOf(set));
  const short = set === "train_short";
  const plain = set.endsWith("plain") || (short && random.chance(0.5));
  const part = trades.filter((trade) => trade.part === (set.startsWith("train") ? "train" : "measure"));
  const usable = plain && !short ? part.filter((trade) => trade.fields.length >= 12) : part;
  // Running text can be worded in many more ways than a form.
  const trade = random.pick(usable.flatMap((each) => Array.from({ length: each.asides.length > 0 ? 3 : 1 }, () => each)));
  const drawn = drawContent(trade, random, plain);
  const content = short ? { ...drawn, printed: drawn.printed.slice(0, random.int(1, 4)), table: null, matrix: [] } : drawn;
  const sheet = openSheet(drawLook(random, trade.receipt && !plain), random);
  if (plain || short) drawPlainPage(sheet, content, at);
  else drawPage(sheet, content);
  const asked = askOf(
    content,
    part.filter((other) => other !== trade),
    random,
    plain,
    short ? random.int(0, 2) : null,
  );
  const id = `${set}-${seed}-${String(at).padStart(5, "0")}`;
  return { row: { id, set: `pages_${set}`, file: `docs/${id}.pdf`, ...asked, kind: trade.kind, group: trade.kind }, sheet, content };
}

function generate(out: string, set: PageSet, seed: number, count: number): Promise<void> {
  const trades = readTrades();
  const pages = Iterator.from(Array(count).keys()).map((at) => generatePage(trades, set, seed, at));
  return writeSet(path.join(out, `pages_${set}`), pages);
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      out: { type: "string" },
      count: { type: "string" },
      seed: { type: "string", default: "1" },
      part: { type: "string", default: "train" },
    },
  });
  const set = SETS.find((each) => each === values.part);
  if (!set || !values.out)
    throw new Error("usage: generate.ts --out DIR --count N --seed S --part train|train_plain|train_short|measure|plain");
  await generate(values.out, set, Number(values.seed), Number(values.count ?? (set === "plain" ? 120 : 1000)));
}

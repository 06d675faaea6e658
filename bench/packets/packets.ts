/**
 * `npm run bench -- packets --data DIR [--cache DIR] [--left-out DIR] [--stacks N] [--others] [--alternating SHARE] [--slipped SHARE] [--shuffled] [--why]`: how right
 * stacks of development documents are cut and classed, with templates for 12 of their 20 kinds. `--left-out`: trees that did not see the stacks' documents
 * (bench/train/packets.py). `--others`: with documents that are the only ones of their kind. `--more`: stacks of those of the folders instead, each with a
 * template of its own. `--alternating`, `--slipped`: share of documents whose pages alternate with those of the one before, or that lie between two of its pages.
 * `--shuffled`: with documents of one kind in any places instead of in a row.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import type { Trees } from "#engines/local/rank/trees.ts";
import type { Class } from "#packets/classes/class-features.ts";
import { type Looks, splitStack } from "#packets/split-stack.ts";
import { type Random, seeded } from "../pages/random.ts";
import { readOneByOne } from "../reading.ts";
import { type MoreDocument, moreOf, templatesFor } from "./more.ts";
import { classesOf, FOLDS, type PoolDocument, poolOf } from "./pool.ts";
import { stackFacts } from "./stack-facts.ts";
import { type Mixed, type Stack, stackOf } from "./stacks.ts";

const TEMPLATES = 12;

type Tally = { cuts: number; given: number; right: number; parts: Judged[]; pages: number; lost: number };
type Judged = { good: boolean; whole: boolean; named: boolean; sure: number; cut: number; class: number; why: string };

export async function packets(argv: string[]): Promise<void> {
  const options = {
    data: { type: "string" },
    cache: { type: "string" },
    "left-out": { type: "string" },
    stacks: { type: "string" },
    others: { type: "boolean" },
    more: { type: "string" },
    alternating: { type: "string" },
    slipped: { type: "string" },
    shuffled: { type: "boolean" },
    why: { type: "boolean" },
  } as const;
  const { values } = parseArgs({ args: argv, options });
  const { data = "", cache = "", stacks = "300", why = false } = values;
  const mixed = { alternating: Number(values.alternating ?? 0), slipped: Number(values.slipped ?? 0), shuffled: values.shuffled === true };
  const random = seeded(17);
  const draw = values.more === undefined ? await drawOfPool(data, cache, values.others === true) : await drawOfMore(values.more, cache);
  const tally: Tally = { cuts: 0, given: 0, right: 0, parts: [], pages: 0, lost: 0 };
  const start = performance.now();
  for (let i = 0; i < Number(stacks); i += 1) {
    const fold = i % FOLDS;
    await judge(draw(random, fold, mixed), looksOf(values["left-out"], fold), tally);
  }
  report(tally, performance.now() - start, Number(stacks), why);
}

/** `classOf`: the template of a document; null where it is not among `classes`. */
type Drawn = { stack: Stack; classes: Class[]; classOf(source: PoolDocument): string | null };
type Draw = (random: Random, fold: number, mixed: Mixed) => Drawn;

async function drawOfPool(data: string, cache: string, withSingle: boolean): Promise<Draw> {
  const [all = []] = await readOneByOne([0], (_, reader) => poolOf(data, cache, reader));
  // Kinds of which there is one document only are left out unless they are asked for.
  const pool = withSingle ? all : all.filter(({ single }) => !single);
  const known = classesOf(pool);
  return (random, fold, mixed) => {
    const classes = random.shuffle(known).slice(0, TEMPLATES);
    const stack = stackOf(
      pool.filter((each) => each.fold === fold),
      random,
      mixed,
    );
    return { stack, classes, classOf: ({ kind }) => (classes.some(({ id }) => id === kind) ? kind : null) };
  };
}

async function drawOfMore(folders: string, cache: string): Promise<Draw> {
  const [pool = []] = await readOneByOne([0], (_, reader) => moreOf(folders, cache, reader));
  return (random, _, mixed) => {
    const stack = stackOf(pool, random, mixed);
    const classes = templatesFor(
      stack.parts.map(({ source }) => source as MoreDocument),
      pool,
      random,
    );
    return { stack, classes, classOf: ({ group }) => (classes.some(({ id }) => id === group) ? group : null) };
  };
}

function looksOf(folder: string | undefined, fold: number): Looks | undefined {
  if (folder === undefined) return undefined;
  const read = (name: string): Trees => JSON.parse(readFileSync(path.join(folder, `${name}-${fold}.json`), "utf8"));
  return {
    cuts: read("cuts"),
    classes: { common: read("common"), other: read("other") },
    places: read("places"),
    joins: read("joins"),
    whole: read("whole"),
    named: read("named"),
  };
}

async function judge({ stack, classes, classOf }: Drawn, by: Looks | undefined, tally: Tally): Promise<void> {
  const { pages } = stack;
  const facts = stackFacts(stack);
  const given = await splitStack(facts, classes, undefined, by);
  tally.pages += pages.length;
  tally.lost += pages.length - new Set(given.flatMap((part) => part.pages)).size;
  // A cut stands before the first written page of a document: blank pages between two belong to either.
  const written = (numbers: readonly number[]) => numbers.filter((number) => !facts[number - 1]?.blank);
  const startOf = (numbers: readonly number[]) => written(numbers)[0] ?? numbers[0] ?? 0;
  const truth = new Map(
    [...Map.groupBy(pages.keys(), (i) => pages[i]?.part)].map(([part, places]) => {
      const numbers = places.map((i) => i + 1);
      return [startOf(numbers), { numbers: written(numbers), source: part?.source }];
    }),
  );
  const cuts = new Set([...truth.keys()].slice(1));
  const seen = new Set(given.map((part) => startOf(part.pages)).slice(1));
  tally.cuts += cuts.size;
  tally.given += seen.size;
  for (const at of seen) if (cuts.has(at)) tally.right += 1;
  for (const part of given) {
    const found = truth.get(startOf(part.pages));
    const whole = found !== undefined && String(found.numbers) === String(written(part.pages));
    const source = found?.source;
    const kind = source ? classOf(source) : null;
    const named = part.classId === kind;
    tally.parts.push({
      good: whole && named,
      whole,
      named,
      cut: part.cut,
      class: part.class,
      sure: part.cut * part.class,
      why: `${source?.id ?? "-"} ${whole ? "" : "cut "}${kind} → ${part.classId} ${part.cut.toFixed(3)} ${part.class.toFixed(3)}`,
    });
  }
}

function report({ cuts, given, right, parts, pages, lost }: Tally, ms: number, stacks: number, why: boolean): void {
  console.log(
    `${stacks} stacks, ${pages} pages, ${parts.length} parts; pages lost: ${lost}; ${(ms / pages).toFixed(1)} ms a page with the structure of its pages`,
  );
  console.log(`cuts: precision ${percent(right / given)}, recall ${percent(right / cuts)}, F1 ${percent((2 * right) / (given + cuts))}`);
  console.log(
    `parts whole ${percent(mean(parts.map(({ whole }) => Number(whole))))}, whole and of the right class ${percent(mean(parts.map(({ good }) => Number(good))))}`,
  );
  told(
    "parts",
    parts.map(({ sure, good }) => ({ sure, right: good })),
  );
  told(
    "cuts of parts",
    parts.map(({ cut, whole }) => ({ sure: cut, right: whole })),
  );
  told(
    "classes of whole parts",
    parts.filter(({ whole }) => whole).map((part) => ({ sure: part.class, right: part.named })),
  );
  if (why) for (const part of parts) if (!part.good) console.log(part.sure.toFixed(2), part.why);
}

/** How right those are that are not sent to review, by `min_confidence`, and how true the confidence is. */
function told(name: string, all: readonly { sure: number; right: boolean }[]): void {
  const rightOf = (some: typeof all) => percent(mean(some.map(({ right }) => Number(right))));
  for (const [i, least] of LEAST.entries()) {
    const kept = all.filter(({ sure }) => sure >= least);
    const bin = kept.filter(({ sure }) => sure < (LEAST[i + 1] ?? 2));
    console.log(
      `  ${name}, min_confidence ${least}: to review ${percent(1 - kept.length / all.length)}, the others right ${rightOf(kept)}; up to the next one ${bin.length}, right ${rightOf(bin)}`,
    );
  }
}

const LEAST = [0.5, 0.7, 0.8, 0.85, 0.9, 0.95, 0.97];
const percent = (share: number): string => `${(100 * share).toFixed(2)} %`;
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

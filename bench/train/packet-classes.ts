/**
 * Writes what `packet-classes.py` learns from: features of development documents with templates of their kinds and of others.
 *
 *     node bench/train/packet-classes.ts --data DIR --cache DIR --out FILE [--more DIR,DIR]
 *
 * Each document of `--more` has a template of its own, which is among those it is shown three times of five.
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { Document, Line } from "#documents/document.ts";
import { CLASS_FEATURES, type Class, classFeatures } from "#packets/classes/class-features.ts";
import kinds from "#packets/kinds/kinds.json" with { type: "json" };
import { kindsNamed } from "#packets/kinds/kinds.ts";
import { pageFactsOf } from "#packets/pages/page-facts.ts";
import { isNamed, moreOf, templatesFor } from "../packets/more.ts";
import { classesOf, type PoolDocument, poolOf } from "../packets/pool.ts";
import { type Random, seeded } from "../pages/random.ts";
import { readOneByOne } from "../reading.ts";

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    cache: { type: "string" },
    out: { type: "string" },
    draws: { type: "string" },
    more: { type: "string" },
  },
});
const { data = "", cache = "", out = "", draws = "8", more = "" } = values;
const [pool = []] = await readOneByOne([0], (_, reader) => poolOf(data, cache, reader));
const [others = []] = await readOneByOne([0], (_, reader) => moreOf(more, cache, reader));
const MORE_DRAWS = 3;
const random = seeded(31);
const classes = classesOf(pool);
const rows: unknown[] = [];
const table: Float32Array[] = [];
const start = performance.now();
for (const one of pool) tell(one, one.kind, Number(draws), () => random.shuffle(classes).slice(0, random.int(3, 14)));
const own = others.filter(isNamed);
for (const one of own) tell(one, one.group, MORE_DRAWS, () => templatesFor([one], own, random));

/** `choose`: the templates of a draw. */
function tell({ id, fold, document }: PoolDocument, kind: string, times: number, choose: () => Class[]): void {
  const whole = pageFactsOf(document).filter(({ blank }) => !blank);
  for (let i = 0; i < times; i += 1) {
    // Every second time words are missing, as of a bad scan: what speaks for a kind is then not all of its words.
    const pages = i % 2 === 0 ? whole : pageFactsOf(thinned(document, random)).filter(({ blank }) => !blank);
    const chosen = choose();
    const features = classFeatures(
      pages,
      chosen.map((each) => calledOtherwise(each, random)),
    );
    chosen.forEach((each, at) => {
      rows.push({ id, kind, fold, draw: i, whole: pages === whole, class: each.id, more: !classes.includes(each) });
      table.push(features[at] as Float32Array);
    });
  }
}

/** Every second time by another name of its kind, and with some of its fields only. */
function calledOtherwise(of: Class, draw: Random): Class {
  const [kind] = kindsNamed(of.name);
  const names = kind === undefined ? [] : (kinds[kind.id as keyof typeof kinds]?.names ?? []);
  const name = names.length > 0 && draw.chance(0.5) ? draw.pick(names) : of.name;
  const fields = draw.chance(0.5) ? of.schema.fields : draw.shuffle(of.schema.fields).slice(0, draw.int(1, of.schema.fields.length || 1));
  return { ...of, name, schema: { ...of.schema, fields } };
}

function thinned(document: Document, draw: Random): Document {
  const kept = 0.1 + 0.8 * draw.next();
  const segments = (line: Line) =>
    line.segments
      .map((segment) => ({ ...segment, words: segment.words.filter(() => draw.chance(kept)) }))
      .filter(({ words }) => words.length > 0);
  const pages = document.pages.map((page) => ({ ...page, lines: page.lines.map((line) => ({ ...line, segments: segments(line) })) }));
  return { ...document, pages };
}

console.log(`${Math.round((performance.now() - start) / (pool.length + others.length))} ms a document`);
writeFileSync(`${out}.jsonl`, rows.map((row) => JSON.stringify(row)).join("\n"));
writeFileSync(`${out}.names.json`, JSON.stringify(CLASS_FEATURES));
writeFileSync(`${out}.f32`, Buffer.concat(table.map((row) => Buffer.from(row.buffer))));

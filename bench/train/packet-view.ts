/**
 * Writes what `packet-view.py` learns from: places between pages, and then parts, in view of their stacks.
 *
 *     node bench/train/packet-view.ts --data DIR --cache DIR --looks DIR --what places|parts [--stacks N] [--more DIR,DIR]
 *
 * `--looks`: the folder of trees that were learned without one fold or two. Each stack is of documents of one fold, which its trees did not see; it
 * is looked at once for the trees that are shipped (`out` is -1), and once for each other fold that these and the trees in view of the stack are not to see.
 */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import type { Trees } from "#engines/local/rank/trees.ts";
import { bestOf } from "#packets/classes/class-chances.ts";
import type { Class } from "#packets/classes/class-features.ts";
import type { PageFacts } from "#packets/pages/page-facts.ts";
import {
  chancesInView,
  type FirstLook,
  lookAtStack,
  type PartInView,
  partsInView,
  type SeenStack,
  seenStack,
} from "#packets/view/look-at-stack.ts";
import { NAMED_FEATURES, partFeatures, WHOLE_FEATURES } from "#packets/view/part-features.ts";
import { PLACE_FEATURES, placeFeatures } from "#packets/view/place-features.ts";
import { type MoreDocument, moreOf, templatesFor } from "../packets/more.ts";
import { classesOf, FOLDS, poolOf } from "../packets/pool.ts";
import { stackFacts } from "../packets/stack-facts.ts";
import { type Stack, type StackPart, stackOf } from "../packets/stacks.ts";
import { seeded } from "../pages/random.ts";
import { readOneByOne } from "../reading.ts";

const text = { type: "string" } as const;
const { values } = parseArgs({ options: { data: text, cache: text, looks: text, what: text, stacks: text, more: text } });
const { data = "", cache = "", looks = "", what = "places", stacks = "2000", more = "" } = values;
const [pool = []] = await readOneByOne([0], (_, reader) => poolOf(data, cache, reader));
const [others = []] = await readOneByOne([0], (_, reader) => moreOf(more, cache, reader));
const own = classesOf(pool);
const random = seeded(32);
const NO_CLASSES = 0.1;
const known = new Map<string, Trees>();

type Case = { facts: PageFacts[]; stack: Stack; classes: Class[]; truthOf(part: StackPart): string };
const rows: unknown[] = [];
const tables = { places: [] as Float32Array[], whole: [] as Float32Array[], named: [] as Float32Array[] };
for (let i = 0; i < Number(stacks); i += 1) {
  const fold = i % FOLDS;
  const isMore = others.length > 0 && i % 2 === 1;
  const each = isMore ? caseOfMore(fold) : caseOfPool(fold, random.chance(0.5));
  const seen = seenStack(each.facts, each.classes);
  for (const out of [-1, ...Array(FOLDS).keys()].filter((one) => one !== fold)) tell(each, seen, { stack: i, fold, out, more: isMore });
}
for (const [name, table] of Object.entries(tables))
  if (table.length > 0) writeFileSync(path.join(looks, `${name}.f32`), Buffer.concat(table.map((row) => Buffer.from(row.buffer))));
writeFileSync(path.join(looks, `${what}.jsonl`), rows.map((row) => JSON.stringify(row)).join("\n"));
writeFileSync(path.join(looks, "features.json"), JSON.stringify({ places: PLACE_FEATURES, whole: WHOLE_FEATURES, named: NAMED_FEATURES }));
console.log(`${rows.length} ${what} of ${stacks} stacks`);

function caseOfPool(fold: number, withSingle: boolean): Case {
  const stack = stackOf(
    pool.filter((one) => one.fold === fold && (withSingle || !one.single)),
    random,
  );
  const classes = random.chance(NO_CLASSES) ? [] : random.shuffle(own).slice(0, random.int(4, 14));
  return { facts: stackFacts(stack), stack, classes, truthOf: ({ source }) => source.kind };
}

function caseOfMore(fold: number): Case {
  const stack = stackOf(
    others.filter((one) => one.fold === fold),
    random,
  );
  const documents = stack.parts.map(({ source }) => source as MoreDocument);
  const classes = random.chance(NO_CLASSES) ? [] : templatesFor(documents, others, random);
  return { facts: stackFacts(stack), stack, classes, truthOf: ({ source }) => source.group };
}

function tell(
  { facts, stack, classes, truthOf }: Case,
  seen: SeenStack,
  where: { stack: number; fold: number; out: number; more: boolean },
): void {
  const key = [where.fold, where.out]
    .filter((fold) => fold >= 0)
    .toSorted()
    .join("-");
  const by: FirstLook = { cuts: treesOf(`cuts-${key}`), classes: { common: treesOf(`common-${key}`), other: treesOf(`other-${key}`) } };
  const looked = lookAtStack(seen, by);
  const { written } = looked.places;
  if (what === "places") {
    for (const [i, row] of placeFeatures(looked).entries()) {
      rows.push({ ...where, right: stack.pages[written[i] ?? 0]?.part !== stack.pages[written[i + 1] ?? 0]?.part });
      tables.places.push(row);
    }
    return;
  }
  const chances = chancesInView(looked, treesOf(`places-${key}`));
  const parts = partsInView(looked, chances, by.classes);
  for (const part of parts.filter(({ pages }) => pages.length > 0)) {
    const { whole, named } = partFeatures(part, parts);
    const source = stack.pages[(part.pages[0]?.number ?? 1) - 1]?.part;
    if (!source) throw new Error("each page is of a part");
    const best = classes[bestOf(part.classes)];
    rows.push({ ...where, whole: isWhole(part, source, { facts, stack }), named: best?.id === truthOf(source), classes: classes.length });
    tables.whole.push(whole);
    tables.named.push(named);
  }
}

function isWhole({ pages }: PartInView, of: StackPart, { facts, stack }: Pick<Case, "facts" | "stack">): boolean {
  const all = facts.filter(({ blank, number }) => !blank && stack.pages[number - 1]?.part === of);
  return all.length === pages.length && all.every((page, i) => page.number === pages[i]?.number);
}

function treesOf(name: string): Trees {
  const trees: Trees = known.get(name) ?? JSON.parse(readFileSync(path.join(looks, `${name}.json`), "utf8"));
  known.set(name, trees);
  return trees;
}

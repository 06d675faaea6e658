/**
 * Writes what `packet-view.py` learns from: places between pages, then pages that go on earlier documents, then parts, in view of their stacks.
 *
 *     node bench/train/packet-view.ts --data DIR --cache DIR --looks DIR --what places|joins|parts [--stacks N] [--more DIR,DIR]
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
import { cutInto } from "#packets/cut/cut-into.ts";
import type { PageFacts } from "#packets/pages/page-facts.ts";
import { candidateOf, JOIN_FEATURES, joinFeatures, type PlacedStack } from "#packets/view/join-features.ts";
import { numberedJoin } from "#packets/view/joins.ts";
import {
  type FirstLook,
  type LookedStack,
  lookAtStack,
  type PartInView,
  partsInView,
  placedInView,
  type SeenStack,
  seenStack,
} from "#packets/view/look-at-stack.ts";
import { NAMED_FEATURES, partFeatures, WHOLE_FEATURES } from "#packets/view/part-features.ts";
import { PLACE_FEATURES, placeFeatures } from "#packets/view/place-features.ts";
import { type MoreDocument, moreOf, templatesFor } from "../packets/more.ts";
import { classesOf, FOLDS, poolOf } from "../packets/pool.ts";
import { stackFacts } from "../packets/stack-facts.ts";
import { IN_ORDER, type Mixed, type Stack, type StackPart, stackOf } from "../packets/stacks.ts";
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
/** How documents are mixed where joins are learned from, ten stacks each, one after the other. */
const MIXED: readonly Partial<Mixed>[] = what === "joins" ? [{}, { alternating: 0.5 }, { slipped: 0.5 }, { shuffled: true }] : [{}];

type Case = { facts: PageFacts[]; stack: Stack; classes: Class[]; truthOf(part: StackPart): string };
const rows: unknown[] = [];
const tables = { places: [] as Float32Array[], joins: [] as Float32Array[], whole: [] as Float32Array[], named: [] as Float32Array[] };
for (let i = 0; i < Number(stacks); i += 1) {
  const fold = i % FOLDS;
  const mixed: Mixed = { ...IN_ORDER, ...MIXED[Math.floor(i / (2 * FOLDS)) % MIXED.length] };
  const isMore = others.length > 0 && i % 2 === 1;
  const each = isMore ? caseOfMore(fold, mixed) : caseOfPool(fold, random.chance(0.5), mixed);
  const seen = seenStack(each.facts, each.classes);
  for (const out of [-1, ...Array(FOLDS).keys()].filter((one) => one !== fold))
    tell(each, seen, { stack: i, fold, out, more: isMore, mixed: mixed.alternating + mixed.slipped > 0 });
}
for (const [name, table] of Object.entries(tables))
  if (table.length > 0) writeFileSync(path.join(looks, `${name}.f32`), Buffer.concat(table.map((row) => Buffer.from(row.buffer))));
writeFileSync(path.join(looks, `${what}.jsonl`), rows.map((row) => JSON.stringify(row)).join("\n"));
writeFileSync(
  path.join(looks, "features.json"),
  JSON.stringify({ places: PLACE_FEATURES, joins: JOIN_FEATURES, whole: WHOLE_FEATURES, named: NAMED_FEATURES }),
);
console.log(`${rows.length} ${what} of ${stacks} stacks`);

function caseOfPool(fold: number, withSingle: boolean, mixed: Mixed): Case {
  const stack = stackOf(
    pool.filter((one) => one.fold === fold && (withSingle || !one.single)),
    random,
    mixed,
  );
  const classes = random.chance(NO_CLASSES) ? [] : random.shuffle(own).slice(0, random.int(4, 14));
  return { facts: stackFacts(stack), stack, classes, truthOf: ({ source }) => source.kind };
}

function caseOfMore(fold: number, mixed: Mixed): Case {
  const stack = stackOf(
    others.filter((one) => one.fold === fold),
    random,
    mixed,
  );
  const documents = stack.parts.map(({ source }) => source as MoreDocument);
  const classes = random.chance(NO_CLASSES) ? [] : templatesFor(documents, others, random);
  return { facts: stackFacts(stack), stack, classes, truthOf: ({ source }) => source.group };
}

type Where = { stack: number; fold: number; out: number; more: boolean; mixed: boolean };

function tell({ facts, stack, classes, truthOf }: Case, seen: SeenStack, where: Where): void {
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
  const placed = placedInView(looked, treesOf(`places-${key}`));
  if (what === "joins") {
    tellJoins(placed, stack, where);
    return;
  }
  const parts = partsInView(placed, by.classes, treesOf(`joins-${key}`));
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

/** Every second time each page is put where it belongs, so that what is seen later is seen beside right documents, too. */
function tellJoins(placed: LookedStack & PlacedStack, stack: Stack, where: Where): void {
  const { all, pages, places, inView } = placed;
  const partAt = (i: number) => stack.pages[places.written[i] ?? 0]?.part;
  const isForced = (where.stack + where.out) % 2 === 0;
  cutInto(all, places, inView, (page, begun, direct) => {
    const numbered = numberedJoin(places, (i) => pages[i], { page, begun, direct });
    const candidate = numbered ? null : candidateOf(placed, page, { begun, direct });
    if (!candidate) return numbered;
    const last = pages.findLastIndex((_, i) => i < page && partAt(i) === partAt(page));
    const right = candidate.part.own.at(-1) === last;
    rows.push({ ...where, right });
    tables.joins.push(joinFeatures(placed, page, { begun, direct }, candidate));
    return right && isForced ? { part: candidate.part, chance: 1 } : null;
  });
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

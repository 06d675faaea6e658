/** How right the lines are that a model is told of a page of a reviewed layout, and what `hybrid` keeps of it, on generated layouts. */
import { localEngine } from "#engines/local/engine.ts";
import { hintsOf } from "#engines/local/recall/hints.ts";
import { extractValues } from "#results/extract.ts";
import { partSure } from "#results/hybrid.ts";
import { isSameValue } from "#results/measure/same-value.ts";
import { sheetsOf } from "#structure/sheet.ts";
import { generatedDocuments } from "./generated.ts";
import { type Laid, memoryBefore } from "./layouts.ts";

const COUNTS = [1, 3] as const;
/** In thousandths of the page: less than a line. */
const TOP_OFF_MAX = 6;

type Tally = {
  kept: number;
  keptRight: number;
  values: number;
  told: number;
  right: number;
  absent: number;
  toldAbsent: number;
  wrongAbsent: number;
};

export async function printTold(): Promise<void> {
  for (const count of COUNTS) {
    const tally: Tally = { kept: 0, keptRight: 0, values: 0, told: 0, right: 0, absent: 0, toldAbsent: 0, wrongAbsent: 0 };
    for (const documents of await generatedDocuments()) for (const at of documents.keys()) await judge(documents, at, count, tally);
    const share = (part: number, of: number) => `${((100 * part) / of).toFixed(1)} %`;
    console.log(
      `after ${count} reviewed documents a model is told the line of ${share(tally.told, tally.values)} of ${tally.values} values, and the right one of ${share(tally.right, tally.told)}; ${share(tally.toldAbsent, tally.absent)} of ${tally.absent} absent fields are named as absent, and ${tally.wrongAbsent} others; hybrid keeps ${share(tally.kept, tally.values)} of the values and does not ask for them: ${share(tally.keptRight, tally.kept)} of these are right`,
    );
  }
}

async function judge(documents: readonly Laid[], at: number, count: number, tally: Tally): Promise<void> {
  const laid = documents[at];
  const memory = memoryBefore(documents, at, count);
  if (!laid || !memory) return;
  const { document, schema, lesson } = laid;
  const ask = { document, schema, memory };
  const { sure } = await partSure(ask, new AbortController().signal);
  const { result } = await extractValues(localEngine, ask, new AbortController().signal);
  for (const { path } of sure) {
    tally.kept += 1;
    const field = schema.fields.find(({ name }) => `/${name}` === path);
    tally.keptRight += field && isSameValue(field.type, laid.row.truth[field.name], result.fields[path]?.value) ? 1 : 0;
  }
  const hints = hintsOf(ask, memory, (await localEngine.extract(ask, new AbortController().signal)).findings);
  const sheets = sheetsOf(document);
  for (const [path, { absent, places }] of Object.entries(lesson.example.fields)) {
    const hint = hints.find((each) => each.path === path);
    if (absent) {
      tally.absent += 1;
      tally.toldAbsent += hint?.kind === "absent" ? 1 : 0;
      continue;
    }
    tally.values += 1;
    tally.wrongAbsent += hint?.kind === "absent" ? 1 : 0;
    if (hint?.kind !== "place") continue;
    tally.told += 1;
    const sheet = sheets.find(({ page }) => page.number === hint.page);
    const tops = sheet?.lines[hint.line - 1]?.map(({ box }) => (1_000 * box.top) / sheet.page.height) ?? [];
    tally.right += places.some(({ page, top }) => page === hint.page && tops.some((each) => Math.abs(each - top) <= TOP_OFF_MAX)) ? 1 : 0;
  }
}

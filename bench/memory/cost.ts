/** What memory costs a page of a reviewed layout, beside the same page without it, on generated layouts. */
import type { Document } from "#documents/document.ts";
import type { Ask } from "#engines/engine.ts";
import { localEngine } from "#engines/local/engine.ts";
import { hintsOf } from "#engines/local/recall/hints.ts";
import type { Memory } from "#engines/remembered.ts";
import { extractValues } from "#results/extract.ts";
import { marksOf, signatureOf } from "#structure/layout/marks.ts";
import { sheetsOf } from "#structure/sheet.ts";
import { generatedDocuments } from "./generated.ts";
import { memoryBefore } from "./layouts.ts";

/** As many reviewed documents as most layouts have soon. */
const EXAMPLES = 3;
const RUNS = 7;

type Known = { document: Document; plain: Ask; knowing: Ask & { memory: Memory } };

export async function printCost(): Promise<void> {
  const known = (await generatedDocuments()).flatMap((documents) =>
    documents.flatMap(({ document, schema }, at): Known[] => {
      const memory = memoryBefore(documents, at, EXAMPLES);
      return memory ? [{ document, plain: { document, schema }, knowing: { document, schema, memory } }] : [];
    }),
  );
  const ms = { plain: 0, knowing: 0, hints: 0 };
  for (const each of known) {
    const best = await bestOf(each);
    for (const name of ["plain", "knowing", "hints"] as const) ms[name] += best[name];
  }
  const pages = known.reduce((sum, { document }) => sum + document.pages.length, 0);
  const a = (total: number) => `${(total / pages).toFixed(1)} ms`;
  console.log(
    `with ${EXAMPLES} reviewed documents of its layout a page takes ${(ms.knowing / ms.plain).toFixed(2)} times as long as without: ${a(ms.knowing)} instead of ${a(ms.plain)}, over ${pages} pages; what a model is told takes ${a(ms.hints)} more`,
  );
}

/** The shortest of several runs, in turns: what else the machine does only ever adds. */
async function bestOf({ document, plain, knowing }: Known): Promise<Record<"plain" | "knowing" | "hints", number>> {
  const best = { plain: Number.POSITIVE_INFINITY, knowing: Number.POSITIVE_INFINITY, hints: Number.POSITIVE_INFINITY };
  for (let run = 0; run < RUNS; run++) {
    best.plain = Math.min(best.plain, await timed(() => extracted(plain)));
    best.knowing = Math.min(
      best.knowing,
      await timed(() => {
        signatureOf(marksOf(sheetsOf({ ...document, pages: document.pages.slice(0, 1) })));
        return extracted(knowing);
      }),
    );
    const { findings } = await localEngine.extract(knowing, new AbortController().signal);
    best.hints = Math.min(best.hints, await timed(async () => hintsOf(knowing, knowing.memory, findings)));
  }
  return best;
}

const extracted = (ask: Ask) => extractValues(localEngine, ask, new AbortController().signal);

async function timed(work: () => Promise<unknown>): Promise<number> {
  const t0 = performance.now();
  await work();
  return performance.now() - t0;
}

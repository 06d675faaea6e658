/** How long the nearest of an account's 10,000 layouts takes to be found, all of one template. */
import { sql } from "kysely";
import type { Layout } from "#memory/lesson.ts";
import { putExample, type Scope } from "#memory/memory.store.ts";
import { nearestLayout } from "#memory/memory.ts";
import type { Db } from "#platform/postgres/db.ts";
import { transaction } from "#platform/postgres/transaction.ts";
import { type Mark, signatureOf } from "#structure/layout/marks.ts";
import { benchDatabase } from "../database.ts";
import { type Random, seeded } from "../pages/random.ts";
import { quantile, round } from "../report.ts";

const LAYOUTS = 10_000;
const ROUNDS = 200;
const WARM = 20;
const MS_MAX = 5;
/** Words of a first page, and how many of them every layout has: labels such as "Date" and "Total". */
const WORDS = 250;
const COMMON = 60;
const SCOPE: Scope = { accountId: "acct_bench", scope: "tpl_bench" };

export async function printNearest(): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const { db } = await benchDatabase(stack);
  await sql`INSERT INTO accounts (id, email, tier, rate_per_minute) VALUES (${SCOPE.accountId}, 'bench@example.com', 'enterprise', 1000)`.execute(
    db,
  );
  const random = seeded(11);
  const layouts = Array.from({ length: LAYOUTS }, () => layoutOf(random));
  await fill(db, layouts);
  await sql`ANALYZE memory_examples`.execute(db);
  // The first question of a process reads the signatures; the code is compiled meanwhile, too.
  const firstMs = await timed(() => nearestLayout(db, SCOPE, questionOf(layouts[0] ?? [], random), () => false));
  for (let i = 0; i < WARM; i++) await nearestLayout(db, SCOPE, questionOf(layouts[i] ?? [], random), () => false);
  const asked = Array.from({ length: ROUNDS }, () => random.int(0, LAYOUTS - 1));
  const [ms, found]: [number[], boolean[]] = [[], []];
  for (const i of asked) {
    const question = questionOf(layouts[i] ?? [], random);
    ms.push(
      await timed(async () => {
        found.push((await nearestLayout(db, SCOPE, question, () => false))?.layoutId === `lay_${i}`);
      }),
    );
  }
  const right = found.filter(Boolean).length;
  console.log(
    `the nearest of ${LAYOUTS} layouts of a template takes ${round(quantile(ms, 0.5))} ms, 95 of 100 at most ${round(quantile(ms, 0.95))} ms (asked: ${MS_MAX} ms); ${right} of ${ROUNDS} pages are given their layout; the first question of a process takes ${round(firstMs)} ms`,
  );
}

function questionOf(layout: readonly Mark[], random: Random): Layout {
  const marks = drifted(layout, random);
  return { marks, signature: signatureOf(marks) };
}

const wordOf = (random: Random): number => random.int(0, 2 ** 32 - 1);
const markOf = (word: number, random: Random): Mark => {
  const left = random.int(40, 900);
  return [word, left, left + random.int(20, 60), random.int(20, 960)];
};

function layoutOf(random: Random): Mark[] {
  return Array.from({ length: WORDS }, (_, i) => markOf(i < COMMON ? i : wordOf(random), random));
}

/** The same layout on another document: some words are others, and all stand a little elsewhere. */
const drifted = (marks: readonly Mark[], random: Random): Mark[] =>
  marks.map(([word, left, right, top]) =>
    random.int(1, 10) === 1 ? markOf(wordOf(random), random) : [word, left + random.int(-3, 3), right, top + random.int(-20, 20)],
  );

async function fill(db: Db, layouts: readonly Mark[][]): Promise<void> {
  await transaction(db, async (tx) => {
    for (const [i, marks] of layouts.entries()) {
      await sql`INSERT INTO memory_layouts (id, account_id, scope) VALUES (${`lay_${i}`}, ${SCOPE.accountId}, ${SCOPE.scope})`.execute(tx);
      const lesson = { marks, example: { fields: {}, tables: {} }, sha256: null };
      const example = {
        taskId: `task_${i}`,
        layoutId: `lay_${i}`,
        signature: signatureOf(marks),
        lesson,
        reviewedAt: new Date(),
        read: 1,
        right: 1,
      };
      await putExample(tx, SCOPE, example);
    }
  });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

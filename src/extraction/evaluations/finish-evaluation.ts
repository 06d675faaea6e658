/** Ends evaluations all of whose documents are read: sums up what was right. */
import { TASK_ERRORS } from "#contract/task-errors.ts";
import type { Db, Tx } from "#platform/postgres/db.ts";
import type { DueWork } from "#platform/postgres/due-work.ts";
import { transaction } from "#platform/postgres/transaction.ts";
import { figuresOf } from "#results/measure/figures.ts";
import { withDuplicates } from "./duplicates.ts";
import { documentsRead, failOverdueDocuments, setOutcomes } from "./evaluation-documents.store.ts";
import { readThrough, setFigures } from "./evaluations.store.ts";
import type { DocumentOutcome, EvaluationFigures, Read } from "./tables.ts";

const DUE = `least((SELECT min(deadline_at) FROM template_evaluation_documents WHERE state = 'processing'),
  (SELECT now() WHERE EXISTS (SELECT FROM template_evaluations e WHERE e.finished_at IS NULL
    AND NOT EXISTS (SELECT FROM template_evaluation_documents d WHERE d.evaluation_id = e.id AND d.state = 'processing'))))`;
const BATCH = 100;

export const evaluationMaintenance = ({ db }: { db: Db }): DueWork[] => [{ at: DUE, work: () => endOverdue(db) }];

/** Fails documents whose deadline has passed, and ends evaluations whose last document went with its task. */
async function endOverdue(db: Db): Promise<void> {
  const overdue = { code: "deadline_exceeded", message: TASK_ERRORS.deadline_exceeded.message } as const;
  await transaction(db, async (tx) => {
    await failOverdueDocuments(tx, overdue, BATCH);
    for (const each of await readThrough(tx, BATCH)) await end(tx, each);
  });
}

/** Does nothing while a document is still to be read. */
export async function finishEvaluation(tx: Tx, id: string): Promise<void> {
  for (const each of await readThrough(tx, 1, id)) await end(tx, each);
}

async function end(tx: Tx, { id, accountId, before }: { id: string; accountId: string; before: boolean }): Promise<void> {
  await setOutcomes(tx, withDuplicates(await documentsRead(tx, id)));
  const outcomes = (await documentsRead(tx, id)).map(({ outcome }) => outcome);
  await setFigures(tx, accountId, id, { ...figuresOfAll(outcomes, before), duplicates: true });
}

function figuresOfAll(outcomes: readonly DocumentOutcome[], hasBefore: boolean): EvaluationFigures {
  const figures = (reads: readonly Read[]) =>
    figuresOf(
      reads.flatMap(({ tally }) => tally),
      { documents: reads.length, documents_right: reads.filter(({ entirelyRight }) => entirelyRight).length },
    );
  const seconds = outcomes.reduce((sum, { ms }) => sum + ms, 0) / 1000;
  const total = { pages: 0, input_tokens: 0, output_tokens: 0, cost_usd: 0 as number | null };
  for (const { usage } of outcomes) {
    total.pages += usage.pages;
    total.input_tokens += usage.input_tokens;
    total.output_tokens += usage.output_tokens;
    total.cost_usd = total.cost_usd === null || usage.cost_usd === null ? null : total.cost_usd + usage.cost_usd;
  }
  return {
    rules: rulesOfAll(outcomes, hasBefore),
    figures: figures(outcomes.map(({ now }) => now)),
    published: hasBefore ? figures(outcomes.flatMap(({ before }) => (before ? [before] : []))) : null,
    usage: total,
    seconds: Math.round(1000 * seconds) / 1000,
  };
}

/** How many documents break each rule, those that most break first. */
function rulesOfAll(outcomes: readonly DocumentOutcome[], hasBefore: boolean): NonNullable<EvaluationFigures["rules"]> {
  const brokenIn = (read: Read | null) => [...new Set((read?.broken ?? []).map(({ name }) => name))];
  const now = outcomes.map((each) => brokenIn(each.now));
  const before = outcomes.map((each) => brokenIn(each.before));
  const withAny = (documents: readonly string[][]) => documents.filter((names) => names.length > 0).length;
  const withRule = (documents: readonly string[][], name: string) => documents.filter((names) => names.includes(name)).length;
  const broken = [...new Set([...now.flat(), ...before.flat()])].map((name) => ({
    name,
    documents: withRule(now, name),
    published_documents: hasBefore ? withRule(before, name) : null,
  }));
  return {
    documents: withAny(now),
    published_documents: hasBefore ? withAny(before) : null,
    broken: broken.sort((a, b) => b.documents - a.documents),
  };
}

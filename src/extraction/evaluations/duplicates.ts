/** Looks for duplicates among the documents of an evaluation, as each version reads them. What live tasks are compared by is left alone. */
import { duplicateBreaks } from "#rules/outcomes.ts";
import type { DocumentOutcome, Read } from "./tables.ts";

export type EvaluatedDocument = { id: string; taskId: string; createdAt: Date; outcome: DocumentOutcome };

const DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * The documents with a digest, with the rule that a duplicate breaks instead. `documents`: all, of the newest task first. The later one of two
 * equal documents is the duplicate, as it is when tasks are read one after the other.
 */
export function withDuplicates(documents: readonly EvaluatedDocument[]): EvaluatedDocument[] {
  return documents.flatMap((document, i) => {
    const { now, before } = document.outcome;
    if (!now.digest && !before?.digest) return [];
    const earlier = documents.slice(i + 1);
    const judged = {
      now: compared(now, document, earlier, (outcome) => outcome.now),
      before: before && compared(before, document, earlier, (outcome) => outcome.before),
    };
    return [{ ...document, outcome: { ...document.outcome, ...judged } }];
  });
}

function compared(
  { digest, ...read }: Read,
  { createdAt }: EvaluatedDocument,
  earlier: readonly EvaluatedDocument[],
  readOf: (outcome: DocumentOutcome) => Read | null,
): Read {
  if (!digest) return read;
  const since = createdAt.getTime() - digest.days * DAY_MS;
  const same = earlier.filter((each) => each.createdAt.getTime() >= since && readOf(each.outcome)?.digest?.digest === digest.digest);
  return { ...read, broken: [...(read.broken ?? []), ...duplicateBreaks(same.map(({ taskId }) => taskId))] };
}

/** Answers what the reader's child asks of an account's memory while it cuts a file or chooses a template. */
import { z } from "zod";
import type { TemplateRecord } from "#contract/templates.ts";
import { likenessByScope } from "#memory/memory.ts";
import { isAnythingSaid, saidOf } from "#memory/said-pages.ts";
import type { Db } from "#platform/postgres/db.ts";

/** The child has read an untrusted file. */
const AsksWhatWasSaid = z.object({ said: z.literal(true) });

export type MemoryAnswers = {
  /** Whether people said anything of pages for these templates: the child asks of each page then. */
  said: boolean;
  onQuestion: (question: unknown) => Promise<unknown>;
};

/** Of templates that do not learn nothing is known. */
export async function answersOf(db: Db, accountId: string, templates: readonly TemplateRecord[]): Promise<MemoryAnswers> {
  const named = templates.filter(({ learn }) => learn).map(({ template_id: id, name }) => ({ id, name }));
  const ids = named.map(({ id }) => id);
  return {
    said: await isAnythingSaid(db, accountId, ids),
    onQuestion: (question) =>
      AsksWhatWasSaid.safeParse(question).success ? saidOf(db, accountId, named, question) : likenessByScope(db, accountId, ids, question),
  };
}

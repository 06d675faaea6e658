/** Layouts that reviews taught: which of them a document has, and what a review adds to it. */
import { createHash } from "node:crypto";
import type { Schema } from "#contract/schema/field.ts";
import type { MemoryUsed } from "#contract/task.ts";
import type { Memory } from "#engines/remembered.ts";
import type { Db, Tx } from "#platform/postgres/db.ts";
import { likenessOf } from "#structure/layout/marks.ts";
import { Layout } from "./lesson.ts";
import {
  examplesOf,
  forgetOldest,
  insertLayout,
  lockScope,
  type NewExample,
  putExample,
  type Scope,
  type StoredExample,
} from "./memory.store.ts";
import { nearestExamples } from "./signatures.ts";

/**
 * From this likeness on two documents are of one layout: of 51,210 pairs of documents of different sets one reaches it, two years of a tax
 * form (`npm run bench -- memory`).
 */
export const LIKENESS_MIN = 0.4;
/** Examples whose marks are compared word by word, after their signatures. */
const NEAREST = 8;
/** Examples that are kept of a layout, and used. */
const EXAMPLES_KEPT = 12;
const EXAMPLES_USED = 8;

/** Tasks of a template share what they teach, and tasks with equal schemas. */
export const scopeOf = (template: string | null, schema: Schema): string =>
  template ?? `schema_${createHash("sha256").update(JSON.stringify(schema)).digest("hex").slice(0, 40)}`;

export type Recalled = { memory: Memory; used: MemoryUsed };

/**
 * What is remembered of the layout of a document that is read now; null where the account has no such layout. `question` is what the
 * reader's child asks. `own`: the task and the document, whose own review is no reason to read it so.
 */
export async function recall(
  db: Db,
  scope: Scope,
  question: unknown,
  own: { taskId: string; sha256: string | null },
): Promise<Recalled | null> {
  const layout = Layout.parse(question);
  const isOwn = ({ task_id, lesson }: StoredExample) => task_id === own.taskId || (own.sha256 !== null && lesson.sha256 === own.sha256);
  const near = await nearestLayout(db, scope, layout, isOwn);
  if (!near) return null;
  const examples = (await examplesOf(db, scope.accountId, near.layoutId, EXAMPLES_USED)).filter((each) => !isOwn(each));
  const [last] = examples;
  if (!last) return null;
  const likeness = Math.round(1_000 * near.likeness) / 1_000;
  return {
    memory: { examples: examples.map(({ lesson }) => lesson.example), likeness },
    used: {
      layout_id: near.layoutId,
      likeness,
      examples: examples.length,
      last_task_id: last.task_id,
      last_reviewed_at: last.reviewed_at.toISOString(),
    },
  };
}

export async function nearestLayout(
  db: Db | Tx,
  scope: Scope,
  { marks, signature }: Layout,
  isLeftOut: (example: StoredExample) => boolean,
): Promise<{ layoutId: string; likeness: number } | null> {
  let best: { layoutId: string; likeness: number } | null = null;
  for (const example of await nearestExamples(db, scope, signature, NEAREST)) {
    const likeness = isLeftOut(example) ? 0 : likenessOf(example.lesson.marks, marks);
    if (likeness >= Math.max(LIKENESS_MIN, best?.likeness ?? 0)) best = { layoutId: example.layout_id, likeness };
  }
  return best;
}

/** For each scope how like the layout is to the likest of its reviewed documents, 0..1. `question` is what the reader's child asks. */
export async function likenessByScope(
  db: Db,
  accountId: string,
  scopes: readonly string[],
  question: unknown,
): Promise<Record<string, number>> {
  const layout = Layout.parse(question);
  const likeness: Record<string, number> = {};
  for (const scope of scopes) likeness[scope] = (await nearestLayout(db, { accountId, scope }, layout, () => false))?.likeness ?? 0;
  return likeness;
}

export type Learned = Omit<NewExample, "layoutId">;

/** Adds what a review taught to the layout that its document has, or to a new one. */
export async function remember(tx: Tx, scope: Scope, learned: Learned): Promise<void> {
  const { marks } = learned.lesson;
  await lockScope(tx, scope);
  const near = await nearestLayout(tx, scope, { marks, signature: learned.signature }, ({ task_id }) => task_id === learned.taskId);
  const layoutId = near?.layoutId ?? (await insertLayout(tx, scope));
  await putExample(tx, scope, { ...learned, layoutId });
  await forgetOldest(tx, scope.accountId, layoutId, EXAMPLES_KEPT);
}

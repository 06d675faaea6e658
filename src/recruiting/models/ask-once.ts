/** Asks a model what it has not been asked before: the same question of an account has the same answer while it is kept. */
import { createHash } from "node:crypto";
import { ApiError } from "#contract/errors.ts";
import { TaskFailure } from "#contract/task-errors.ts";
import { askUsable, type Read, UnusableAnswer } from "#platform/models/ask-usable.ts";
import type { ModelAsk } from "#platform/models/call.ts";
import { OverBudget } from "#platform/models/circuit-breaker.ts";
import type { Model } from "#platform/models/models.ts";
import type { Db } from "#platform/postgres/db.ts";
import { findAnswer, keepAnswer } from "./answers.store.ts";

export type AskOnceDeps = { db: Db; retentionDays: number };
type Question = Omit<ModelAsk, "outputTokensMax" | "content"> & { content: string[] };

/** Of a reply of a few lines; thoughts of a reasoning model count as well. */
const OUTPUT_TOKENS_MAX = 8_000;

/** `read` reads what the model says, and what was kept of it. Rejects with TaskFailure. */
export async function askOnce<T extends object>(
  { db, retentionDays }: AskOnceDeps,
  accountId: string,
  model: Model,
  question: Question,
  read: Read<T>,
  signal: AbortSignal,
): Promise<T> {
  const key = createHash("sha256")
    .update(JSON.stringify([model.provider, model.name, question]))
    .digest();
  const kept = await findAnswer(db, accountId, key);
  const known = kept === null ? null : read(JSON.stringify(kept));
  if (known && !("wrong" in known)) return known;
  const answer = await askUsable(model, { ...question, outputTokensMax: OUTPUT_TOKENS_MAX }, read, signal);
  if (answer.cut) throw new UnusableAnswer("output_truncated");
  await keepAnswer(db, accountId, key, answer.reply, Math.max(1, retentionDays));
  return answer.reply;
}

/** As the API reports it; nothing when rules alone were used. */
export function modelUsageOf(model: Model | null): { input_tokens: number; output_tokens: number; cost_usd: number | null } {
  const { inputTokens, outputTokens, costUsd } = model?.usage() ?? { inputTokens: 0, outputTokens: 0, costUsd: 0 };
  return { input_tokens: inputTokens, output_tokens: outputTokens, cost_usd: costUsd };
}

/** Runs `work` for a caller who waits: a used-up budget is 429; a provider that fails is ours to put right, and a 500. */
export async function answeringProviders<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof OverBudget) throw new ApiError("budget_exhausted", { detail: error.publicMessage, cause: error });
    if (error instanceof TaskFailure && (error.code.startsWith("provider_") || error.code === "output_truncated"))
      throw new ApiError("internal", { internal: `${error.message} (${error.publicMessage})`, cause: error });
    throw error;
  }
}

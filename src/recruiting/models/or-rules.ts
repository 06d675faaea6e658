/** Lets the rules answer alone where a model cannot, and says so in a warning. */

import type { Provider } from "#contract/providers.ts";
import type { Warning } from "#contract/task.ts";
import { TaskFailure } from "#contract/task-errors.ts";
import { UnusableAnswer } from "#platform/models/ask-usable.ts";
import { OverBudget } from "#platform/models/circuit-breaker.ts";

/** `answer` null: the rules have to answer alone, and `warnings` says why. */
export type ModelOrRules<T> = { answer: T; warnings: [] } | { answer: null; warnings: [Warning] };

/**
 * Runs `work`, which asks a model of `provider`. A used-up budget and everything that is not the model's or the provider's fault is thrown
 * on. `waits`: a caller waits for the answer, so a provider that is away is not waited for; a job leaves that failure to its next attempt.
 */
export async function orRules<T>(
  { provider, waits }: { provider: Provider; waits: boolean },
  work: () => Promise<T>,
): Promise<ModelOrRules<T>> {
  try {
    return { answer: await work(), warnings: [] };
  } catch (error) {
    const warning = warningOf(error, provider, waits);
    if (warning === null) throw error;
    return { answer: null, warnings: [warning] };
  }
}

function warningOf(error: unknown, provider: Provider, waits: boolean): Warning | null {
  if (error instanceof UnusableAnswer)
    return {
      code: "model_answer_unusable",
      path: null,
      message: "The model's answer was empty, cut off, or had nothing that could be used; the rules alone answered.",
    };
  const isAway = error instanceof TaskFailure && !(error instanceof OverBudget) && error.code.startsWith("provider_");
  if (!isAway || !waits) return null;
  return { code: "provider_fallback", path: null, message: `\`${provider}\` failed (${error.code}); the rules alone answered.` };
}

/**
 * Gets findings for a document from the requested engine, or, where the caller allowed it, from the next of the list when its provider
 * fails.
 */
import type { EngineName } from "#contract/providers.ts";
import { TaskFailure } from "#contract/task-errors.ts";
import type { Answer, Ask, Engine } from "./engine.ts";
import type { UsageMeter } from "./usage-meter.ts";

/** The engine, provider and model that answered. */
export type AnsweredBy = Pick<Answer, "engine" | "provider" | "model">;
export const answeredBy = ({ engine, provider, model }: AnsweredBy): AnsweredBy => ({ engine, provider, model });

const isOfProvider = (failure: TaskFailure) => failure.code.startsWith("provider_");

/** Rejects with the first engine's failure when no engine of the list could answer. */
export async function answerOf<Name extends EngineName>(
  { engineOf, meter }: { engineOf: (name: Name) => Engine; meter: UsageMeter },
  who: { provider: Name; fallback: readonly Name[] },
  ask: Ask,
  signal: AbortSignal,
): Promise<Answer> {
  const failed: { name: Name; failure: TaskFailure }[] = [];
  for (const name of [who.provider, ...who.fallback]) {
    try {
      const engine = engineOf(name);
      meter.watch(() => engine.usage());
      const answer = await engine.extract(ask, signal);
      return { ...answer, warnings: [...failed.map((each) => fallbackWarning(each, name)), ...answer.warnings] };
    } catch (error) {
      if (!(error instanceof TaskFailure) || !isOfProvider(error)) throw error;
      failed.push({ name, failure: error });
    }
  }
  throw failed[0]?.failure ?? new TaskFailure("internal");
}

function fallbackWarning({ name, failure }: { name: EngineName; failure: TaskFailure }, by: EngineName): Answer["warnings"][number] {
  const message = `\`${name}\` failed (${failure.code}); \`${by}\` answered, as the request's \`fallback\` allows.`;
  return { code: "provider_fallback", path: null, message };
}

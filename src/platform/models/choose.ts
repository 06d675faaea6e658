/** Chooses the provider of a request, once, when the request arrives. */
import { ApiError } from "#contract/errors.ts";
import type { EngineName, ProviderName } from "#contract/providers.ts";
import type { Models } from "./models.ts";

export type ChooseDeps = { models: Models; defaultProvider: ProviderName };

/**
 * The requested provider, or the server's default. Throws ApiError 400 when it or one of `fallback` is not configured; 429 when the
 * account's budget is used up and no free provider is allowed as fallback.
 */
export async function chooseProvider<Name extends EngineName>(
  { models, defaultProvider }: ChooseDeps,
  accountId: string,
  asked: Name | null,
  fallback: readonly ProviderName[] = [],
): Promise<Name | ProviderName> {
  const provider: EngineName = asked ?? defaultProvider;
  for (const name of [provider, ...fallback]) if (!isConfigured(name, models)) throw notConfigured(name, models);
  if (![provider, ...fallback].includes("local") && (await models.isOverBudget(accountId)))
    throw new ApiError("budget_exhausted", { retryAfterSeconds: secondsToNextMonth(new Date()) });
  return asked ?? defaultProvider;
}

function isConfigured(name: EngineName, { configured }: Models): boolean {
  if (name === "hybrid") return configured.length > 0;
  return name === "local" || configured.includes(name);
}

function notConfigured(name: EngineName, { configured }: Models): ApiError {
  const others = configured.length === 0 ? "" : ` Configured: ${configured.map((each) => `\`${each}\``).join(", ")}.`;
  if (name === "hybrid") return new ApiError("provider_not_configured", { detail: NO_MODEL });
  const detail = `The provider \`${name}\` is not configured on this server.${others} Leave \`provider\` out, or name \`local\`.`;
  return new ApiError("provider_not_configured", { detail });
}

const NO_MODEL =
  "`hybrid` asks a model for what the local engine is not sure of, and this server has none. Configure one, or name `local`.";

/** Budgets are per calendar month, UTC. */
function secondsToNextMonth(now: Date): number {
  return Math.ceil((Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1) - now.getTime()) / 1000);
}

/** Chooses the provider of a request, once, when the request arrives. */
import { ApiError } from "#contract/errors.ts";
import type { ProviderName } from "#contract/providers.ts";
import type { Models } from "./models.ts";

export type ChooseDeps = { models: Models; defaultProvider: ProviderName };

/**
 * The requested provider, or the server's default. Throws ApiError 400 when it or one of `fallback` is not configured; 429 when the
 * account's budget is used up and no free provider is allowed as fallback.
 */
export async function chooseProvider(
  { models, defaultProvider }: ChooseDeps,
  accountId: string,
  asked: ProviderName | null,
  fallback: readonly ProviderName[] = [],
): Promise<ProviderName> {
  const provider = asked ?? defaultProvider;
  for (const name of [provider, ...fallback]) if (name !== "local" && !models.configured.includes(name)) throw notConfigured(name, models);
  if (![provider, ...fallback].includes("local") && (await models.isOverBudget(accountId)))
    throw new ApiError("budget_exhausted", { retryAfterSeconds: secondsToNextMonth(new Date()) });
  return provider;
}

function notConfigured(name: ProviderName, { configured }: Models): ApiError {
  const others = configured.length === 0 ? "" : ` Configured: ${configured.map((each) => `\`${each}\``).join(", ")}.`;
  const detail = `The provider \`${name}\` is not configured on this server.${others} Leave \`provider\` out, or name \`local\`.`;
  return new ApiError("provider_not_configured", { detail });
}

/** Budgets are per calendar month, UTC. */
function secondsToNextMonth(now: Date): number {
  return Math.ceil((Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1) - now.getTime()) / 1000);
}

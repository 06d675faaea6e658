/** Engines by name. */
import type { ProviderName } from "#contract/providers.ts";
import type { Models } from "#platform/models/models.ts";
import { statingFirst } from "./einvoice/stating.ts";
import type { Engine } from "./engine.ts";
import { openLlmEngine } from "./llm/engine.ts";
import { localEngine } from "./local/engine.ts";

/** `accountId`: the account that pays; null for the command line. Throws TaskFailure when the provider is not configured here. */
export function selectEngine(name: ProviderName, models: Models, accountId: string | null): Engine {
  return name === "local" ? localEngine : statingFirst(openLlmEngine(models.modelFor(name, accountId)));
}

/** Engines by name. */
import type { ProviderName } from "#contract/providers.ts";
import type { Models } from "#platform/models/models.ts";
import type { Engine } from "./engine.ts";
import { openLlmEngine } from "./llm/engine.ts";
import { PROMPT_VERSION } from "./llm/prompt-version.ts";
import { localEngine } from "./local/engine.ts";

/** `accountId`: the account that pays; null for the command line. Throws TaskFailure when the provider is not configured here. */
export function selectEngine(name: ProviderName, models: Models, accountId: string | null): Engine {
  return name === "local" ? localEngine : openLlmEngine(models.modelFor(name, accountId));
}

/** Raise when reading, the local engine or results change their answers, so that cached answers are not used; tests/golden detects it. */
export const ENGINE_VERSION = 13;

/** What determines an engine's answer besides document and request. */
export function engineVersion(name: ProviderName, models: Models): (string | number)[] {
  return name === "local" ? [ENGINE_VERSION, name] : [ENGINE_VERSION, name, models.modelFor(name, null).name, PROMPT_VERSION];
}

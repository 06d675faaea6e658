/** Which engine answers, and what its answers depend on; without the engines themselves, which are loaded where they work. */
import type { EngineName, ProviderName } from "#contract/providers.ts";
import { TaskFailure } from "#contract/task-errors.ts";
import { networksVersion } from "#documents/reading-version.ts";
import type { Models } from "#platform/models/models.ts";
import { PROMPT_VERSION } from "./llm/prompt-version.ts";

/** Raise when reading, the local engine or results change their answers, so that cached answers are not used; tests/golden detects it. */
export const ENGINE_VERSION = 36;

/**
 * The provider whose engine answers, or for `hybrid` completes, a request: of several configured models the first one. Throws TaskFailure
 * when none is configured.
 */
export function vendorOf(name: EngineName, { configured }: Pick<Models, "configured">): ProviderName {
  if (name !== "hybrid") return name;
  const [first] = configured;
  if (first === undefined) throw new TaskFailure("provider_auth", { message: "`hybrid` needs a model, and none is configured here." });
  return first;
}

/** What determines an engine's answer besides document and request. */
export function engineVersion(name: EngineName, models: Models): (string | number)[] {
  const vendor = vendorOf(name, models);
  const reading = [networksVersion()].filter((version) => version !== "");
  return vendor === "local"
    ? [ENGINE_VERSION, ...reading, name]
    : [ENGINE_VERSION, ...reading, name, models.modelFor(vendor, null).name, PROMPT_VERSION];
}

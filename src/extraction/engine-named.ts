/** Every engine by its name. */
import type { EngineName } from "#contract/providers.ts";
import type { Ask, Engine } from "#engines/engine.ts";
import { selectEngine } from "#engines/select.ts";
import { vendorOf } from "#engines/versions.ts";
import type { Models } from "#platform/models/models.ts";
import { openHybridEngine, type Parted, partSure } from "#results/hybrid.ts";

/** `part`: where the local engine's part of `hybrid` runs; in this process by default. Throws TaskFailure as `selectEngine` does. */
export function engineNamed(
  name: EngineName,
  models: Models,
  accountId: string | null,
  part: (ask: Ask, signal: AbortSignal) => Promise<Parted> = partSure,
): Engine {
  return name === "hybrid"
    ? openHybridEngine(selectEngine(vendorOf(name, models), models, accountId), part)
    : selectEngine(name, models, accountId);
}

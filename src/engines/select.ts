/** Engines by name. */
import type { Engine, EngineName } from "./engine.ts";
import { localEngine } from "./local/engine.ts";

/** Throws when this installation does not have the engine. */
export function selectEngine(name: EngineName): Engine {
  if (name === "local") return localEngine;
  throw new Error(`The engine "${name}" is not available here. Available: local.`);
}

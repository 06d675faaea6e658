/** For `node --import`: replaces the engine's weights by those of the file in WEIGHTS_FILE. */
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";

const file = process.env.WEIGHTS_FILE;
if (file === undefined) throw new Error("WEIGHTS_FILE names no file.");
registerHooks({
  load: (url, context, next) =>
    url.endsWith("/engines/local/weights.json") ? { format: "json", source: readFileSync(file), shortCircuit: true } : next(url, context),
});

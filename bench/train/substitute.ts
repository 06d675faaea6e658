/** For `node --import`: the engine decides by the weights of the file that WEIGHTS_FILE names instead of its own. */
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";

const file = process.env.WEIGHTS_FILE;
if (file === undefined) throw new Error("WEIGHTS_FILE names no file.");
registerHooks({
  load: (url, context, next) =>
    url.endsWith("/engines/local/weights.json") ? { format: "json", source: readFileSync(file), shortCircuit: true } : next(url, context),
});

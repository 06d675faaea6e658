import { globSync, readFileSync } from "node:fs";
import { localEngine } from "#engines/local/engine.ts";
import { resultOf } from "#results/extract.ts";
const fields = (await import("./schema30.ts")).SCHEMA;
const only = process.argv[2];
for (const f of globSync("/tmp/einv/cache/*.json").sort()) {
  if (only && !f.includes(only)) continue;
  const document = JSON.parse(readFileSync(f, "utf8"));
  console.log("##", f.slice(16));
  const ask = { document, schema: { fields } } as never;
  const t = performance.now();
  const answer = await localEngine.extract(ask, new AbortController().signal);
  const result = await resultOf(ask, answer);
  if (process.env["SHOW"]) for (const [k, v] of Object.entries(result.fields)) console.log(k, JSON.stringify(v.value), v.status, v.confidence, v.evidence.map((e) => `${e.page}:${e.path ?? e.text}`).join(" "));
  console.log(Math.round(performance.now() - t), "ms", Object.keys(result.fields).length, result.warnings.map((w) => `${w.code} ${w.path ?? ""} ${w.message}`).join(" | "));
}

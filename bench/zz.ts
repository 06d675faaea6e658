import { readFileSync } from "node:fs";
import { cutPlaces, CUT_FEATURES } from "#packets/cut/cut-features.ts";
import { pageFactsOf } from "#packets/pages/page-facts.ts";
for (const id of process.argv.slice(2)) {
  const d = JSON.parse(readFileSync(`/tmp/cache/dev/${id}.json`, "utf8"));
  const facts = pageFactsOf(d);
  for (const f of facts) console.log(id, f.number, f.blank, f.width, f.height, f.source, f.wordCount, JSON.stringify(f.numbering), "T", f.title, f.titleSize.toFixed(2), f.bodySize.toFixed(4), [...f.codes].slice(0, 12).join(" "), "| low", f.startsLow, "open", f.endsOpen);
  for (const { features } of cutPlaces(facts)) console.log(CUT_FEATURES.map((n, i) => `${n} ${features[i]!.toFixed(2)}`).join(" "));
  for (const p of d.pages) console.log("----", p.lines.slice(0, 4).map((l: any) => l.text).join(" ⏎ ").slice(0, 300), " … ", p.lines.slice(-3).map((l: any) => l.text).join(" ⏎ ").slice(-300));
}

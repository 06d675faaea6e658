import { globSync, readFileSync } from "node:fs";
import { invoiceOf, SINGLE_TERMS, valuesOf, membersOf } from "#einvoices/invoice.ts";
import { ALL_GROUPS, faultsOf } from "#einvoices/sums.ts";
const only = process.argv[2];
for (const f of globSync("/tmp/einv/cache/*.json").sort()) {
  if (only && !f.includes(only)) continue;
  const d = JSON.parse(readFileSync(f, "utf8"));
  const inv = invoiceOf(d);
  if (!inv) { console.log(f, "NONE"); continue; }
  const got = SINGLE_TERMS.flatMap((t) => { const v = valuesOf(t, inv); return v.length ? [`${t.id}=${v.map((x) => x.text).join(" ¦ ")}`] : []; });
  console.log(f.slice(16), got.length, ALL_GROUPS.map((g) => `${g.id}:${membersOf(g, inv).length}`).join(" "), faultsOf(inv).map((x) => x.message).join(" "));
  if (only) { console.log(got.join("\n")); for (const g of ALL_GROUPS) for (const n of membersOf(g, inv)) console.log(g.id, g.terms.flatMap((t) => valuesOf(t, inv, n).map((v) => `${t.id}=${v.text}`)).join("; ")); }
}

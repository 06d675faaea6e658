/**
 * `npm run bench` runs all; `npm run bench -- submit latency` some;
 * `npm run bench -- accuracy|docubench|einvoices|hostile|marks|memory|packets|printed-numbers|redaction|resumes|suggest|thresholds --data DIR` reads documents;
 * `npm run bench -- evaluations --judged DIR` scores résumés that a reader has judged; `blinding --planted FILE` counts what blinding leaves;
 * `npm run bench -- formats` tells time and memory of a reader for a file of each type;
 * `npm run bench -- personas` generates and reads résumés of invented people; `npm run bench -- peers` measures alternatives.
 */
import { CHROMIUM } from "../tests/support/chromium.ts";
import { accuracy } from "./accuracy/accuracy.ts";
import { docubench } from "./accuracy/docubench/docubench.ts";
import { thresholds } from "./accuracy/thresholds.ts";
import { eventLoop, largeBodies } from "./api.ts";
import { batch } from "./batch.ts";
import { blinding } from "./blinding.ts";
import { claim } from "./claim.ts";
import { costs } from "./costs.ts";
import { dashboard } from "./dashboard.ts";
import { eInvoices } from "./einvoices/einvoices.ts";
import { evaluations } from "./evaluations.ts";
import { formats } from "./formats.ts";
import { hostile } from "./hostile.ts";
import { jobs } from "./jobs.ts";
import { latency } from "./latency.ts";
import { lookups } from "./lookups.ts";
import { marks } from "./marks.ts";
import { memory } from "./memory/memory.ts";
import { nodes } from "./nodes/nodes.ts";
import { ocr } from "./ocr.ts";
import { packets } from "./packets/packets.ts";
import { peers } from "./peers/peers.ts";
import { personas } from "./personas/personas.ts";
import { printedNumbers } from "./printed-numbers.ts";
import { providerLatency, providerThroughput } from "./providers.ts";
import { redaction } from "./redaction.ts";
import { type Finding, print, writeJson } from "./report.ts";
import { resumes } from "./resumes.ts";
import { rows } from "./rows.ts";
import { simulation } from "./simulation.ts";
import { slope } from "./slope.ts";
import { starts } from "./starts.ts";
import { statusReads } from "./status-reads.ts";
import { submit } from "./submit.ts";
import { suggest } from "./suggest.ts";
import { throughput } from "./throughput.ts";
import { uploads } from "./uploads.ts";
import { workers } from "./workers.ts";

const BENCHES: Record<string, () => Promise<Finding>> = {
  submit,
  statusReads,
  throughput,
  workers,
  costs,
  batch: () => batch(dataFolder),
  latency,
  nodes,
  rows: () => rows(rowsAsked),
  claim,
  lookups,
  eventLoop,
  largeBodies,
  slope,
  starts: () => starts(),
  ocr,
  providerLatency,
  providerThroughput,
  uploads,
  dashboard,
};

/** `npm run bench -- rows 5000000`. */
const rowsAsked = process.argv[2] === "rows" && process.argv[3] ? Number(process.argv[3]) : undefined;
/** `npm run bench -- batch --data DIR`: the PDFs of that folder instead of the samples. */
const dataFolder = process.argv[3] === "--data" ? process.argv[4] : undefined;
const [first, ...rest] =
  process.argv[3] === "--data" && process.argv[2] === "batch" ? ["batch"] : rowsAsked === undefined ? process.argv.slice(2) : ["rows"];
if (first === "accuracy") await accuracy(rest);
else if (first === "docubench") await docubench(rest);
else if (first === "memory") await memory(rest);
else if (first === "thresholds") await thresholds(rest);
else if (first === "blinding") blinding(rest);
else if (first === "evaluations") await evaluations(rest);
else if (first === "einvoices") await eInvoices(rest);
else if (first === "formats") await formats();
else if (first === "hostile") await hostile(rest);
else if (first === "jobs") await jobs(rest);
else if (first === "marks") await marks(rest);
else if (first === "packets") await packets(rest);
else if (first === "peers") await peers();
else if (first === "simulation") simulation();
else if (first === "personas") await personas(rest);
else if (first === "printed-numbers") await printedNumbers(rest);
else if (first === "redaction") await redaction(rest);
else if (first === "resumes") await resumes(rest);
else if (first === "suggest") await suggest(rest);
else if (first === "starts" && rest[0] === "--against") print(await starts(rest[1]));
else {
  // Without Chromium the dashboard is left out unless it is asked for.
  const all = Object.keys(BENCHES).filter((name) => name !== "dashboard" || CHROMIUM !== undefined);
  const names = first === undefined ? all : [first, ...rest];
  const findings: Finding[] = [];
  for (const name of names) {
    const bench = BENCHES[name];
    if (!bench) throw new Error(`There is no bench ${name}. There are: ${Object.keys(BENCHES).join(", ")}, accuracy.`);
    const finding = await bench();
    print(finding);
    findings.push(finding);
  }
  process.stdout.write(`Written to ${await writeJson(findings)}\n`);
}
process.exit(process.exitCode ?? 0);

/** Generates docs/benchmarks.md from recorded results (bench/accuracy/docubench); with `--check` it only compares. */
import { readFile, writeFile } from "node:fs/promises";
import published from "../bench/accuracy/docubench/published.json" with { type: "json" };
import { type Recorded, recorded } from "../bench/accuracy/docubench/record.ts";

const FILE = new URL("../docs/benchmarks.md", import.meta.url);
const PAPER = new Set(["pdf", "png", "jpeg"]);

type Scores = Readonly<Record<string, number>>;
type Column = { name: string; scores: Scores };

const { local, model } = recorded();
if (!local || !model) throw new Error("bench/accuracy/docubench/recorded.json lacks a result: run the bench `docubench` with --record.");

const others = Object.entries(published.systems).map(([system, name]): Column => {
  const entries = published.documents.map(({ id, scores }) => [id, scores[system as keyof typeof scores]] as const);
  return { name, scores: Object.fromEntries(entries) };
});
const columns: Column[] = [{ name: "Winnow, model", scores: model.scores }, { name: "Winnow, local", scores: local.scores }, ...others];

const row = (cells: (string | number)[]) => `| ${cells.join(" | ")} |`;
const table = (head: string[], rows: (string | number)[][]) => [row(head), row(head.map(() => "---")), ...rows.map(row)].join("\n");
const shown = (score: number | undefined) => (score === undefined ? "" : score.toFixed(1));

/** A document that was not read counts as 0. */
function mean(scores: Scores, ids: readonly string[]): string {
  return (ids.reduce((sum, id) => sum + (scores[id] ?? 0), 0) / ids.length).toFixed(1);
}

const paper = published.documents.filter(({ type }) => PAPER.has(type));
const idsOf = (documents: readonly { id: string }[]) => documents.map(({ id }) => id);
const head = ["", ...columns.map(({ name }) => name)];
const means = (label: string, documents: readonly { id: string }[]) => [
  label,
  ...columns.map(({ scores }) => mean(scores, idsOf(documents))),
];
const perDocument = published.documents.map(({ id, title, type }) => [
  `${title} (${type}, \`${id}\`)`,
  ...columns.map(({ scores }) => shown(scores[id])),
]);

function sentence(name: string, { date, versions, found, usage }: Recorded): string {
  const { engine, confidence, prompt } = versions;
  const asked = prompt === null ? "" : `, prompts ${prompt}`;
  const tokens = prompt === null ? "" : `; ${perPage(usage.input_tokens)} tokens in and ${perPage(usage.output_tokens)} out a page`;
  const wrong = ((100 * found.wrong) / Math.max(1, found.found)).toFixed(1);
  const values = `${found.found} values as \`found\`, of which ${found.wrong} (${wrong} %) are not what the labels say`;
  function perPage(count: number): number {
    return Math.round(count / Math.max(1, usage.pages));
  }
  return `- ${name}: ${date}, engine ${engine}, confidence ${confidence}${asked}; ${usage.pages} pages${tokens}; ${values}.`;
}

const text = `# Benchmarks

Printed by \`npm run benchmarks\` from recorded results; do not edit by hand. \`npm run bench -- docubench --data DIR --record\` measures anew.

## DocuBench

[DocuBench](https://github.com/DocuPipe/DocuBench) is a public benchmark: a document, a JSON Schema, and labels checked by hand. Winnow was developed on ${published.documents.length} of its documents,
those below; the others it has not seen, and [other documents](accuracy.md#on-documents-that-were-not-used-in-development) tell what to expect of them. The score of a document is
the share of its values that are right, rows of a table paired with those that are most alike. ${published.source}.

${table(head, [means(`${paper.length} PDFs and pictures`, paper), means(`all ${published.documents.length} documents`, published.documents)])}

- **Winnow, model**: what the service sends to a model was answered by Claude, from the requests alone and without sight of the labels. Requests and answers went through
  a stand-in for a vendor's API, so figures with a vendor's model of your choice will differ: [measure them](providers.md) with \`winnow measure\`. Answers to an earlier wording of a
  request are kept where its lines of the document are the same.
- **Winnow, local**: the engine without a model, which is the default. These are documents of kinds that it does not know.
- The other columns are the results that the benchmark publishes. DocuPipe makes the benchmark.
- Types that extraction does not take count as 0 for Winnow, and are empty below.

${sentence("Winnow, model", model)}
${sentence("Winnow, local", local)}

### By document

${table(head, perDocument)}
`;

if (process.argv.includes("--check")) {
  if ((await readFile(FILE, "utf8").catch(() => "")) !== text) {
    process.stderr.write("docs/benchmarks.md is not what was recorded. Run `npm run benchmarks` and commit it.\n");
    process.exit(1);
  }
} else {
  await writeFile(FILE, text);
}

/** The candidate's report as a page to read or print: one file without scripts or links, whose texts are escaped. */
import type { NOT_COUNTED_REASONS } from "#contract/recruiting/evaluate.ts";
import type { CandidateReport } from "#contract/recruiting/report.ts";
import { type Html, html, styleElement } from "./html.ts";
import { PAGE_POLICY, REPORT_STYLE } from "./report-style.ts";

type Skill = CandidateReport["skills"][number];

export function reportPage(report: CandidateReport): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${PAGE_POLICY}">
<meta name="robots" content="noindex">
<title>How your application was scored: ${report.position_title}</title>
${styleElement(REPORT_STYLE)}
</head>
<body>
<main>
${headOf(report)}
<h2>Skills and results</h2>
${report.skills.map(skillOf)}
${howOf(report)}
<h2>What was not used</h2>
<p>These are removed from the text before it is scored, by rules. Rules can miss what is said in an unusual way.</p>
<ul class="columns">${report.not_used.map((each) => html`<li>${each}</li>`)}</ul>
<h2>Ask for a review or a correction</h2>
${contactOf(report)}
<h2>To match this report with the employer’s records</h2>
<dl class="small">
<dt>Application</dt><dd><code>${report.application_id}</code></dd>
<dt>Evaluation</dt><dd><code>${report.evaluation_id}</code></dd>
<dt>SHA-256 of the evaluation</dt><dd><code>${report.evaluation_sha256}</code></dd>
<dt>SHA-256 of the résumé</dt><dd><code>${report.document_sha256}</code></dd>
</dl>
</main>
</body>
</html>
`.text;
}

const headOf = (report: CandidateReport): Html => html`<h1>How your application was scored</h1>
<p class="lead">Position: <strong dir="auto">${report.position_title}</strong></p>
<p>This report says which skills were looked for in your résumé, which of its words counted, and how the scores came about. It does not say what the employer decided.</p>
<dl>
<dt>Overall score</dt><dd><strong>${report.overall_score} of 100</strong>: the mean of the skills, of which required ones count twice</dd>
<dt>Scored on</dt><dd>${timeOf(report.evaluated_at)}</dd>
<dt>Report made on</dt><dd>${timeOf(report.created_at)}</dd>
</dl>`;

const TIME = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });
const timeOf = (at: string): Html => html`<time datetime="${at}">${TIME.format(new Date(at))} UTC</time>`;

function skillOf(skill: Skill, index: number): Html {
  const id = `skill-${index + 1}`;
  return html`<section class="skill" aria-labelledby="${id}">
<div class="head"><h3 id="${id}"><bdi>${skill.name}</bdi> <span class="kind">${skill.required ? "required" : "nice to have"}</span></h3>
<p class="score"><strong>${skill.score}</strong> of 100</p></div>
<svg class="bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"><rect width="100" height="4"/><rect class="full" width="${skill.score}" height="4"/></svg>
${evidenceOf(skill)}
${notCountedOf(skill)}
<p><strong>What would have changed the score:</strong> ${skill.would_change}</p>
<p class="small muted">Calculation: ${skill.calculation}. The reading is ${skill.confidence} % certain.</p>
</section>
`;
}

function evidenceOf({ evidence, statement }: Skill): Html {
  if (evidence.length === 0) return html`<p>${statement}</p>`;
  const quotes = evidence.map(
    ({ text, page }) =>
      html`<li><q dir="auto">${text}</q>${page === null ? null : html` <span class="small muted">page ${page}</span>`}</li>`,
  );
  return html`<p>Words of your résumé that counted, strongest first (“…” stands for words that were hidden before scoring):</p>
<ul class="quotes">${quotes}</ul>`;
}

const REASONS: Record<(typeof NOT_COUNTED_REASONS)[number], string> = {
  negated: "it says that the skill is missing",
  wish: "it is a wish or a plan",
  copied_from_job: "it is copied from the job ad",
  somebody_else: "it is about another person",
  ambiguous: "the word means something else here",
};

function notCountedOf({ not_counted }: Skill): Html | null {
  if (not_counted.length === 0) return null;
  const lines = not_counted.map(({ text, reason }) => html`<li><q dir="auto">${text}</q>: ${REASONS[reason]}</li>`);
  return html`<p>Did not count:</p><ul>${lines}</ul>`;
}

function howOf({ judged_by, model, provider, rules_version, taxonomy_version, remarks }: CandidateReport): Html {
  const judged =
    judged_by === "rules"
      ? html`<p>Rules alone computed the scores. No language model judged your résumé.</p>`
      : html`<p>A language model (<bdi>${model}</bdi> of ${provider}) chose lines of your résumé and gave each skill a level. It saw the text without what is listed below. Rules then computed the scores.</p>`;
  return html`<h2>How it was scored</h2>
${judged}
<p>No person has changed a score: the software has no way to do so.</p>
<dl><dt>Version of the rules</dt><dd>${rules_version}</dd><dt>Version of the skills list</dt><dd>${taxonomy_version}</dd></dl>
${remarks.length === 0 ? null : html`<p>Also found:</p><ul>${remarks.map((each) => html`<li>${each}</li>`)}</ul>`}`;
}

function contactOf({ review_contact }: CandidateReport): Html {
  const ask = "You may ask that a person looks at your application, and say what is wrong in what was read or scored.";
  if (review_contact === null) return html`<p>${ask} Write to the employer that you applied to, and send this report along.</p>`;
  return html`<p>${ask} Send this report along.</p>
<p class="contact" dir="auto">${review_contact}</p>`;
}

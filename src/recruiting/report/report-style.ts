/** The styles of the candidate's report: on screens in light and dark, and on paper. */
import { createHash } from "node:crypto";

export const REPORT_STYLE = `
:root { color-scheme: light dark; --ink: #1c1b19; --muted: #5d5a54; --line: #dad6ce; --page: #fff; --soft: #f6f4f0; --accent: #2a5fb0; }
@media screen and (prefers-color-scheme: dark) {
  :root { --ink: #ebe8e3; --muted: #aaa59c; --line: #45413b; --page: #1b1a18; --soft: #262421; --accent: #8fb7f5; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 1rem/1.55 system-ui, "Segoe UI", "Noto Sans", sans-serif; }
main { max-width: 46rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; overflow-wrap: anywhere; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 0.5rem; }
h2 { font-size: 1.2rem; margin: 2.5rem 0 0.75rem; padding-top: 1.25rem; border-top: 1px solid var(--line); }
h3 { font-size: 1.05rem; margin: 0; }
p { margin: 0.5rem 0; }
ul { margin: 0.5rem 0; padding-left: 1.25rem; }
.lead { font-size: 1.1rem; }
.muted, .kind { color: var(--muted); font-weight: 400; }
.skill { margin: 1rem 0; padding: 1rem 1.25rem; border: 1px solid var(--line); border-radius: 0.75rem; break-inside: avoid; }
.head { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; justify-content: space-between; align-items: baseline; }
.score { margin: 0; font-variant-numeric: tabular-nums; white-space: nowrap; }
.score strong { font-size: 1.25rem; }
.bar { display: block; width: 100%; height: 0.5rem; margin: 0.5rem 0 0.75rem; }
.bar rect { fill: var(--line); }
.bar .full { fill: var(--accent); }
.quotes { list-style: none; padding: 0; }
.quotes li { margin: 0.4rem 0; padding: 0.35rem 0.75rem; border-left: 3px solid var(--accent); background: var(--soft); }
.small { font-size: 0.875rem; }
.columns { columns: 18rem; column-gap: 2rem; }
.columns li { break-inside: avoid; }
dl { display: grid; grid-template-columns: minmax(9rem, max-content) 1fr; gap: 0.35rem 1.25rem; margin: 1rem 0; }
dt { color: var(--muted); }
dd { margin: 0; }
code { font: 0.875rem/1.4 ui-monospace, "DejaVu Sans Mono", monospace; }
.contact { white-space: pre-line; padding: 0.75rem 1rem; background: var(--soft); border-radius: 0.5rem; }
@media (max-width: 32rem) { dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: 0.6rem; } main { padding-top: 1.5rem; } }
@media print { main { max-width: none; padding: 0; } body { font-size: 10.5pt; } h2 { break-after: avoid; } .quotes li, .contact { background: none; } }
`;

/** Of the style, for a Content-Security-Policy that allows this style and nothing else. */
const STYLE_HASH = createHash("sha256").update(REPORT_STYLE).digest("base64");

/** In the page too, for copies of it. `frame-ancestors` counts in headers only. */
export const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'`;
export const REPORT_POLICY = `${PAGE_POLICY}; frame-ancestors 'none'`;

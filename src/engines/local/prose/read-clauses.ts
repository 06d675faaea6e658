/** Candidates from sentences that match a clause. */
import { append } from "#documents/long-lists.ts";
import type { Leaf } from "#engines/local/leaves.ts";
import type { Value } from "#engines/local/page/values-in.ts";
import type { Features } from "#engines/local/weights.ts";
import { CLAUSES, type Clause } from "./clauses.ts";
import type { RunningText } from "./running-text.ts";

const CONTEXT_CHARACTERS = 170;
const HITS_MAX = 40;

export function readClauses(leaf: Leaf, running: RunningText): { value: Value; features: Features }[] {
  const found: { value: Value; features: Features }[] = [];
  for (const concept of leaf.concepts.slice(0, 2)) {
    for (const clause of CLAUSES[concept] ?? []) append(found, hitsOf(clause, running));
  }
  return found;
}

function hitsOf(clause: Clause, running: RunningText): { value: Value; features: Features }[] {
  const text = clause.within === undefined ? running.text : running.text.slice(0, clause.within);
  const found: { value: Value; features: Features }[] = [];
  for (const hit of text.matchAll(clause.pattern)) {
    const raw = hit.groups?.value;
    if (raw === undefined || found.length >= HITS_MAX) continue;
    const start = hit.index + hit[0].lastIndexOf(raw);
    const value = running.valueAt(start, start + raw.length);
    if (!value) continue;
    const around = running.text.slice(Math.max(0, hit.index - CONTEXT_CHARACTERS), start + raw.length + CONTEXT_CHARACTERS / 2);
    const features: Features = {
      clause: clause.weight,
      clauseSupported: clause.supports?.test(around) ? 1 : 0,
      clauseOpposed: clause.opposes?.test(around) ? 1 : 0,
      early: 1 - start / running.text.length,
    };
    found.push({ value, features });
  }
  return found;
}

/** Which of the hints from reviewed documents a prompt has room for. */
import type { Hint } from "#engines/remembered.ts";
import type { FieldList } from "./fields.ts";
import { hintsText } from "./prompt.ts";
import { tokensIn } from "./tokens.ts";
import type { Window } from "./windows.ts";

/** Of the tokens that a call has for lines, of which hints take their part. */
const SHARE_MAX = 0.15;
const TOKENS_MAX = 1_000;

/** Those of the fields that are asked for, up to the share of `spareTokens` that hints may take; `tokens`: what all of them take. */
export function fittingHints(
  hints: readonly Hint[],
  { byPath }: FieldList,
  spareTokens: number,
  marker: string,
): { hints: Hint[]; tokens: number } {
  const tokensMax = Math.min(TOKENS_MAX, SHARE_MAX * spareTokens);
  const fitting = { hints: [] as Hint[], tokens: 0 };
  for (const hint of hints.filter(({ path }) => byPath.has(path))) {
    const tokens = tokensIn(hintsText(marker, [...fitting.hints, hint]));
    if (tokens > tokensMax) break;
    fitting.hints.push(hint);
    fitting.tokens = tokens;
  }
  return fitting;
}

/** Those whose lines the window shows, and those that name none. */
export function hintsFor(hints: readonly Hint[], { lines, context }: Window): Hint[] {
  const shown = new Set([...lines, ...context].map(({ page, number }) => `${page} ${number}`));
  return hints.filter((hint) => hint.kind === "absent" || shown.has(`${hint.page} ${hint.line}`));
}

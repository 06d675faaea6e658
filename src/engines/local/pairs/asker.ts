/** A field with what is computed once to compare it with every text. */
import type { Leaf } from "#engines/local/leaves.ts";
import { examplesOf } from "#engines/local/match/examples.ts";
import { calledOf, type Likeness, likenessTo } from "#engines/local/match/likeness.ts";
import type { LikeWord } from "#engines/local/match/words.ts";
import { nameTokens, tokensOf } from "#language/fold.ts";
import { partAskedBy } from "./address-parts.ts";
import { type Asked, isCode } from "./asked.ts";
import { asksMeasure } from "./counted.ts";
import { asksAddressee, asksIssuer, asksName } from "./issuers.ts";
import { asksEnd, asksStart } from "./ranges.ts";
import type { Span } from "./spans.ts";

export type Asker = Asked & { like: (id: string, units: readonly string[]) => Likeness; isPrinted: (span: Span) => boolean };

export function askerOf(leaf: Leaf, likeWord: LikeWord): Omit<Asker, "isPrinted"> {
  const called = calledOf(leaf.field, leaf.parents);
  const likeTo = likenessTo(called, likeWord);
  const known = new Map<string, Likeness>();
  const like = (id: string, units: readonly string[]): Likeness => {
    const kept = known.get(id);
    if (kept) return kept;
    const found = likeTo(units);
    known.set(id, found);
    return found;
  };
  const words = [...nameTokens(leaf.field.name), ...tokensOf(leaf.field.description ?? "")];
  const asked = [...words, ...leaf.parents.flatMap(nameTokens)];
  const examples = examplesOf(leaf.field);
  return {
    leaf,
    called,
    words,
    examples,
    codes: words.filter(isCode),
    asksName: asksName(leaf),
    asksMeasure: asksMeasure(leaf.field.name),
    part: partAskedBy(leaf),
    asksIssuer: asksIssuer(asked),
    asksAddressee: asksAddressee(asked),
    asksStart: asksStart(leaf.kind, words),
    asksEnd: asksEnd(leaf.kind, words),
    like,
  };
}

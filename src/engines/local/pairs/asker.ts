/** A field with what is computed once to compare it with every text. */
import { memoByNumber } from "#contract/memo.ts";
import type { Leaf } from "#engines/local/leaves.ts";
import { examplesOf } from "#engines/local/match/examples.ts";
import { calledOf, type Likeness, likenessTo } from "#engines/local/match/likeness.ts";
import type { LikeWord } from "#engines/local/match/words.ts";
import { nameTokens, tokensOf } from "#language/fold.ts";
import { meaningsOf } from "#language/thesaurus.ts";
import { partAskedBy } from "./address-parts.ts";
import { type Asked, isCode } from "./asked.ts";
import { asksMeasure, asksShare } from "./counted.ts";
import { asksFullName, partAsked } from "./full-names.ts";
import { asksAddressee, asksIssuer, asksName } from "./issuers.ts";
import { asksEnd, asksStart } from "./ranges.ts";
import type { Span } from "./span.ts";
import type { Text } from "./texts.ts";

export type Asker = Asked & { like: (text: Text) => Likeness; isPrinted: (span: Span) => boolean };

/** Not "land", which has other meanings. */
const meansCountry = (word: string): boolean => meaningsOf(word).join() === "country";
const meansCode = (word: string): boolean => meaningsOf(word).includes("code");

export function askerOf(leaf: Leaf, likeWord: LikeWord): Omit<Asker, "isPrinted"> {
  const called = calledOf(leaf.field, leaf.parents);
  const likeTo = likenessTo(called, likeWord);
  const like = memoByNumber(({ words }: Text) => likeTo(words));
  const name = nameTokens(leaf.field.name);
  const words = [...name, ...tokensOf(leaf.field.description ?? "")];
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
    asksShare: asksShare(leaf),
    asksFullName: asksFullName(leaf),
    namePart: partAsked(leaf),
    asksCountry: leaf.kind === "text" && name.some(meansCountry) && !name.some(meansCode),
    part: partAskedBy(leaf),
    asksIssuer: asksIssuer(asked),
    asksAddressee: asksAddressee(asked),
    asksStart: asksStart(leaf.kind, words),
    asksEnd: asksEnd(leaf.kind, words),
    like,
  };
}

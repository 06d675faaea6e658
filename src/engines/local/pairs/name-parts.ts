/** First and last names within a name that begins with a title: "Mr Joe Example". */
import type { Word } from "#documents/document.ts";
import { isTitle, NAME_WORD, NAME_WORDS_MAX, type NamePart, partRange } from "#engines/local/candidates/person-names.ts";
import type { Span } from "./span.ts";

/** 1 where the span is the part of such a name that is asked for, -1 where it is other words of it, 0 elsewhere. */
export function titledPart({ cell: { words }, from, to }: Span, asked: NamePart | null): number {
  if (asked === null) return 0;
  const start = words.findLastIndex(({ text }, at) => at <= from && isTitle(text)) + 1;
  const end = start === 0 ? 0 : nameEnd(words, start);
  if (end - start < 2 || end - start > NAME_WORDS_MAX || to > end) return 0;
  const range = partRange(asked, start, end);
  return from === range[0] && to === range[1] ? 1 : -1;
}

/** Behind the last word of the name that begins at `start`; `start` where a particle is in it, as in "van Example", which parts differently. */
function nameEnd(words: readonly Word[], start: number): number {
  for (let at = start; at < words.length; at++) {
    const text = words[at]?.text ?? "";
    if (/^\p{Ll}{1,3}$/u.test(text) && NAME_WORD.test(words[at + 1]?.text ?? "")) return start;
    const bare = text.replace(/[,;:]$/, "");
    if (isTitle(text) || !NAME_WORD.test(bare)) return at;
    if (bare !== text) return at + 1;
  }
  return words.length;
}

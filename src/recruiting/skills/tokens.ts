/** Text as tokens: words as they are compared, with their place. C++, C#, .NET, Node.js and R&D are one token each. */

export type Token = {
  /** As written. */
  raw: string;
  /** Lower case, without accents and invisible characters. */
  fold: string;
  /** Offsets in the text, in UTF-16 units; `to` is exclusive. */
  from: number;
  to: number;
  /** What stands between the token before and this one. */
  gap: string;
  /** Whether the gap lets one phrase go on: a space, a line break, a hyphen, a slash. */
  joined: boolean;
};

const TOKEN =
  /(?<![\p{L}\p{N}])\.NET(?![\p{L}\p{N}])|[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}\u00ad]|\.(?=(?:js|net|io)(?![\p{L}\p{N}]))|&(?=[A-Z](?![\p{L}\p{N}])))*(?:(?<=\p{L})(?:\+\+\d{0,2}|[+#])(?![\p{L}\p{N}]))?/giu;
const JOIN = /^(?:[ \t\u00a0]+|[ \t\u00a0]*\n[ \t\u00a0]*|[ \t\u00a0]*[/&][ \t\u00a0]*|[-‐‑'’\u0092.]|-\n)$/;
/** Longer gaps are not looked at. */
const GAP_CHARS_MAX = 12;

export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    const gap = text.slice(end, match.index);
    end = match.index + match[0].length;
    // The s of "driver's" adds nothing.
    if (/^['’\u0092]$/.test(gap) && /^s$/i.test(match[0])) continue;
    const joined = tokens.length > 0 && gap.length <= GAP_CHARS_MAX && JOIN.test(gap.replace(/^['’\u0092]s /i, " "));
    tokens.push({ raw: match[0], fold: foldWord(match[0]), from: match.index, to: end, gap, joined });
  }
  return tokens;
}

const PLAIN = /^[a-z0-9]+$/;

/** Lower case, compatibility forms resolved, accents and soft hyphens gone, ß as ss. */
export function foldWord(word: string): string {
  const lower = word.toLowerCase();
  if (PLAIN.test(lower)) return lower;
  return lower
    .normalize("NFKD")
    .replace(/[\p{M}\u00ad]/gu, "")
    .replaceAll("ß", "ss");
}

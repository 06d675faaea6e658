/** Splits text into tokens: normalised words with their position. C++, C#, .NET, Node.js and R&D are one token each. */

export type Token = {
  /** As written. */
  raw: string;
  /** Lower case, without accents and invisible characters. */
  fold: string;
  /** Offsets in the text, in UTF-16 units; `to` is exclusive. */
  from: number;
  to: number;
  /** The text between the previous token and this one. */
  gap: string;
  /** Whether a phrase may continue across the gap: a space, a line break, a hyphen, a slash. */
  joined: boolean;
};

const TOKEN =
  /(?<![\p{L}\p{N}])\.NET(?![\p{L}\p{N}])|[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}\u00ad]|\.(?=(?:js|net|io)(?![\p{L}\p{N}]))|&(?=[A-Z](?![\p{L}\p{N}])))*(?:(?<=\p{L})(?:\+\+\d{0,2}|[+#])(?![\p{L}\p{N}]))?/giu;
/** "…" at the end of a word is what blinding leaves of its ending. */
const JOIN = /^(?:…?[ \t\u00a0]+|[ \t\u00a0]*\n[ \t\u00a0]*|[ \t\u00a0]*[/&][ \t\u00a0]*|[-‐‑'’\u0092.]|-\n)$/;
/** Longer gaps never continue a phrase. */
const GAP_CHARS_MAX = 12;

export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    const gap = text.slice(end, match.index);
    end = match.index + match[0].length;
    // The possessive s of "driver's" is dropped.
    if (/^['’\u0092]$/.test(gap) && /^s$/i.test(match[0])) continue;
    const joined = tokens.length > 0 && gap.length <= GAP_CHARS_MAX && JOIN.test(gap.replace(/^['’\u0092]s /i, " "));
    if (!UNSPACED.test(match[0])) tokens.push({ raw: match[0], fold: foldWord(match[0]), from: match.index, to: end, gap, joined });
    else for (const token of byScript(match[0], match.index, gap, joined)) tokens.push(token);
  }
  return tokens;
}

/** Scripts that write a foreign word without a space around it: `使用Python开发`, `Java로`. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々]/u;
const RUNS = new RegExp(`(?:${UNSPACED.source}\\p{M}*)+|(?:(?!${UNSPACED.source})[^])+`, "gu");

function byScript(word: string, from: number, gap: string, joined: boolean): Token[] {
  return [...word.matchAll(RUNS)].map(({ 0: raw, index }) => {
    const place = { from: from + index, to: from + index + raw.length };
    return { raw, fold: foldWord(raw), ...place, ...(index === 0 ? { gap, joined } : { gap: "", joined: true }) };
  });
}

const PLAIN = /^[a-z0-9]+$/;

/** Accents of Latin, Greek and Cyrillic, vowel points of Arabic and Hebrew. Marks of other scripts are letters: कि is not की, が not か. */
const ACCENTS = /[\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u064b-\u065f\u0670\u00ad]/g;

/** Lower case, compatibility forms resolved, accents and soft hyphens gone, ß as ss. */
export function foldWord(word: string): string {
  const lower = word.toLowerCase();
  if (PLAIN.test(lower)) return lower;
  return lower.normalize("NFKD").replace(ACCENTS, "").replaceAll("ß", "ss");
}

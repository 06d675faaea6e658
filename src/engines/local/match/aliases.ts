/** Labels that a description quotes: "Number of the cash register (Kasse)", "the amount under 'Saldo'". */

/** Bracketed words that are no label: an example, a form, a condition, an exclusion. */
const NO_LABEL =
  /^(?:e\.?g|i\.?e|for example|such as|like|not|no|without|excluding|excl|if|when|where|one of|either|yes|as |in |only|optional|may|can|usually|format|formatted|three|two|the (?:first|last)|including|incl)\b|YYYY|[|=;]/iu;
const BRACKETED = /\(([^()]{2,40})\)/gu;
const QUOTED = /["“„'‘«]([\p{L}\p{N}][^"”“'’»]{1,40})["”“'’»](?!\p{L})/gu;
/** A word of another script than Latin: in a description in Latin letters it is what the page prints. */
const OTHER_SCRIPT =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Thai}]{2,20}/gu;
const IN_LATIN = /\p{Script=Latin}{3}/u;
const WORDS_MAX = 5;

/** The quoted texts, in order, each at most five words long, and words of another script than the description's. */
export function aliasesIn(description: string): string[] {
  const quoted = [...description.matchAll(BRACKETED), ...description.matchAll(QUOTED)].flatMap(([, text = ""]) => text.split(" / "));
  const found = quoted
    .map((text) => text.trim())
    .filter((text) => /\p{L}/u.test(text) && text.split(/\s+/).length <= WORDS_MAX && !NO_LABEL.test(text));
  const foreign = IN_LATIN.test(description) ? (description.match(OTHER_SCRIPT) ?? []) : [];
  return [...new Set([...found, ...foreign])];
}

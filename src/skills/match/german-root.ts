/** The common root of the forms of a German verb and its noun: "geleitet", "leitete", "leiten" and "Leitung" have "leit". */

const PREFIXES = "ab|an|auf|aus|bei|durch|ein|fort|her|hin|mit|nach|vor|weg|weiter|zu|zusammen|um";
const PARTICIPLE = new RegExp(`^(${PREFIXES})?ge(?=\\p{L}{3,}(?:t|en|te|ten)$)`, "u");
/** Of the infinitive with "zu": "anzuleiten". */
const INFINITIVE = new RegExp(`^(${PREFIXES})zu(?=\\p{L}{3,}en$)`, "u");
const ENDING = /(?:ierungen|ierung|ierten|ierte|ierend|ieren|iert|ungen|ung|eten|ete|et|te|en|er|st|t|e|n|s)$/;
const ROOT_CHARS_MIN = 3;
/** In roots of at most this length a final t is part of the root, as in "leit". */
const T_ROOT_CHARS_MAX = 4;

/** A prefix that German moves to the end of the clause: "wertete Daten aus". */
export const isSeparable = (fold: string): boolean => SEPARABLE.has(fold);
const SEPARABLE: ReadonlySet<string> = new Set(PREFIXES.split("|"));

/** `fold` is a folded word; shorter roots are not cut. */
export function germanRoot(fold: string): string {
  const bare = fold.replace(PARTICIPLE, "$1").replace(INFINITIVE, "$1");
  const root = bare.replace(ENDING, "");
  // The ending's removal gives "projekt" for "Projekte" but "projek" for "Projekt".
  if (root.length > T_ROOT_CHARS_MAX && root.endsWith("t")) return root.slice(0, -1);
  return root.length >= ROOT_CHARS_MIN ? root : bare;
}

/** Widths of letters in a font whose letters are equally wide. */

/** Letters of two widths: Chinese, Japanese, Korean (East Asian Width W and F, Unicode annex 11, by blocks). */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/g;

/** How many letters of `text` are twice as wide. */
export function wideLetters(text: string): number {
  return text.match(WIDE)?.length ?? 0;
}

/** Counts letters and digits. Texts of ASCII characters, as most are, are counted without a list of matches. */

const LAST_ASCII = 0x7f;
/** Makes a capital letter of ASCII a small one. */
const SMALL = 0x20;

/** Letters of any script. */
export function lettersIn(text: string): number {
  let letters = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > LAST_ASCII) return text.match(/\p{L}/gu)?.length ?? 0;
    const small = code | SMALL;
    if (small >= 97 && small <= 122) letters++;
  }
  return letters;
}

/** Digits from 0 to 9. */
export function digitsIn(text: string): number {
  let digits = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 48 && code <= 57) digits++;
  }
  return digits;
}

/** Digits and numbers of any script, such as "²" and "Ⅳ". */
export function figuresIn(text: string): number {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > LAST_ASCII) return text.match(/\p{N}/gu)?.length ?? 0;
  return digitsIn(text);
}

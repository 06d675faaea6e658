/**
 * Repairs e-mail addresses that are obfuscated against harvesters (`jane [at] example [dot] com`), broken by spaces, or without their last
 * point.
 */

const AT = /\s{0,2}[[({<]\s{0,2}(?:at|@|ät|arroba|arobase)\s{0,2}[\])}>]\s{0,2}|\s{1,2}(?:at|AT)\s{1,2}/iu;
const DOT = /\s{0,2}[[({<]\s{0,2}(?:dot|punkt|point|punto|\.)\s{0,2}[\])}>]\s{0,2}|\s{1,2}(?:dot|DOT)\s{1,2}/giu;

/** The intended address, without spaces and `mailto:`. A text without an address stays without one. */
export function repairedEmail(printed: string): string {
  const plain = printed.includes("@") && !/[[({<]/.test(printed) ? printed : printed.replace(AT, "@").replace(DOT, ".");
  const pointed = plain.replace(/@(gmail|yahoo|hotmail|outlook|icloud|example|proton|gmx|web)(com|org|net|de|me)$/i, "@$1.$2");
  return pointed
    .replace(/\s+/g, "")
    .replace(/[’]/g, "'")
    .replace(/^(?:mailto|e-?mail):/i, "");
}

/** E-mail addresses written against harvesters (`jane [at] example [dot] com`) broken by spaces, or without their last point. */

const AT = /\s*[[({<]\s*(?:at|@|ät|arroba|arobase)\s*[\])}>]\s*|\s+(?:at|AT)\s+/iu;
const DOT = /\s*[[({<]\s*(?:dot|punkt|point|punto|\.)\s*[\])}>]\s*|\s+(?:dot|DOT)\s+/giu;

/** The address that is meant, without spaces and `mailto:`. What holds no address stays without one. */
export function repairedEmail(printed: string): string {
  const plain = printed.includes("@") && !/[[({<]/.test(printed) ? printed : printed.replace(AT, "@").replace(DOT, ".");
  const pointed = plain.replace(/@(gmail|yahoo|hotmail|outlook|icloud|example|proton|gmx|web)(com|org|net|de|me)$/i, "@$1.$2");
  return pointed
    .replace(/\s+/g, "")
    .replace(/[’]/g, "'")
    .replace(/^(?:mailto|e-?mail):/i, "");
}

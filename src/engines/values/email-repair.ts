/**
 * Repairs e-mail addresses that are obfuscated against harvesters (`jane [at] example [dot] com`), broken by spaces, or without their last
 * point.
 */
import { anyOf } from "#language/phrases.ts";

const obfuscated = (inBrackets: string, betweenSpaces: string): string =>
  `\\s{0,2}[[({<]\\s{0,2}${inBrackets}\\s{0,2}[\\])}>]\\s{0,2}|\\s{1,2}${betweenSpaces}\\s{1,2}`;
const AT = new RegExp(obfuscated(`(?:${anyOf("engines", "at_signs")}|@)`, anyOf("engines", "at_signs_between_spaces")), "iu");
const DOT = new RegExp(obfuscated(`(?:${anyOf("engines", "dots")}|\\.)`, anyOf("engines", "dots_between_spaces")), "giu");

/** The intended address, without spaces and `mailto:`. A text without an address stays without one. */
export function repairedEmail(printed: string): string {
  const plain = printed.includes("@") && !/[[({<]/.test(printed) ? printed : printed.replace(AT, "@").replace(DOT, ".");
  const pointed = plain.replace(/@(gmail|yahoo|hotmail|outlook|icloud|example|proton|gmx|web)(com|org|net|de|me)$/i, "@$1.$2");
  return pointed
    .replace(/\s+/g, "")
    .replace(/[’]/g, "'")
    .replace(/^(?:mailto|e-?mail):/i, "");
}

/** E-mail addresses, phone numbers, links to a person's pages, handles and postal addresses. */
import { type Range, rangesOf } from "./ranges.ts";

const PATTERNS = [
  // E-mail addresses, also with the signs in words.
  /[\p{L}\p{N}._%+-]{1,64}\s?(?:@|\(at\)|\[at\]|\{at\}|＠)\s?[\p{L}\p{N}-]{1,63}(?:\s?(?:\.|\(dot\)|\[dot\])\s?[\p{L}\p{N}-]{2,63}){1,4}/giu,
  /(?<![\p{L}\p{N}._+-])[a-z0-9][a-z0-9._+-]{1,40}\s(?:at[- ]sign|arroba|arobase|chiocciola|ma[łl]pa|apenstaartje|klammeraffe|snabel-?a|krølle-?alfa|miuku|kukac|собака|равлик|σε)\s[a-z0-9-]{1,40}(?:(?:\.|\s(?:dot|punkt|punto|ponto|point|kropka|точка|крапка)\s)[a-z0-9-]{2,40}){1,3}/giu,
  /(?<![\p{L}\p{N}._+-])[a-z0-9]{1,30}[._][a-z0-9._]{1,30}\sat\s[a-z0-9-]{1,40}(?:(?:\.|\sdot\s)[a-z0-9-]{2,40}){1,3}/giu,
  /(?<![\p{L}\p{N}._+-])[a-z0-9]{2,40}\sat\s[a-z0-9-]{1,40}(?:\sdot\s[a-z0-9-]{2,40}){1,3}/giu,
  // Links.
  /(?:https?:\/\/|www\.)[^\s<>"'，。)]{2,300}/giu,
  /(?<![\p{L}\p{N}@.-])(?:[a-z0-9-]{1,63}\.){1,4}(?!(?:js|ts|py|cs|rb|go|net)\/)[a-z]{2,12}\/[^\s<>"'，。)]{1,200}/giu,
  // Handles.
  /(?<![\p{L}\p{N}/@])@[a-z0-9][\w.-]{1,40}(?!\/|[\w.-])/gu,
  // Phone numbers.
  /(?<![\p{L}\p{N}+])\+\d[\d\s()./-]{6,20}\d(?!\d)/gu,
  /(?<![\p{L}\p{N}+.,/-])\(?0\d{1,4}\)?[\s./-]{0,3}\d{2,5}(?:[\s./-]{1,2}\d{2,5}){1,4}(?!\d|[.,]\d)/gu,
  /(?<![\p{L}\p{N}+.,/-])\(?\d{3}\)?[\s.-]{1,2}\d{3}[\s.-]\d{4}(?!\d|[.,]\d)/gu,
  /(?<![\p{L}\p{N}+.,/-])01[016789][- ]?\d{3,4}[- ]?\d{4}(?!\d|[.,]\d)|(?<!\d)1[3-9]\d{9}(?!\d)/gu,
  /(?<![\p{L}\p{N}+.,/-])0\d{3,4}[ /-]\d{5,8}(?!\d|[.,]\d)/gu,
  /(?<![\p{L}\p{N}+.,/-]|\d )[679]\d{2}[ .-](?!000)\d{3}[ .-](?!000)\d{3}(?!\d|[.,]\d| \d)/gu,
  // Text that only a program reads.
  /[A-Za-z0-9+/]{60,4000}={0,2}/g,
];
const POST_CODE_AND_TOWN = "(?:,?\\s{1,2}(?:[A-Z]{1,2}-)?\\d{4,6}\\s\\p{Lu}[\\p{L}\\p{M}-]{2,30}|,\\s\\p{Lu}[\\p{L}\\p{M}-]{2,30})?";
/** A street with its number, on either side, and the town behind. */
const STREETS = [
  `(?<![\\p{L}\\p{N}])\\p{Lu}[\\p{L}\\p{M}.-]{1,30}(?:stra(?:ß|ss)e|str\\.|platz|weg|allee|gasse|straat|laan|plein|gatan|vägen|vej|gade|katu|tie|utca|gata)\\s\\d{1,4}\\s?[a-z]?(?![\\p{L}\\p{N}])${POST_CODE_AND_TOWN}`,
  `(?<![\\p{L}\\p{N}])\\d{1,5}[a-z]?,?\\s(?:\\p{Lu}[\\p{L}'’.-]{1,16}\\s){1,2}(?:Street|St|Road|Rd|Avenue|Ave|Lane|Drive|Close|Crescent|Boulevard|Blvd|Court|Terrace|Gardens|Square)(?![\\p{L}\\p{N}])\\.?${POST_CODE_AND_TOWN}`,
  "(?<![\\p{L}\\p{N}])(?!(?:High|Main|Wall|Fleet|Sesame) )\\p{Lu}[\\p{L}'’-]{2,16} (?:\\p{Lu}[\\p{L}'’-]{2,16} )?(?:Street|Road|Lane|Avenue|Terrace|Crescent)(?![\\p{L}\\p{N}])",
  `(?<![\\p{L}\\p{N}])\\d{1,4},?\\s(?:bis\\s)?(?:rue|avenue|boulevard|place|chemin|impasse)\\s(?:de |du |des |d['’]|la |le |les |l['’]){0,2}\\p{Lu}[^,.;|\\n]{2,40}${POST_CODE_AND_TOWN}`,
  `(?<![\\p{L}\\p{N}])(?:[Cc]alle|[Aa]venida|[Pp]laza|[Vv]ia|[Vv]iale|[Pp]iazza|[Cc]orso|[Rr]ua|[Tt]ravessa|ul\\.|ulica|[Uu]lici|[Aa]l\\.|[Jj]alan|[Jj]l\\.|[Ss]tr(?:ada)?\\.?|ул\\.|улица|вул\\.|проспект|οδός|[Oo]dos)\\s(?:de |del |da |do |la |dei |della ){0,2}\\p{Lu}[^,.;|\\n]{1,30}?,?\\s(?:nº\\s?|n\\.\\s?|nr\\.?\\s?|No\\.?\\s?|д\\.\\s?)?\\d{1,4}(?![\\p{L}\\p{N}])${POST_CODE_AND_TOWN}`,
  `(?<![\\p{L}\\p{N}])\\p{Lu}[\\p{L}]{2,20}\\s(?:Cad\\.|Caddesi|Sok\\.|Sokak|Mah\\.|Mahallesi)[^,;|\\n]{0,20}`,
  "[\\p{Script=Han}]{2,4}[市都府县縣][\\p{Script=Han}]{1,10}[区區路街町丁目号號][\\p{Script=Han}\\d-]{0,16}",
  "[\\p{Script=Hangul}]{1,5}(?:시|도) [\\p{Script=Hangul}]{1,5}(?:구|군|시)(?: [\\p{Script=Hangul}\\d-]{1,12}(?:로|길|동)(?: ?\\d{1,4})?)?",
  "(?<![\\p{L}\\p{N}])(?:\\p{Lu}[\\p{L}-]{2,20},? )?(?!(?:BS|CE|DO|EC|EN|IP|IS|NF|RT|SS|ST|UL|UN|RS|RM|SR) )(?:\\p{Lu}{2},? )(?:\\d{5}(?:-\\d{4})?|[A-Z]\\d[A-Z] \\d[A-Z]\\d)(?![\\p{L}\\p{N}])",
  "(?<=^|, |[|•·(] ?|\\p{Ll} )(?!\\d{2}000)\\d{5} \\p{Lu}\\p{Ll}{2,20}(?:[ -]\\p{Lu}\\p{Ll}{2,20})?(?=[,.;)|]|$| (?:and|und|et|y|e|to)(?!\\p{L}))",
  "(?<![\\p{L}\\p{N}])(?:\\p{Lu}\\p{Ll}{2,20},? )?(?:GIR 0AA|[A-Z]{1,2}\\d[A-Z\\d]? \\d[A-Z]{2})(?![\\p{L}\\p{N}])",
];
for (const street of STREETS) PATTERNS.push(new RegExp(street, "gu"));

export const contactsIn = (text: string): Range[] => PATTERNS.flatMap((pattern) => rangesOf(pattern, text));

/** Short forms of given names, and initials: "Fola" for Folarin, "Siggi" for Sieglinde, "Bob" for Robert, "R.A.L.". */
import type { Token } from "#language/tokens.ts";

/** Short forms that do not begin as their names do, each line with the beginnings of its names last. */
const IRREGULAR: readonly string[] = [
  "bill billy will wilhelm willem: william wilhelm guillermo guillaume",
  "bob bobby rob: robert roberto",
  "dick rick ricky: richard ricardo",
  "peggy meg maggie greta gretel rita marga gosia malgosia margot: margaret margarete margarita marguerite malgorzata",
  "liz lizzie beth betty betsy lisa lise elsa elli bess sissi ela: elizabeth elisabeth elisabetta isabel elzbieta",
  "jack johnny hans jan ivan vanya vania nino hannes gianni: john johannes giovanni jan ivan",
  "ted ned teddy eddie: edward edmund theodore",
  "tony toni anton toño toninho nino: antony anthony antonio antoine",
  "sasha sascha alex sandro sandra shura xandra olek ola alik: alexander alexandra alexandre alejandro alejandra alessandro aleksander aleksandra aleksandr александр",
  "саша шура саня: александр александра",
  "миша: михаил",
  "коля: николай",
  "вова володя: владимир",
  "дима митя: дмитрий",
  "женя: евгений евгения",
  "лёша леша алёша: алексей",
  "ваня: иван",
  "паша: павел",
  "юра: юрий",
  "катя: екатерина",
  "маша маня: мария",
  "даша: дарья",
  "наташа: наталья наталия",
  "таня: татьяна",
  "оля: ольга",
  "глаша: глафира",
  "pepe pepa pepito chema: jose josefa josefina",
  "paco pancho curro kiko paquita: francisco francisca",
  "lola lolita loli: dolores",
  "nacho: ignacio",
  "chelo: consuelo",
  "charo: rosario",
  "quique kike: enrique",
  "manolo manuel lolo: manuel manuela",
  "concha conchi: concepcion",
  "maite: maria",
  "ze zeca zezinho: jose",
  "chico kiko: francisco",
  "nando: fernando ferdinando",
  "beppe peppe pino beppino: giuseppe",
  "gigi luigino: luigi",
  "kuba: jakub",
  "asia joasia: joanna",
  "zosia: zofia",
  "kasia kaska: katarzyna",
  "basia: barbara",
  "bartek: bartlomiej bartosz",
  "staszek stas: stanislaw",
  "wojtek: wojciech",
  "krzysiek krzys: krzysztof",
  "radek: radoslaw",
  "uschi ursel: ursula",
  "sepp seppi beppo: josef joseph",
  "fritz: friedrich",
  "heinz heiner: heinrich",
  "kalle: karl carl",
  "jupp: josef",
  "poldi: leopold",
  "kees: cornelis",
  "jaap: jacob jakob",
  "jim jimmy jamie: james",
  "harry hank: henry henrik harold",
  "kate katie kit kitty cathy trina: katherine catherine kathleen katharina",
  "sally: sarah",
  "molly polly mae: mary",
  "nancy annie: anne anna",
  "nell nellie lena leni nora: helen helena eleanor magdalena",
  "gus: augustus angus gustav",
  "drew andy: andrew andrea andreas",
  "bea trixie: beatrice beatrix",
];
const BY_SHORT = new Map<string, string[]>();
for (const line of IRREGULAR) {
  const [shorts = "", names = ""] = line.split(": ");
  for (const short of shorts.split(" ")) BY_SHORT.set(short, [...(BY_SHORT.get(short) ?? []), ...names.split(" ")]);
}

const SHORT_MIN = 3;
const SHORT_MAX = 7;
/** Endings of pet names; what stands before them begins the name. */
const PET =
  /(?:inho|inha|zinho|zinha|ito|ita|cito|cita|illo|ino|ina|etto|etta|uccio|uccia|ette|ou|lein|chen|erl|ka|ko|ek|us|usia|unia|ulka|ik|ie|y|i|s|o|a|ja|je|tje|ke|mi|li|ny|ka|чка|ша|ня|ся|к)$/u;

/** Whether a capitalised word is a short form of the name's part; both folded. */
export function isShortFor(short: string, part: string): boolean {
  if (short === part || short.length < SHORT_MIN || part.length <= SHORT_MIN) return false;
  if (BY_SHORT.get(short)?.includes(part)) return true;
  if (short.length <= SHORT_MAX && short.length < part.length && part.startsWith(short)) return true;
  const stem = short.replace(PET, "");
  const isPet = stem !== short && stem.length >= SHORT_MIN && stem.length < part.length + 1;
  if (isPet && part.startsWith(stem)) return true;
  const root = part.slice(0, SHORT_MIN + 1);
  if (/(?:inho|inha|ito|ita|chen|lein|ek)$/u.test(short) && part.length > SHORT_MIN && short.startsWith(root)) return true;
  return isClipped(short, part);
}

/** "Siggi" of Sieglinde: the same first two letters, and its consonants in the same order. */
function isClipped(short: string, part: string): boolean {
  if (!/^[a-z]{4,6}$/.test(short) || !/(?:i|ie|y)$/.test(short) || short.slice(0, 2) !== part.slice(0, 2)) return false;
  return consonantsOf(part).startsWith(consonantsOf(short)) && consonantsOf(short).length >= 2;
}

const consonantsOf = (word: string): string => word.replace(/[aeiouy]/g, "").replace(/(.)\1/g, "$1");

/** Two letters that mean something else far more often than a person. */
const NO_INITIALS = new Set(
  "IT HR QA PR UI UX AI ML BI PM CT ER EU UK US UN PC TV AC DC VP BA MA MS BS ID IP OS DB CI CD GP IV OR IS".split(" "),
);
const INITIALS_MIN = 2;
const INITIALS_MAX = 4;

/** All initials of a name: "RAL" of Robin Ashgrove-Lee; empty for a name of one word. */
export function initialsOf(tokens: readonly Token[]): string {
  const letters = tokens.flatMap(({ raw }) => (/^\p{Lu}/u.test(raw) ? [raw.slice(0, 1)] : [])).join("");
  return letters.length < INITIALS_MIN || letters.length > INITIALS_MAX ? "" : letters;
}

/** "RAL", "R.A.L." and "R. A. L.", each as a word of its own. `isWord`: without points it is a skill or a word. */
export function initialsRanges(initials: string, isWord: boolean, text: string): { from: number; to: number }[] {
  if (initials === "") return [];
  const isOnlyDotted = NO_INITIALS.has(initials) || isWord;
  return [...text.matchAll(DOTTED)].flatMap(({ index, 0: hit }) => {
    const isDotted = /\.\p{Lu}|\.\s/u.test(hit);
    const isSame = lettersOf(hit) === initials && (isDotted || (!isOnlyDotted && !isOfKind(text, index, index + hit.length)));
    return isSame ? [{ from: index, to: index + hit.length }] : [];
  });
}

/** A standard or an authority: with a number, or in a row with other capitals: "EN 50129", "FDA and EMA". */
function isOfKind(text: string, from: number, to: number): boolean {
  return (
    /^(?:[\s-]?\d|(?:,? and|,? or|,| und| et| y| e|\/| &)\s?\p{Lu}{2,6}(?!\p{L}))/u.test(text.slice(to, to + 16)) ||
    /(?<!\p{L})\p{Lu}{2,6}(?:,? and|,? or|,| und| et| y| e|\/| &)\s?$/u.test(text.slice(Math.max(0, from - 14), from))
  );
}

const DOTTED = /(?<![\p{L}\p{N}.-])(?:\p{Lu}(?:\.\s?|-)?){1,3}\p{Lu}\.?(?![\p{L}\p{N}-])/gu;
const lettersOf = (hit: string): string => hit.replace(/[^\p{L}]/gu, "");

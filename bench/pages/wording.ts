/** Descriptions of a field beyond those that the vocabulary writes out. */

/** A description with fewer words says too little without the label, so it is left out. */
const WORDS_MIN = 3;
/** A name that ends in one of these words is no noun. */
const OPEN_END = /(^|_)(by|on|at|from|to|until|in|out|for|of|as|up|with|from_date)$/;

/** The written descriptions that say enough, and ones made of the name by its kind of value. `document`: the kind of document in words. */
export function descriptionsOf(written: readonly string[], name: string, kind: string, document: string): string[] {
  const own = written.filter((each) => each.split(" ").length >= WORDS_MIN);
  const words = name.replaceAll("_", " ");
  const made = OPEN_END.test(name) ? [`${capital(words)}, on the ${document}`] : madeOf(words, kind, document);
  return [...own, ...made.slice(0, Math.max(1, 3 - own.length))];
}

function madeOf(words: string, kind: string, document: string): string[] {
  const type = kind.split(/[:=#]/)[0] ?? "";
  const whole = `${capital(words)} of the ${document}`;
  if (type === "person") return [`Name of the ${words}`, `Person entered as ${words}`, whole];
  if (type === "firm") return [`Name of the ${words} (organisation)`, `Company entered as ${words}`, whole];
  if (/^(date|past|future|dob)$/.test(type)) return [`Day given as ${words}`, `${capital(words)} (a day)`, whole];
  if (/^(money|sum|tax|gross)$/.test(type)) return [`Amount of ${words}`, `Money: ${words}`, whole];
  if (type === "bool") return [`Whether ${words} is marked or answered with yes`, `Is it "${words}"? Yes or no`, whole];
  if (/^(num|int)$/.test(type)) return [`Value of ${words}, a number`, `${capital(words)} as a number without unit`, whole];
  if (kind.startsWith("#")) return [`Code or number: ${words}`, `${capital(words)}, as printed`, whole];
  return [whole, `${capital(words)} as stated`, `The ${words} that the ${document} names`];
}

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

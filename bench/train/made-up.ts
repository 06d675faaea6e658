import type { Field } from "#contract/schema/field.ts";
import type { Document } from "#documents/document.ts";
import { tokensOf } from "#language/fold.ts";

/** What few documents have: asked for where the word is not printed. */
const QUALIFIERS =
  "maturity warranty inspection hire enrollment vaccination baptism harvest auction calibration boarding adoption custody graduation surgery probation eviction salvage mooring franchise hearing quarantine dividend pension tuition deportation patent breeding election fertilizer diagnosis arrest rehearsal broadcast excavation blasting diving wedding funeral parole".split(
    " ",
  );
const NOUNS: readonly Field[] = [
  { name: "date", type: "date" },
  { name: "number", type: "string" },
  { name: "amount", type: "number" },
  { name: "officer_name", type: "string" },
  { name: "address", type: "string" },
  { name: "fee", type: "currency" },
  { name: "code", type: "string" },
  { name: "phone", type: "string" },
];
const MADE_UP = 4;

/** Fields of usual types whose qualifier is not printed in the document, half of them with a description. `seed`: any number. */
export function madeUp(document: Document, seed: number): Field[] {
  const printed = new Set(document.pages.flatMap(({ lines }) => lines.flatMap(({ text }) => tokensOf(text))));
  const free = QUALIFIERS.filter((word) => !printed.has(word) && !printed.has(`${word}s`));
  return Array.from({ length: MADE_UP }, (_, i) => {
    const qualifier = free[(7 * seed + 11 * i) % Math.max(1, free.length)] ?? "maturity";
    const noun = NOUNS[(seed + 3 * i) % NOUNS.length] ?? { name: "date", type: "date" as const };
    const described = i % 2 === 0 ? { description: `${noun.name.replace("_", " ")} of the ${qualifier}` } : {};
    return { ...noun, name: `${qualifier}_${noun.name}`, ...described };
  });
}

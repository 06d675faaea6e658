/** Which languages a document is written in, by its commonest small words. */
import { tokensOf } from "./fold.ts";

export const LANGUAGES = ["en", "de", "fr", "es", "it", "nl", "pt"] as const;
export type Language = (typeof LANGUAGES)[number];

const SMALL_WORDS: Record<Language, string> = {
  en: "the of and to in is for by or this that with be as from your any date total amount invoice number name",
  de: "der die das und von zu mit fur auf ist den dem bei nicht ein eine wir sie ihre ihr datum rechnung betrag summe nr",
  fr: "le la les des du et pour dans est une sur avec au aux par vous votre facture montant total tva numero",
  es: "el los las del y en por para con una su se fecha factura importe iva cliente numero",
  it: "il lo gli della di e per con una del sono non data fattura importo totale iva cliente numero partita",
  nl: "het een en van voor met op aan is niet uw wij factuur datum bedrag totaal btw nummer",
  pt: "o os as do da e em por para com uma seu sua fatura data valor iva cliente numero nao",
};
const BY_WORD = new Map<string, Language[]>();
for (const language of LANGUAGES) {
  for (const word of SMALL_WORDS[language].split(" ")) BY_WORD.set(word, [...(BY_WORD.get(word) ?? []), language]);
}

/** Languages by share of small words, best first; those with less than a third of the best one's words are left out. */
export function languagesOf(text: string): Language[] {
  const counts = new Map<Language, number>();
  for (const token of tokensOf(text)) {
    for (const language of BY_WORD.get(token) ?? []) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  const ranked = [...counts].sort((a, b) => b[1] - a[1]);
  const best = ranked[0]?.[1] ?? 0;
  return ranked.filter(([, count]) => count >= Math.max(2, best / 3)).map(([language]) => language);
}

import { expect, test } from "vitest";
import { isUnlikeLanguage } from "./unlike-language.ts";

const TEXTS = {
  english:
    "The invoice was sent to the address that you have given, and it is due within thirty days from the date of this letter for all of the goods.",
  german:
    "Die Rechnung wurde an die von Ihnen genannte Anschrift gesendet und ist innerhalb von dreißig Tagen nach dem Datum dieses Schreibens zu zahlen.",
  polish:
    "Faktura została wysłana na podany przez Państwa adres i jest płatna w ciągu trzydziestu dni od daty tego pisma, nie później niż do końca roku.",
  french:
    "La facture a été envoyée à l'adresse que vous avez donnée, elle est payable dans les trente jours qui suivent la date de cette lettre pour le tout.",
};
const shifted = (text: string, by: number) =>
  text.replace(/[a-z]/gi, (letter) => {
    const first = letter < "a" ? 65 : 97;
    return String.fromCharCode(first + ((letter.charCodeAt(0) - first + by) % 26));
  });

test.each(Object.entries(TEXTS))("text in %s is like a language, and is not once its letters are shifted", (_, text) => {
  expect(isUnlikeLanguage([text])).toBe(false);
  for (let by = 1; by < 26; by += 1) expect(isUnlikeLanguage([shifted(text, by)])).toBe(true);
});

test("nothing is said of a few words, of numbers, or of other scripts", () => {
  expect(isUnlikeLanguage(["Qrst uvwx yzab"])).toBe(false);
  expect(isUnlikeLanguage(Array.from({ length: 50 }, (_, i) => `${i}.00 EUR-7`))).toBe(false);
  expect(isUnlikeLanguage(["שיעורי הארנונה לשנת ".repeat(20)])).toBe(false);
});

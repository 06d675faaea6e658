/** Words that mark an identifier, however many digits it has. */

/** Folded, of the seven languages. */
const WORDS = new Set(
  "number no nr num nummer numero id ident code reference ref referenz referencia riferimento kenmerk tin ssn ein zip postcode plz".split(
    " ",
  ),
);
const ENDING = /\p{L}(?:nummer|nr|kennzeichen|kennung|schluessel|schlussel)$/u;

/** `token`: one folded word of a name or label, such as `number` or `zahlernummer`. */
export const namesIdentifier = (token: string): boolean => WORDS.has(token) || ENDING.test(token);

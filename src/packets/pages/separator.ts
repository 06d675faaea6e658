/**
 * Sheets that people put between documents before they scan a stack: with the text or bar code "PATCHT" (as paperless-ngx prints and reads them), the
 * name of another patch code, or words that say what the sheet is.
 */

/** On folded text. */
const SAYS =
  / (?:patch ?t|patch code|patch (?:[1-46]|ii?i?|iv|vi)|(?:document )?separator (?:sheet|page)|document separator|trennblatt|trennseite|dokumententrenner|(?:feuille|page) de separation|intercalaire|(?:hoja|pagina) (?:separadora|de separacion)|(?:foglio|pagina) (?:separatore|di separazione)|scheidingsblad|scheidingspagina|folha separadora|arkusz rozdzielajacy) /;
/** Such a sheet says little else: how to use it. */
const WORDS_MAX = 40;

/** `text`: all of the page, folded, with a space at both ends. */
export const isSeparator = (text: string): boolean => SAYS.test(text) && text.split(" ").length <= WORDS_MAX;

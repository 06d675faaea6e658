/** Finds the text that the parser leaves out, with one more parse for many pages. */
import { once } from "#contract/memo.ts";
import type { HiddenText } from "#documents/document.ts";
import type { ParsedPage } from "#documents/pdf/parser.ts";
import { offPageMargin, type PdfFile } from "./left-out.ts";

/** Takes one of the pages given to `leftOutOf`. */
export type LeftOut = (page: ParsedPage) => Promise<HiddenText[]>;

/**
 * Text that the parser leaves out of `pages`. All pages that may have such text are parsed together, when the first of them is asked for:
 * each parse takes time in proportion to the file. `invisibleText`: the file has invisible text.
 */
export function leftOutOf(file: PdfFile, pages: readonly ParsedPage[], invisibleText: boolean): LeftOut {
  const beyond = pages.filter((page) => offPageMargin(page) > 0);
  // Invisible text under a picture of the whole page is the scanner's OCR layer.
  const unseen = invisibleText ? pages.filter((page) => page.complexity?.fullPageImage !== true) : [];
  const find = once(async () => {
    const { offPageTexts, invisibleTexts } = await import("./rewritten.ts");
    return [...(await offPageTexts(file, beyond)), ...(await invisibleTexts(file, unseen))];
  });
  return async (page) => {
    if (!beyond.includes(page) && !unseen.includes(page)) return [];
    return (await find()).flatMap(({ number, text }) => (number === page.pageNum ? [text] : []));
  };
}

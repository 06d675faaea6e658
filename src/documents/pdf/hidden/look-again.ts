/** Looks for the text that the parser leaves out, once for many pages. */
import type { HiddenText } from "#documents/document.ts";
import type { ParsedPage } from "#documents/pdf/parser.ts";
import { offPageMargin, type PdfFile } from "./left-out.ts";

/** Of one of the pages that it was opened with. */
export type LeftOut = (page: ParsedPage) => Promise<HiddenText[]>;

/**
 * What the parser leaves out of `pages`. All that may have such text are looked at together, when the first of them is asked for: each look
 * takes as long as the file is large. `invisibleText`: the file has text that is drawn without ink.
 */
export function leftOutOf(file: PdfFile, pages: readonly ParsedPage[], invisibleText: boolean): LeftOut {
  const beyond = pages.filter((page) => offPageMargin(page) > 0);
  // Under the picture of a page it is the reading of a scanner.
  const unseen = invisibleText ? pages.filter((page) => page.complexity?.fullPageImage !== true) : [];
  let found: Promise<{ number: number; text: HiddenText }[]> | null = null;
  const find = async () => {
    const { textsOutside, textsWithoutInk } = await import("./rewritten.ts");
    return [...(await textsOutside(file, beyond)), ...(await textsWithoutInk(file, unseen))];
  };
  return async (page) => {
    if (!beyond.includes(page) && !unseen.includes(page)) return [];
    found ??= find();
    return (await found).flatMap(({ number, text }) => (number === page.pageNum ? [text] : []));
  };
}

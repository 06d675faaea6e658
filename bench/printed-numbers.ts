/** Counts numbers that the text layer of PDFs states, and that no word of the page holds: they exist only when pieces are joined. */
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { linesOf } from "#documents/layout/lines.ts";
import { type ParsedPage, parsePdf } from "#documents/pdf/parser.ts";
import { rulingsOf } from "#documents/pdf/rulings.ts";
import { pdfWordsOf } from "#documents/pdf/words.ts";

/** Digits with separators between them: amounts, dates, times. Words with a hyphen may be periods, which are parted. */
const NUMBER = /^\d+(?:[.,/:]\d+)+$/;
const PAGES_MAX = 15;

/** `--data DIR`: every PDF below it but those in `hostile`. Prints a line per set, and the first few numbers of each. */
export async function printedNumbers(argv: string[]): Promise<void> {
  const { values } = parseArgs({ args: argv, options: { data: { type: "string" } } });
  if (values.data === undefined) throw new Error("use: printed-numbers --data DIR");
  const root = path.resolve(values.data);
  const bySet = Map.groupBy(globSync("**/*.pdf", { cwd: root, exclude: ["hostile"] }).sort(), (file) => file.split(path.sep)[0] ?? "");
  for (const [set, files] of bySet) {
    const tally = { files: 0, numbers: 0, missing: [] as string[], unread: 0 };
    for (const file of files) {
      const missingBefore = tally.missing.length;
      try {
        for (const page of await pagesOf(path.join(root, file))) {
          const stated = numbersIn(page.textItems.map(({ text }) => text));
          const held = new Set(numbersIn(linesOf(pdfWordsOf(page, new Set()), rulingsOf(page)).map(({ text }) => text)));
          tally.numbers += stated.length;
          tally.missing.push(...stated.filter((number) => !held.has(number)));
        }
      } catch {
        tally.unread += 1;
      }
      if (tally.missing.length > missingBefore) tally.files += 1;
    }
    const { missing } = tally;
    console.log(
      `${set}: ${missing.length} of ${tally.numbers} numbers in ${tally.files} of ${files.length} files; ${tally.unread} files not read; ${missing.slice(0, 8).join(" ")}`,
    );
  }
}

async function pagesOf(file: string): Promise<ParsedPage[]> {
  const pages: ParsedPage[] = [];
  for await (const batch of parsePdf(readFileSync(file), { pages: null, password: null })) {
    pages.push(...batch.pages);
    if (pages.length >= PAGES_MAX) break;
  }
  return pages.slice(0, PAGES_MAX);
}

const numbersIn = (texts: readonly string[]): string[] => texts.flatMap((text) => text.split(/\s+/).filter((word) => NUMBER.test(word)));

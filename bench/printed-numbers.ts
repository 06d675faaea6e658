/** Counts numbers that the text layer of PDFs states, and that no word of the page holds: they exist only when pieces are joined. */
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { linesOf } from "#documents/layout/lines.ts";
import { parsePdf } from "#documents/pdf/parser.ts";
import { rulingsOf } from "#documents/pdf/rulings.ts";
import { pdfWordsOf } from "#documents/pdf/words.ts";

/** Digits with separators between them: amounts, dates, times. Words with a hyphen may be periods, which are parted. */
const NUMBER = /^\d+(?:[.,/:]\d+)+$/;

/** `--data DIR`: every PDF below it but those in `hostile`. Prints a line per set, with its first few numbers, and the sum. */
export async function printedNumbers(argv: string[]): Promise<void> {
  const { values } = parseArgs({ args: argv, options: { data: { type: "string" } } });
  if (values.data === undefined) throw new Error("use: printed-numbers --data DIR");
  const root = path.resolve(values.data);
  const files = globSync("**/*.pdf", { cwd: root, exclude: ["hostile"] }).sort();
  const counts: Count[] = [];
  for (const file of files) counts.push({ set: file.split(path.sep)[0] ?? "", ...(await countIn(path.join(root, file))) });
  for (const [set, ofSet] of Map.groupBy(counts, (count) => count.set))
    console.log(
      `${set}: ${summary(ofSet)} ${ofSet
        .flatMap(({ missing }) => missing)
        .slice(0, 8)
        .join(" ")}`,
    );
  console.log(`all: ${summary(counts)}`);
}

type Count = { set: string; stated: number; missing: string[] };

async function countIn(file: string): Promise<Omit<Count, "set">> {
  const count = { stated: 0, missing: [] as string[] };
  for await (const { pages } of parsePdf(readFileSync(file), { pages: null, password: null })) {
    for (const page of pages) {
      const stated = numbersIn(page.textItems);
      const held = new Set(numbersIn(linesOf(pdfWordsOf(page, new Set()), rulingsOf(page))));
      count.stated += stated.length;
      count.missing.push(...stated.filter((number) => !held.has(number)));
    }
  }
  return count;
}

function summary(counts: readonly Count[]): string {
  const sum = (of: (count: Count) => number) => counts.reduce((total, count) => total + of(count), 0);
  const files = counts.filter(({ missing }) => missing.length > 0).length;
  return `${sum(({ missing }) => missing.length)} of ${sum(({ stated }) => stated)} numbers in ${files} of ${counts.length} files`;
}

const numbersIn = (texts: readonly { text: string }[]): string[] =>
  texts.flatMap(({ text }) => text.split(/\s+/).filter((word) => NUMBER.test(word)));

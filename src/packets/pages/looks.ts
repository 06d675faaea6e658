/** How a page looks, and the numbers that its lines begin with. */
import type { Trait } from "#packets/kinds/kinds.ts";
import type { Cell, Sheet } from "#structure/sheet.ts";

/** Slips of tills are long and narrow, A4 and legal paper is 1.41 and 1.65 times as high as wide. */
const SLIP_MIN = 1.8;
/** A card of ID-1 (ISO/IEC 7810) is 1.59 times as wide as high, an opened passport 1.42 times. */
const CARD_MIN = 1.3;
const CARD_MAX = 1.75;
const CARD_WORDS_MAX = 120;
/** The lines for machines of ICAO 9303 are filled up with "<". */
const FILLERS_MIN = 5;

/** `words`: how many it has. */
export function traitsOf({ page, lines }: Sheet, words: number): Set<Trait> {
  const traits = new Set<Trait>();
  if (page.height > SLIP_MIN * page.width) traits.add("slip");
  const wide = page.width / (page.height || 1);
  if (wide > CARD_MIN && wide < CARD_MAX && words < CARD_WORDS_MAX) traits.add("card");
  const fillers = (line: readonly Cell[]) => line.reduce((sum, { text }) => sum + text.split("<").length - 1, 0);
  if (lines.some((line) => fillers(line) >= FILLERS_MIN)) traits.add("machineReadable");
  return traits;
}

/** A clause or row as contracts and tables number them: "7.", "7)", also with the sign of a section, and "7" in a cell by itself. */
const ITEM = /^(?:§ ?)?(\d{1,3})(?:[.)]|$)/;

export function itemsOf(written: readonly (readonly Cell[])[]): { first: number; last: number } | null {
  const numbers = written.flatMap((line) => {
    const found = ITEM.exec(line[0]?.words[0]?.text ?? "");
    return found ? [Number(found[1])] : [];
  });
  const [first, last] = [numbers[0], numbers.at(-1)];
  return first === undefined || last === undefined ? null : { first, last };
}

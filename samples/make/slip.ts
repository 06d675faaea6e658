/** A slip of a depot whose labels are its own abbreviations: nobody else can know what they mean. */
import { openPaper } from "./paper.ts";

export type Slip = {
  code: string;
  customer: string;
  day: string;
  sum: string;
  goods: readonly (readonly [text: string, amount: string])[];
};

export const SLIPS: readonly Slip[] = [
  {
    code: "KX-20411",
    customer: "Orchard Lane Bakery",
    day: "2026-02-03",
    sum: "318.40",
    goods: [
      ["Rye flour", "118.40"],
      ["Oven trays", "200.00"],
    ],
  },
  { code: "KX-20977", customer: "Elms Bicycle Works", day: "2026-03-17", sum: "92.15", goods: [["Chain oil", "92.15"]] },
  {
    code: "KX-21350",
    customer: "Marsh Street School",
    day: "2026-04-29",
    sum: "1,004.00",
    goods: [
      ["Chalk", "4.00"],
      ["Boards", "1,000.00"],
    ],
  },
  { code: "KX-21888", customer: "Fenwick Printers", day: "2026-05-11", sum: "77.70", goods: [["Black ink", "77.70"]] },
];

const [WIDTH, HEIGHT] = [595, 420];

export function slip({ code, customer, day, sum, goods }: Slip): Promise<Buffer> {
  const about = { title: "Slip", author: "Nordhaven Depot", made: `${day}T08:00:00Z` };
  const paper = openPaper(about, [WIDTH, HEIGHT], { font: "sans", size: 10, colour: "#000000" });
  const label = (text: string, x: number, y: number) => paper.write(text, x, y, { size: 8, colour: "#666666" });
  paper.write("Nordhaven Depot", 40, 36, { font: "sans-bold", size: 15 });
  paper.write("Quay 4, Nordhaven", 40, 56);
  const values = [
    ["Gpw", code, 40],
    ["Ktr", customer, 160],
    ["Tlm", day, 330],
    ["Sbz", sum, 460],
  ] as const;
  for (const [name, value, x] of values) {
    label(name, x, 92);
    paper.write(value, x, 104);
  }
  label("Wrn", 40, 150);
  label("Btr", 460, 150);
  for (const [i, [text, amount]] of goods.entries()) {
    paper.write(text, 40, 164 + 16 * i);
    paper.write(amount, 460, 164 + 16 * i);
  }
  paper.write("Goods leave the depot against this slip only.", 40, 380, { size: 8 });
  return paper.bytes();
}

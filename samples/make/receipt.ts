/** A till receipt on a roll of 80 mm, as a page of its own; `photograph` turns it into a picture. */
import { openPaper, type Paper } from "./paper.ts";

const WIDTH = 226;
const HEIGHT = 428;
const LEFT = 13;
const RIGHT = 213;

/** Text, quantity, price in pence. */
const GOODS: readonly [string, number, number][] = [
  ["Sourdough loaf", 1, 385],
  ["Oat milk barista", 2, 195],
  ["Free range eggs", 1, 310],
  ["Cheddar mature", 1, 465],
  ["Tomatoes on vine", 2, 185],
  ["Ground coffee", 1, 595],
  ["Olive soap", 3, 245],
  ["Kitchen roll", 1, 275],
];
const TOTAL = GOODS.reduce((sum, [, quantity, price]) => sum + quantity * price, 0);
/** Soap and kitchen roll are charged with VAT of 20 %, which their prices include. */
const STANDARD = 3 * 245 + 275;
const VAT = Math.round(STANDARD / 6);

export function receipt(): Promise<Buffer> {
  const about = { title: "Receipt", author: "The Corner Pantry", made: "2026-03-21T17:42:00Z" };
  const paper = openPaper(about, [WIDTH, HEIGHT], { font: "till", size: 10.5, colour: "#000000" });
  head(paper);
  const y = goods(paper, 150);
  totals(paper, y + 6);
  return paper.bytes();
}

function head(paper: Paper): void {
  const middle = WIDTH / 2;
  paper.write("The Corner Pantry", middle, 18, { font: "till-bold", size: 17, align: "center" });
  ["14 Sample Street", "York YO1 0ZZ", "Tel 01632 960158", "VAT No GB 777 7777 46"].forEach((line, i) => {
    paper.write(line, middle, 42 + i * 13, { align: "center" });
  });
  paper.write("Receipt no: 31877", LEFT, 102);
  paper.write("Till 2", RIGHT, 102, { align: "right" });
  paper.write("Date: 21/03/2026", LEFT, 115);
  paper.write("Time: 17:42", RIGHT, 115, { align: "right" });
  dashes(paper, 133);
}

function goods(paper: Paper, from: number): number {
  const head = { font: "till-bold" } as const;
  paper.write("Item", LEFT, from - 11, head);
  paper.write("Amount", RIGHT, from - 11, { ...head, align: "right" });
  GOODS.forEach(([text, quantity, price], i) => {
    const y = from + 5 + i * 14;
    paper.write(quantity === 1 ? text : `${quantity} x ${text}`, LEFT, y);
    paper.write(money(quantity * price), RIGHT, y, { align: "right" });
  });
  dashes(paper, from + 9 + GOODS.length * 14);
  return from + 9 + GOODS.length * 14;
}

function totals(paper: Paper, y: number): void {
  paper.write("TOTAL", LEFT, y + 2, { font: "till-bold", size: 16 });
  paper.write(`£${money(TOTAL)}`, RIGHT, y + 2, { font: "till-bold", size: 16, align: "right" });
  const rows: [string, string][] = [
    ["Paid by: Visa", money(TOTAL)],
    [`VAT 20% on ${money(STANDARD - VAT)}`, money(VAT)],
  ];
  rows.forEach(([label, value], i) => {
    paper.write(label, LEFT, y + 27 + i * 14);
    paper.write(value, RIGHT, y + 27 + i * 14, { align: "right" });
  });
  dashes(paper, y + 58);
  const middle = WIDTH / 2;
  paper.write("Card **** **** **** 0000", middle, y + 64, { align: "center" });
  paper.write("You were served by Alma", middle, y + 78, { align: "center" });
  paper.write("Thank you and see you soon!", middle, y + 98, { align: "center" });
  paper.write("www.example.com", middle, y + 112, { align: "center" });
  bars(paper, y + 128);
}

function dashes({ pdf }: Paper, y: number): void {
  pdf.moveTo(LEFT, y).lineTo(RIGHT, y).dash(3, { space: 2.4 }).lineWidth(0.8).strokeColor("#000000").stroke().undash();
}

/** Bars that look like a bar code but encode nothing. */
function bars({ pdf }: Paper, y: number): void {
  let x = 53;
  for (const [i, step] of [..."213121231132121321213112312213211231212312"].entries()) {
    const width = Number(step) * 1.05;
    if (i % 2 === 0) pdf.rect(x, y, width, 20).fill("#000000");
    x += width + 0.9;
  }
}

const money = (pence: number) => (pence / 100).toFixed(2);

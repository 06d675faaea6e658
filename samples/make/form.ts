/** An insurance claim form as printed, filled in with a typewriter, ticked and signed by hand; `scan` turns it into a picture. */
import { openPaper, type Paper } from "./paper.ts";

const A4: [number, number] = [595.28, 841.89];
const LEFT = 48;
const RIGHT = 547;
const LABEL = { font: "sans", size: 9, colour: "#222222" } as const;
const TYPED = { font: "typewriter", size: 11.5, colour: "#151515" } as const;

export function form(): Promise<Buffer> {
  const about = { title: "Household claim form", author: "Example Mutual Insurance", made: "2026-05-04T10:00:00Z" };
  const paper = openPaper(about, A4, LABEL);
  head(paper);
  policyholder(paper);
  loss(paper);
  payment(paper);
  declaration(paper);
  return paper.bytes();
}

function head(paper: Paper): void {
  paper.pdf.rect(LEFT, 40, 34, 34).lineWidth(2).strokeColor("#222222").stroke();
  paper.pdf
    .path(`M ${LEFT + 6} 64 L ${LEFT + 17} 48 L ${LEFT + 28} 64 Z`)
    .lineWidth(2)
    .stroke();
  paper.write("Example Mutual Insurance", 94, 38, { font: "sans-bold", size: 17 });
  paper.write("Claims 0808 157 0142 · www.example.com", 94, 60, { size: 9 });
  paper.write("Household claim form", LEFT, 92, { font: "sans-bold", size: 20 });
  paper.write("Please complete in block letters or typewriting and return within 30 days.", LEFT, 118, { size: 9.5 });
  paper.write("Form HC-12 (01/26)", RIGHT, 96, { size: 8.5, align: "right" });
}

function section(paper: Paper, title: string, y: number): void {
  paper.pdf.rect(LEFT, y, RIGHT - LEFT, 17).fill("#dcdcdc");
  paper.write(title, LEFT + 6, y + 2, { font: "sans-bold", size: 10 });
}

/** A printed label above a ruled box, and the typed text in it. */
function field(paper: Paper, label: string, typed: string, x: number, y: number, width: number): void {
  paper.write(label, x, y);
  paper.pdf
    .rect(x, y + 13, width, 22)
    .lineWidth(0.7)
    .strokeColor("#555555")
    .stroke();
  paper.write(typed, x + 8, y + 18, TYPED);
}

function policyholder(paper: Paper): void {
  section(paper, "1  Policyholder", 142);
  field(paper, "Full name", "Rosalind Ashgrove", LEFT, 166, 240);
  field(paper, "Date of birth", "17 August 1984", 307, 166, 240);
  field(paper, "Policy number", "HH-4471-20936", LEFT, 208, 240);
  field(paper, "Telephone", "01632 960 284", 307, 208, 240);
  field(paper, "Address", "5 Specimen Close, Sampleton XA4 3YX", LEFT, 250, RIGHT - LEFT);
  field(paper, "Email", "rosalind.ashgrove@example.com", LEFT, 292, RIGHT - LEFT);
}

function loss(paper: Paper): void {
  section(paper, "2  The loss", 342);
  field(paper, "Date of loss", "28 April 2026", LEFT, 366, 240);
  field(paper, "Time of loss", "06:45", 307, 366, 240);
  paper.write("Cause of loss (tick one)", LEFT, 412);
  const causes = ["Fire", "Water", "Storm", "Theft", "Other"];
  causes.forEach((cause, i) => {
    box(paper, LEFT + 4 + i * 84, 428, cause, cause === "Water");
  });
  field(paper, "Description of the loss", "Washing machine hose burst, kitchen floor soaked", LEFT, 450, RIGHT - LEFT);
  field(paper, "Amount claimed", "GBP 1,284.50", LEFT, 494, 240);
  field(paper, "Items damaged", "4", 307, 494, 240);
  paper.write("Was the loss reported to the police?", LEFT, 542);
  box(paper, 300, 541, "Yes", false);
  box(paper, 360, 541, "No", true);
}

function payment(paper: Paper): void {
  section(paper, "3  Payment", 572);
  field(paper, "Account holder", "Rosalind Ashgrove", LEFT, 596, 240);
  field(paper, "IBAN", "GB82 WEST 1234 5698 7654 32", 307, 596, 240);
}

function declaration(paper: Paper): void {
  section(paper, "4  Declaration", 646);
  box(paper, LEFT + 4, 673, "I declare that the above is true and complete to the best of my knowledge.", true);
  box(paper, LEFT + 4, 691, "I would like to receive the answer by email.", true);
  field(paper, "Date completed", "4 May 2026", LEFT, 716, 240);
  paper.write("Signature", 307, 716);
  paper.rule(307, 764, RIGHT, 764, { width: 0.7, colour: "#555555" });
  paper.write("R. Ashgrove", 350, 732, { font: "pen", size: 27, colour: "#16244f" });
  paper.write("Example Mutual Insurance is an invented company. Page 1 of 1", LEFT, 790, { size: 8 });
}

function box(paper: Paper, x: number, y: number, label: string, ticked: boolean): void {
  paper.pdf
    .rect(x, y + 1, 10, 10)
    .lineWidth(0.9)
    .strokeColor("#333333")
    .stroke();
  if (ticked)
    paper.pdf
      .moveTo(x - 1.5, y + 5)
      .quadraticCurveTo(x + 3, y + 8, x + 4, y + 11)
      .quadraticCurveTo(x + 6, y + 1, x + 14, y - 3)
      .lineWidth(1.7)
      .strokeColor("#16244f")
      .stroke();
  paper.write(label, x + 17, y, { size: 9.5 });
}

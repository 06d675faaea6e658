/** A PDF page to draw on: text that is measured first, lines, squares to tick, page breaks. */
import PDFDocument from "pdfkit";
import type { Random } from "./random.ts";

const FAMILIES = [
  ["Helvetica", "Helvetica-Bold", "Helvetica-Oblique"],
  ["Times-Roman", "Times-Bold", "Times-Italic"],
  ["Courier", "Courier-Bold", "Courier-Oblique"],
] as const;
const INKS = ["#1f3a5f", "#5a1f1f", "#1f5a3a", "#333333", "#6a4a00", "#000000"] as const;

/** How a document looks. Sizes and margins are in points. */
export type Look = {
  pageWidthPt: number;
  pageHeightPt: number;
  marginPt: number;
  sizePt: number;
  family: (typeof FAMILIES)[number];
  valueFamily: (typeof FAMILIES)[number];
  label: "plain" | "bold" | "grey" | "italic" | "capitals";
  valueBold: boolean;
  ink: string;
  footer: string;
};
/** A drawn text and its box, in points from the upper left corner of its page. */
export type Mark = { text: string; page: number; leftPt: number; topPt: number; widthPt: number; heightPt: number };
export type Sheet = {
  look: Look;
  random: Random;
  doc: PDFKit.PDFDocument;
  /** The top of what is drawn next, in points from the top of the page. */
  yPt: number;
  /** Every text drawn, in the order of drawing. */
  drawn: Mark[];
  /** The page that is drawn on, from 1. */
  page: number;
};
export type Pen = { font?: string; sizePt?: number; color?: string; align?: "left" | "right" | "center"; widthPt?: number };
/** A part of the page's width. */
export type Lane = { xPt: number; widthPt: number };

export function drawLook(random: Random, narrow: boolean): Look {
  const family = random.chance(0.6) ? FAMILIES[0] : random.pick(FAMILIES);
  const letter = random.chance(0.4);
  return {
    pageWidthPt: narrow ? random.int(230, 290) : letter ? 612 : 595,
    pageHeightPt: narrow ? 780 : letter ? 792 : 842,
    marginPt: narrow ? random.int(12, 20) : random.int(32, 68),
    sizePt: narrow ? 8 + random.next() * 1.5 : 8 + random.next() * 3,
    family,
    valueFamily: random.chance(0.15) ? random.pick(FAMILIES) : family,
    label: random.pick(["plain", "plain", "bold", "bold", "grey", "italic", "capitals"] as const),
    valueBold: random.chance(0.15),
    ink: random.pick(INKS),
    footer: narrow
      ? ""
      : random.pick([
          "",
          "Page #",
          "Page # of 1",
          "- # -",
          "#",
          "This document was produced electronically and is valid without signature.   #",
        ]),
  };
}

/** Opens a first, empty page. The creation date is fixed, so equal drawings give equal bytes. */
export function openSheet(look: Look, random: Random): Sheet {
  const doc = new PDFDocument({
    size: [look.pageWidthPt, look.pageHeightPt],
    margin: 0,
    info: { CreationDate: new Date(Date.UTC(2026, 4, 12)), Producer: "pages" },
  });
  const sheet: Sheet = { look, random, doc, yPt: look.marginPt, drawn: [], page: 1 };
  drawFooter(sheet, 1);
  return sheet;
}

export const laneOf = ({ look }: Sheet): Lane => ({ xPt: look.marginPt, widthPt: look.pageWidthPt - 2 * look.marginPt });
export const rowPt = ({ look }: Sheet): number => look.sizePt * 1.35;

/** Starts a page when fewer than `heightPt` points are left. Returns whether a page was started. */
export function room(sheet: Sheet, heightPt: number): boolean {
  const { look, doc } = sheet;
  if (sheet.yPt + heightPt <= look.pageHeightPt - look.marginPt - 14 || sheet.yPt <= look.marginPt + 1) return false;
  doc.addPage();
  sheet.yPt = look.marginPt;
  sheet.page++;
  drawFooter(sheet, sheet.page);
  return true;
}

function drawFooter(sheet: Sheet, page: number): void {
  const { look } = sheet;
  if (look.footer === "") return;
  write(sheet, look.footer.replace("#", String(page)), look.marginPt, look.pageHeightPt - look.marginPt + 4, {
    sizePt: 6.5,
    color: "#666666",
    align: "center",
    widthPt: look.pageWidthPt - 2 * look.marginPt,
  });
}

export function measure(sheet: Sheet, line: string, pen: Pen = {}): number {
  return setPen(sheet, pen).widthOfString(line);
}

/** One line at a place; never wraps. */
export function write(sheet: Sheet, line: string, xPt: number, yPt: number, pen: Pen = {}): void {
  const doc = setPen(sheet, pen);
  const widthPt = doc.widthOfString(line);
  const free = (pen.widthPt ?? 0) - widthPt;
  const shift = pen.widthPt === undefined || pen.align === undefined || pen.align === "left" ? 0 : pen.align === "right" ? free : free / 2;
  doc.fillColor(pen.color ?? "#000000").text(line, xPt + shift, yPt, { lineBreak: false });
  const heightPt = (pen.sizePt ?? sheet.look.sizePt) * 0.75;
  sheet.drawn.push({ text: line, page: sheet.page, leftPt: xPt + shift, topPt: yPt, widthPt, heightPt });
}

function setPen({ doc, look }: Sheet, { font, sizePt }: Pen): PDFKit.PDFDocument {
  return doc.font(font ?? look.family[0]).fontSize(sizePt ?? look.sizePt);
}

/** Breaks at spaces; a word that is wider than the width stands alone on its line. */
export function wrap(sheet: Sheet, line: string, widthPt: number, pen: Pen = {}): string[] {
  const lines: string[] = [];
  let current = "";
  for (const word of line.split(" ")) {
    const longer = current === "" ? word : `${current} ${word}`;
    if (current !== "" && measure(sheet, longer, pen) > widthPt) {
      lines.push(current);
      current = word;
    } else current = longer;
  }
  return [...lines, current];
}

/** Writes a paragraph at the sheet's height and moves the height below it. */
export function paragraph(sheet: Sheet, line: string, { xPt, widthPt }: Lane, pen: Pen = {}): void {
  const stepPt = (pen.sizePt ?? sheet.look.sizePt) * 1.3;
  for (const part of wrap(sheet, line, widthPt, pen)) {
    room(sheet, stepPt);
    write(sheet, part, xPt, sheet.yPt, { ...pen, widthPt });
    sheet.yPt += stepPt;
  }
}

export function rule({ doc }: Sheet, xPt: number, yPt: number, widthPt: number, color = "#888888"): void {
  doc
    .lineWidth(0.6)
    .strokeColor(color)
    .moveTo(xPt, yPt)
    .lineTo(xPt + widthPt, yPt)
    .stroke();
}

export function frame({ doc }: Sheet, xPt: number, yPt: number, widthPt: number, heightPt: number, fill?: string): void {
  doc.lineWidth(0.6).strokeColor("#555555").rect(xPt, yPt, widthPt, heightPt);
  if (fill) doc.fillAndStroke(fill, "#555555");
  else doc.stroke();
}

/** A square to tick, drawn as paths; the mark is a cross or a tick. */
export function tickBox({ doc, random }: Sheet, xPt: number, yPt: number, sidePt: number, on: boolean): void {
  doc.lineWidth(0.7).strokeColor("#000000").rect(xPt, yPt, sidePt, sidePt).stroke();
  if (!on) return;
  doc.lineWidth(1.1);
  if (random.chance(0.6)) {
    doc.moveTo(xPt + 1.2, yPt + 1.2).lineTo(xPt + sidePt - 1.2, yPt + sidePt - 1.2);
    doc.moveTo(xPt + sidePt - 1.2, yPt + 1.2).lineTo(xPt + 1.2, yPt + sidePt - 1.2);
  } else {
    doc
      .moveTo(xPt + 1, yPt + sidePt * 0.55)
      .lineTo(xPt + sidePt * 0.4, yPt + sidePt - 1.2)
      .lineTo(xPt + sidePt - 0.8, yPt + 1);
  }
  doc.stroke();
}

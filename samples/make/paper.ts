/** A page to draw on: pdfkit with bundled fonts, the same bytes in every run. Lengths are points from the top left. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import PDFDocument from "pdfkit";

/** Fonts of npm packages, so that a machine without fonts draws the same. */
const FONT_FILES = {
  sans: "@fontsource/source-sans-3/files/source-sans-3-latin-400-normal.woff",
  "sans-bold": "@fontsource/source-sans-3/files/source-sans-3-latin-600-normal.woff",
  till: "@fontsource/source-sans-3/files/source-sans-3-latin-500-normal.woff",
  "till-bold": "@fontsource/source-sans-3/files/source-sans-3-latin-700-normal.woff",
  typewriter: "@fontsource/special-elite/files/special-elite-latin-400-normal.woff",
  pen: "@fontsource/caveat/files/caveat-latin-600-normal.woff",
} as const;
type PackagedFont = keyof typeof FONT_FILES;
export type Font = PackagedFont | "Helvetica" | "Helvetica-Bold" | "Helvetica-Oblique";

/** `align: "right"`: `x` is the right edge; `"center"`: the middle. `wrap`: width at which lines break. */
export type Ink = { font?: Font; size?: number; colour?: string; align?: "left" | "right" | "center"; wrap?: number };

export type Paper = {
  pdf: PDFKit.PDFDocument;
  /** Returns the height of the text. */
  write(text: string, x: number, y: number, ink?: Ink): number;
  rule(x1: number, y1: number, x2: number, y2: number, look?: { width?: number; colour?: string }): void;
  /** Ends the document. */
  bytes(): Promise<Buffer>;
};

/** Pages stay open until the end, so that a footer can have the number of pages. */
export function openPaper(about: { title: string; author: string; made: string }, size: [number, number], ink: Ink = {}): Paper {
  const pdf = new PDFDocument({
    size,
    margin: 0,
    bufferPages: true,
    info: { Title: about.title, Author: about.author, CreationDate: new Date(about.made), ModDate: new Date(about.made) },
  });
  const chunks: Buffer[] = [];
  pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<Buffer>((resolve) => pdf.on("end", () => resolve(Buffer.concat(chunks))));
  const { resolve } = createRequire(import.meta.url);
  for (const [name, file] of Object.entries(FONT_FILES)) pdf.registerFont(name, readFileSync(resolve(file)));
  return {
    pdf,
    write(text, x, y, own = {}) {
      const { font = "Helvetica", size: type = 9, colour = "#1d2329", align = "left", wrap } = { ...ink, ...own };
      pdf.font(font).fontSize(type).fillColor(colour);
      if (wrap !== undefined) {
        pdf.text(text, x, y, { width: wrap, align });
        return pdf.heightOfString(text, { width: wrap });
      }
      const width = align === "left" ? 0 : pdf.widthOfString(text);
      pdf.text(text, align === "right" ? x - width : x - width / 2, y, { lineBreak: false });
      return pdf.currentLineHeight(true);
    },
    rule(x1, y1, x2, y2, { width = 0.6, colour = "#1d2329" } = {}) {
      pdf.moveTo(x1, y1).lineTo(x2, y2).lineWidth(width).strokeColor(colour).stroke();
    },
    bytes() {
      pdf.end();
      return ended;
    },
  };
}

/** Draws the same on every page, such as a footer; `page` counts from 1. */
export function onEveryPage({ pdf }: Paper, draw: (page: number, pages: number) => void): void {
  const { count } = pdf.bufferedPageRange();
  for (let i = 0; i < count; i += 1) {
    pdf.switchToPage(i);
    draw(i + 1, count);
  }
}

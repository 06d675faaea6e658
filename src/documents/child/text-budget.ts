/** Cuts the text of a document at a number of UTF-8 bytes, on a line's border. */
import type { Line, Page } from "#documents/document.ts";

export class TextBudget {
  /** True once something was cut: later pages are to be left out. */
  spent = false;
  private left: number;

  constructor(bytes: number) {
    this.left = bytes;
  }

  /** The page with the lines that still fit. */
  fit(page: Page): Page {
    const lines: Line[] = [];
    for (const line of page.lines) {
      this.left -= Buffer.byteLength(line.text) + 1;
      if (this.left < 0) {
        this.spent = true;
        return { ...page, lines };
      }
      lines.push(line);
    }
    return page;
  }
}

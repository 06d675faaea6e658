/** Prints web pages to PDF or PNG with an installed Chromium; downloads none. */
import { accessSync, constants } from "node:fs";
import path from "node:path";
import { chromium } from "playwright-core";
import type { Page } from "./to-html.ts";

export const PNG_DPI = 150;
/** Dots per inch of a CSS pixel, by definition. */
const CSS_DPI = 96;
/** A4 in CSS pixels. */
const SHEET = { width: 794, height: 1123 };
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

export type Printer = { pdf(page: Page): Promise<Buffer>; png(page: Page): Promise<Buffer> } & AsyncDisposable;

/** The browser is the environment's `CHROMIUM`, else `chromium` on the PATH. Throws when there is none. */
export async function openPrinter(): Promise<Printer> {
  const browser = await chromium.launch({ executablePath: executable(), args: FLAGS });
  const context = await browser.newContext({
    viewport: SHEET,
    deviceScaleFactor: PNG_DPI / CSS_DPI,
    javaScriptEnabled: false,
    offline: true,
  });
  const sheet = await context.newPage();
  return {
    async pdf({ html, header }) {
      await sheet.setContent(html);
      const headed =
        header === null
          ? {}
          : { displayHeaderFooter: true, headerTemplate: header, footerTemplate: "<span></span>", margin: { top: "16mm" } };
      return sheet.pdf({ format: "A4", printBackground: true, ...headed });
    },
    async png({ html }) {
      await sheet.setContent(html);
      return sheet.screenshot({ clip: { x: 0, y: 0, ...SHEET } });
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
    },
  };
}

function executable(): string {
  const { CHROMIUM, PATH = "" } = process.env;
  const found = [
    ...(CHROMIUM === undefined ? [] : [CHROMIUM]),
    ...PATH.split(path.delimiter).map((folder) => path.join(folder, "chromium")),
  ].find(mayRun);
  if (found === undefined) throw new Error("Printing needs Chromium: put `chromium` on the PATH or name it in CHROMIUM.");
  return found;
}

function mayRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

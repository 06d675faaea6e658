import type { Page } from "#documents/document.ts";

/** A page of a scan without words. */
export const scannedPage = (number: number): Page => ({
  number,
  width: 595,
  height: 842,
  textSource: "ocr",
  quality: 1,
  lines: [],
  rulings: [],
  formFields: [],
  hidden: [],
});

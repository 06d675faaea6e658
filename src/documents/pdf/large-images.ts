/** Detects in a PDF's bytes, without opening it, whether it has pictures, and whether one of its pages may be a scan. */

/** A scanned page has more pixels to a side than this at any resolution worth reading: A4 at 72 dpi has 595, A5 at 96 dpi 559. */
const SCAN_SIDE_PX = 550;

/**
 * True when the file has an image as wide as a scan. Image dictionaries are never compressed or hidden: streams cannot be inside object
 * streams, and encryption leaves names and numbers as they are.
 */
export function mayHoldScans(pdf: Buffer): boolean {
  const name = "/Width";
  for (let at = pdf.indexOf(name, 0, "latin1"); at >= 0; at = pdf.indexOf(name, at + name.length, "latin1")) {
    const width = Number.parseInt(pdf.toString("latin1", at + name.length, at + name.length + 12), 10);
    // An indirect reference instead of a number counts as large: it cannot be resolved here.
    const reference = /^\s*\d+\s+\d+\s+R/.test(pdf.toString("latin1", at + name.length, at + name.length + 20));
    if (width > SCAN_SIDE_PX || reference) return true;
  }
  return false;
}

/** Does not detect inline images of a content stream; signatures are not stored as those. */
export const holdsPictures = (pdf: Buffer): boolean =>
  ["/Subtype/Image", "/Subtype /Image"].some((words) => pdf.includes(words, 0, "latin1"));

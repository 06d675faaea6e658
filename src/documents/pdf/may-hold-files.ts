/** Tells quickly which PDFs have no attachments. */

/** The stream of an attachment is never inside of a compressed object, so its type can be read in the bytes. */
export const mayHoldFiles = (pdf: Buffer): boolean => pdf.includes("EmbeddedFile", 0, "latin1");

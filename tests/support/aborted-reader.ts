/** A file that ends whatever reads it, and readers of a kind that it ends. */
import { INVOICE, pdfOf } from "./pdf.ts";

/** For a service of own processes: its readers abort, as by a parser's failed assertion, at poisonous files. Each such file ends two of them. */
export const ABORTING_READERS = { NODE_OPTIONS: `--import ${new URL("./aborting-readers.mjs", import.meta.url).href}` };

/** `tests/support/aborting-child.ts` knows the words. */
export const poisonPdf = async (): Promise<Buffer> => Buffer.concat([await pdfOf(INVOICE), Buffer.from("\n% abort the reader\n")]);

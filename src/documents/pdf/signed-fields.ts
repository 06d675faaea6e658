/** Which signature fields of a PDF hold a signature. Loaded only for files that have such fields and a signature. */
import { PDFDocument, PDFName, PDFSignature } from "@cantoo/pdf-lib";

/** Full names. Empty for a file that cannot be opened. */
export async function signedFieldsOf(pdf: Buffer, password: string | null): Promise<ReadonlySet<string>> {
  try {
    const document = await PDFDocument.load(pdf, { ...(password === null ? {} : { password }), updateMetadata: false });
    const fields = document.getForm().getFields();
    const signed = fields.filter((field) => field instanceof PDFSignature && field.acroField.dict.lookup(PDFName.of("V")) !== undefined);
    return new Set(signed.map((field) => field.getName()));
  } catch {
    return new Set();
  }
}

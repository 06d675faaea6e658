/** The sample documents; beside each file are its schema and its expected values (`.schema.json`, `.expected.json`). */
import { readFile } from "node:fs/promises";
import path from "node:path";

export type Sample = { file: string; what: string };

export const SAMPLES: readonly Sample[] = [
  { file: "invoice-en.pdf", what: "an English invoice over two pages" },
  { file: "invoice-de.pdf", what: "a German invoice over two pages" },
  { file: "receipt-photo.jpg", what: "a photographed till receipt" },
  { file: "form-scan.png", what: "a scanned, filled-in claim form" },
];

/** Applications for the job of `JOB_AD`, best fit first, by invented people. */
export const RESUMES: readonly (Sample & { name: string; email: string; phone: string; contentType: string })[] = [
  {
    file: "resume-lena-brandt.pdf",
    what: "a résumé of one column",
    name: "Lena Brandt",
    email: "lena.brandt@example.com",
    phone: "+44 113 496 0142",
    contentType: "application/pdf",
  },
  {
    file: "resume-tomas-ferreira.pdf",
    what: "a résumé with a dark sidebar",
    name: "Tomás Ferreira Lima",
    email: "tomas.ferreira@example.org",
    phone: "+351 21 555 0164",
    contentType: "application/pdf",
  },
  {
    file: "resume-aiko-tanabe.docx",
    what: "a résumé as a Word document, contact in the page header",
    name: "Aiko Tanabe",
    email: "aiko.tanabe@example.net",
    phone: "+44 114 496 0177",
    contentType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  },
  {
    file: "resume-samuel-okoro.jpg",
    what: "a photographed résumé",
    name: "Samuel Okoro",
    email: "samuel.okoro@example.com",
    phone: "+44 20 7946 0018",
    contentType: "image/jpeg",
  },
];

export const JOB_AD = "job-ad.txt";

const inFolder = (name: string) => path.join(import.meta.dirname, name);

export function readSample({ file }: Pick<Sample, "file">): Promise<Buffer> {
  return readFile(inFolder(file));
}

/** The JSON beside a sample. */
export async function readBeside({ file }: Sample, kind: "schema" | "expected"): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(inFolder(`${path.parse(file).name}.${kind}.json`), "utf8"));
}

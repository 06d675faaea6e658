/** The sample documents; beside each file are its schema and its expected values (`.schema.json`, `.expected.json`). */
import { readFile } from "node:fs/promises";
import path from "node:path";

export type Sample = { file: string; what: string };

export const SAMPLES: readonly Sample[] = [
  { file: "invoice-en.pdf", what: "an English invoice over two pages" },
  { file: "invoice-de.pdf", what: "a German invoice over two pages" },
  { file: "factur-x.pdf", what: "a French e-invoice (Factur-X), as page and as data" },
  { file: "xrechnung.xml", what: "a German e-invoice (XRechnung in UBL), data with a sheet of hours in it" },
  { file: "receipt-photo.jpg", what: "a photographed till receipt" },
  { file: "form-scan.png", what: "a scanned, filled-in claim form" },
];

/** Slips of one layout, with labels that nobody knows who did not see one filled in; `slip.schema.json` is asked of each. */
export const SLIPS: readonly (Sample & { values: Record<string, unknown> })[] = [
  {
    file: "slip-1.pdf",
    what: "a slip with labels of its own",
    values: {
      order_code: "KX-20411",
      customer: "Orchard Lane Bakery",
      due_day: "2026-02-03",
      sum: 318.4,
      goods: [
        { text: "Rye flour", amount: 118.4 },
        { text: "Oven trays", amount: 200 },
      ],
    },
  },
  {
    file: "slip-2.pdf",
    what: "the next slip",
    values: {
      order_code: "KX-20977",
      customer: "Elms Bicycle Works",
      due_day: "2026-03-17",
      sum: 92.15,
      goods: [{ text: "Chain oil", amount: 92.15 }],
    },
  },
  {
    file: "slip-3.pdf",
    what: "the next slip",
    values: {
      order_code: "KX-21350",
      customer: "Marsh Street School",
      due_day: "2026-04-29",
      sum: 1004,
      goods: [
        { text: "Chalk", amount: 4 },
        { text: "Boards", amount: 1000 },
      ],
    },
  },
  {
    file: "slip-4.pdf",
    what: "the next slip",
    values: {
      order_code: "KX-21888",
      customer: "Fenwick Printers",
      due_day: "2026-05-11",
      sum: 77.7,
      goods: [{ text: "Black ink", amount: 77.7 }],
    },
  },
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

/** Small résumés made on the spot; the people are invented. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { base64, pdfOf } from "./pdf.ts";

export const RESUME_TEXT = [
  "Mia Muster",
  "mia.muster@example.com | +49 30 23125014",
  "",
  "EXPERIENCE",
  "Data Engineer, Example Freight, 2019 - 2024",
  "- Wrote 40 pipelines in Python for the parcel teams.",
  "- Kept the PostgreSQL tables of 12 services.",
  "EDUCATION",
  "B.Sc. Computer Science, Example University, 2018",
  "SKILLS",
  "Python, PostgreSQL, Kafka",
].join("\n");

export type Person = { name: string; email: string };

export const textOf = ({ name, email }: Person): string =>
  RESUME_TEXT.replace("Mia Muster", name).replace("mia.muster@example.com", email).replace(" | +49 30 23125014", "");

export const resumePdf = (person: Person): Promise<Buffer> =>
  pdfOf([
    textOf(person)
      .split("\n")
      .map((text, i) => ({ text, y: 50 + 18 * i, size: i === 0 ? 18 : 11 })),
  ]);

/** The upper part of the photographed sample, name and work: OCR takes a third of the time that it takes for all. */
export async function photographedResume(): Promise<Buffer> {
  const photo = sharp(await readFile(path.resolve(import.meta.dirname, "../../samples/resume-samuel-okoro.jpg")));
  const { width, height } = await photo.metadata();
  return photo
    .extract({ left: 0, top: 0, width, height: Math.round(height * 0.3) })
    .jpeg()
    .toBuffer();
}

export const fileOf = (filename: string, bytes: Buffer | string) => ({
  filename,
  content_type: "application/octet-stream",
  content: base64(Buffer.from(bytes)),
});

/** Invented people with different names and addresses. */
export function people(count: number): Person[] {
  const given = ["Ada", "Ben", "Chloe", "Dev", "Eve", "Finn", "Gia", "Hugo", "Ines", "Jon"];
  const family = ["Muster", "Beispiel", "Example", "Sample", "Modelo", "Exemple", "Voorbeeld", "Esempio"];
  return Array.from({ length: count }, (_, i) => {
    const name = `${given[i % given.length]} ${family[Math.floor(i / given.length) % family.length]}`;
    return { name, email: `${name.toLowerCase().replace(" ", ".")}@example.com` };
  });
}

/** Which résumés of a batch are of a person who has an earlier one in it. */
import type { ResumeSummary } from "#recruiting/tables.ts";

/** `summary`: null when the résumé could not be read. */
export type Compared = {
  index: number;
  sha256: string | null;
  summary: Pick<ResumeSummary, "application_name" | "email" | "phone"> | null;
};

/** Index → index of the first résumé of the same person: same file, same e-mail address, or same name and phone. */
export function duplicatesIn(entries: readonly Compared[]): Map<number, number> {
  const first = new Map<string, number>();
  const duplicates = new Map<number, number>();
  for (const entry of [...entries].sort((a, b) => a.index - b.index)) {
    const signs = signsOf(entry);
    const earlier = signs.map((sign) => first.get(sign)).find((index) => index !== undefined);
    if (earlier !== undefined) duplicates.set(entry.index, earlier);
    for (const sign of signs) if (!first.has(sign)) first.set(sign, earlier ?? entry.index);
  }
  return duplicates;
}

function signsOf({ sha256, summary }: Compared): string[] {
  if (!summary) return [];
  const { email, phone, application_name: name } = summary;
  const digits = phone.replace(/\D/g, "");
  return [
    ...(sha256 === null ? [] : [`file ${sha256}`]),
    ...(email === "" ? [] : [`email ${email.toLowerCase()}`]),
    ...(digits === "" || name === "" ? [] : [`person ${name.toLowerCase()} ${digits}`]),
  ];
}

/** Which of the files that somebody chose can be sent, and why the others cannot. */

export type Chosen = { files: File[]; refused: { name: string; why: string }[] };

/** What the API takes. */
const FILE_BYTES_MAX = 10 * 1024 * 1024;
const FILES_MAX = 1_000;
const MEGABYTE = 1024 * 1024;

/** A file of the same name, size and time is the same file. What else is wrong with one, its task says. */
export function chosenOf(all: readonly File[]): Chosen {
  const files = new Map<string, File>();
  const refused: Chosen["refused"] = [];
  for (const file of all) {
    const { name, size, lastModified } = file;
    if (size === 0) refused.push({ name, why: "empty" });
    else if (size > FILE_BYTES_MAX) refused.push({ name, why: "larger than 10 MB" });
    else if (files.size >= FILES_MAX) refused.push({ name, why: "more than 1,000" });
    else files.set(`${name}\n${size}\n${lastModified}`, file);
  }
  return { files: [...files.values()], refused };
}

export const sizeOf = (bytes: number): string =>
  bytes < MEGABYTE ? `${Math.max(1, Math.round(bytes / 1024))} kB` : `${(bytes / MEGABYTE).toFixed(1)} MB`;

/** Tables as files for spreadsheets. */

export type Cell = string | number | null;

/** RFC 4180. */
export const csvOf = (rows: readonly (readonly Cell[])[]): string => `${rows.map((row) => row.map(cellOf).join(",")).join("\r\n")}\r\n`;

/** What a spreadsheet would take for a formula, in ASCII or full width, gets an apostrophe (OWASP, CSV injection). */
function cellOf(value: Cell): string {
  const text = typeof value === "string" && /^[=+\-@\t\r\n＝＋－＠]/u.test(value) ? `'${value}` : String(value ?? "");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function download(name: string, type: string, text: string): void {
  // A spreadsheet takes the bytes for UTF-8 only with this mark before them.
  const url = URL.createObjectURL(new Blob([type === "text/csv" ? "\ufeff" : "", text], { type }));
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}

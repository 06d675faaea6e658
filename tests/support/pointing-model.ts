/** Plays a model that reads well: answers from the numbered lines it is shown, by patterns that a test gives. */
import type { Asked } from "./model-server.ts";

export type ShownLine = { page: number; line: number; text: string };
export type Patterns = {
  /** By path; the first group of the first line that matches is the answer. */
  fields?: Record<string, RegExp>;
  /** By path; one group per column. */
  tables?: Record<string, { columns: string[]; row: RegExp }>;
};

/** The lines of the last fenced part: what is to be answered from. */
export function shownLines(text: string): ShownLine[] {
  const parts = [...text.matchAll(/<(document-[0-9a-f]{16})>\n([\s\S]*?)\n<\/\1>/g)];
  let page = 0;
  return (parts.at(-1)?.[2] ?? "").split("\n").flatMap((line) => {
    const heading = /^page (\d+)$/.exec(line);
    if (heading) page = Number(heading[1]);
    const [, number, words] = /^(\d+)\| (.*)$/.exec(line) ?? [];
    return number === undefined ? [] : [{ page, line: Number(number), text: words ?? "" }];
  });
}

export function pointingModel({ fields = {}, tables = {} }: Patterns): (asked: Pick<Asked, "text">) => object {
  return ({ text }) => {
    const lines = shownLines(text);
    const findings = Object.entries(fields).flatMap(([path, pattern]) => {
      const hit = lines.map((line) => ({ ...line, match: pattern.exec(line.text) })).find(({ match }) => match !== null);
      return hit?.match ? [{ path, raw: hit.match[1] ?? "", page: hit.page, line: hit.line, value: null }] : [];
    });
    const answered = Object.entries(tables).map(([path, { columns, row }]) => ({
      path,
      columns,
      rows: lines.flatMap(({ page, line, text: words }) => {
        const match = row.exec(words);
        return match ? [{ page, line, cells: columns.map((_, i) => match[i + 1] ?? null) }] : [];
      }),
    }));
    return { findings, tables: answered.filter(({ rows }) => rows.length > 0) };
  };
}

/** The type of most of the text, against which headings stand out. */
import type { Row } from "#resumes/page/row.ts";

export type BodyStyle = {
  /** Height of most letters in page units. */
  size: number;
  /** Whether most letters are bold; then bold is not a sign of a heading. */
  bold: boolean;
  /** Gap between two lines of a paragraph, in font heights. */
  gap: number;
  /** Like `gap`, of the tighter lines: a larger gap separates list items whose bullets are drawn. */
  tight: number;
  /** One size and one weight throughout, as in a text file: type is no sign at all. */
  plain: boolean;
};

export function bodyStyle(rows: readonly Row[]): BodyStyle {
  const bySize = new Map<number, number>();
  let bold = 0;
  let all = 0;
  for (const row of rows) {
    const letters = row.piece.text.length;
    const size = Math.round(row.size * 2) / 2;
    bySize.set(size, (bySize.get(size) ?? 0) + letters);
    if (row.bold) bold += letters;
    all += letters;
  }
  const size = [...bySize].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 10;
  const gaps = rows.map((row) => row.gap).filter((gap) => Number.isFinite(gap) && gap > -0.5);
  const plain = bySize.size === 1 && (bold === 0 || bold === all);
  gaps.sort((a, b) => a - b);
  const at = (share: number) => gaps[Math.floor(gaps.length * share)] ?? 0.3;
  return { size, bold: bold * 2 > all, plain, gap: at(0.4), tight: at(0.15) };
}

/** Whether there is a blank line, or a larger gap than between lines of a paragraph, above the row. */
export function standsApart(row: Row, body: BodyStyle): boolean {
  return row.gap > body.gap + 0.45;
}

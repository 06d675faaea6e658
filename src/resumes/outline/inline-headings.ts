/** A résumé without headings on rows of their own: `Ann Bee, ann@example.com, Skills: Go, SQL`. Its labels open sections within the row. */
import { inlineKind } from "#resumes/lexicon/inline-kind.ts";
import { cut } from "#resumes/page/piece.ts";
import type { Row } from "#resumes/page/row.ts";
import type { BodyStyle } from "./body-style.ts";
import { findHeadings } from "./find-headings.ts";

/** A label and its colon, at the beginning of a row or after a separator. */
const LABEL = /(?<=^|[,;|•·。；，、.]\s{0,3}|\s[-–—]\s)[^\s:：,，;；|•·、。][^:：,，;；|•·、。]{1,38}[:：](?=\s*\S)/gu;
/** Longer documents have their headings on rows of their own. */
const ROWS_MAX = 40;

/** Rows split before their labels; unchanged when any row is a heading. */
export function withInlineHeadings(rows: readonly Row[], body: BodyStyle): readonly Row[] {
  return rows.length > ROWS_MAX || findHeadings(rows, body).size > 0 ? rows : rows.flatMap(cutAtLabels);
}

function cutAtLabels(row: Row): Row[] {
  const labels = [...row.piece.text.matchAll(LABEL)].filter(({ 0: label, index }) => index > 0 && inlineKind(label) !== null);
  const seams = [0, ...labels.map(({ index }) => index), row.piece.text.length];
  if (seams.length === 2) return [row];
  return seams.slice(1).flatMap((to, i) => {
    const piece = cut(row.piece, seams[i] ?? 0, to);
    return piece ? [{ ...row, piece, cells: [piece], gap: i === 0 ? row.gap : 0, bullet: i === 0 && row.bullet }] : [];
  });
}

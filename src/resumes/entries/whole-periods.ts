/** Joins rows when a period is split between them: `2006` over `Present: Circulation Director`, `June 2015 to` over `May 2016`. */
import { anyOf, WORD_START } from "#language/phrases.ts";
import type { Row } from "#resumes/page/row.ts";
import { rowOf } from "#resumes/page/row.ts";
import { findPeriod } from "#resumes/periods/find-period.ts";

const OPEN = new RegExp(`(?:[-–—]|${WORD_START}${anyOf("resumes", "opens_end")})$`, "iu");
const STARTS = new RegExp(`^(?:[-–—]\\s*)?(?:${anyOf("resumes", "row_of_present")}|(?:\\p{L}{3,9}\\.?\\s+)?(?:19|20)(?:\\d\\d|XX))`, "iu");
/** A year that a sample leaves open. */
const LEFT_OPEN = /(?:19|20)XX/iu;
const CHARACTERS_MAX = 24;

export function withWholePeriods(rows: readonly Row[]): Row[] {
  const joined: Row[] = [];
  for (const row of rows) {
    const last = joined.at(-1);
    const whole = last && breaksAt(last, row) ? together(last, row) : null;
    if (whole) joined[joined.length - 1] = whole;
    else joined.push(row);
  }
  return joined;
}

/** Whether the upper row ends with a single date and the lower one begins with another, and one of them has nothing else. */
function breaksAt(upper: Row, lower: Row): boolean {
  const text = upper.piece.text;
  if (upper.bullet || upper.block !== lower.block || !STARTS.test(lower.piece.text)) return false;
  const bare = text.replace(OPEN, "").trim();
  const date = findPeriod(bare);
  if (!date?.single || date.to < bare.length) return false;
  const next = lower.piece.text.replace(/^[-–—]\s*/, "");
  const whole = findPeriod(`${bare.slice(date.from)} - ${next}`);
  const { start, end } = whole?.period ?? {};
  if (!whole || whole.single || whole.from > 1) return false;
  if (!start) return LEFT_OPEN.test(bare);
  const alone = date.from <= 1 && text.length <= CHARACTERS_MAX;
  const nextAlone = whole.to - (bare.length - date.from) - 3 >= next.length - 1;
  return (alone || nextAlone) && (end === "present" || (end !== null && end !== undefined && end.year >= start.year));
}

function together(upper: Row, lower: Row): Row | null {
  const [first = [], ...rest] = lower.cells.map((cell) => cell.words);
  const lead = upper.cells.slice(0, -1).map((cell) => cell.words);
  const row = rowOf([...lead, [...(upper.cells.at(-1)?.words ?? []), ...first], ...rest], upper.page, upper.block, null);
  return row && { ...row, gap: upper.gap };
}

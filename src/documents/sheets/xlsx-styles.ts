/** How the cells of a workbook are shown: number formats and weight, by the index of their style. */
import { type Element, isTag } from "domhandler";
import { format, getFormatFromId, isDateFormat } from "numfmt";

export type CellStyle = { pattern: string; isDate: boolean; bold: boolean };

const GENERAL: CellStyle = { pattern: "General", isDate: false, bold: false };
/** Built-in dates are shown as the reader's country writes them: 14 is a date, 22 a date with time (ECMA-376 part 1, 18.8.30). */
const LOCAL_DATES: Record<number, string> = { 14: "yyyy-mm-dd", 22: "yyyy-mm-dd hh:mm" };

/** `root` of styles.xml. */
export function stylesIn(root: Element | undefined): CellStyle[] {
  const part = (name: string) =>
    (root?.children ?? [])
      .filter(isTag)
      .find((each) => each.name === name)
      ?.children.filter(isTag) ?? [];
  const own = new Map(part("numFmts").map(({ attribs }) => [Number(attribs.numFmtId), attribs.formatCode ?? "General"]));
  const fonts = part("fonts").map((font) => font.children.some((each) => isTag(each) && each.name === "b" && each.attribs.val !== "0"));
  return part("cellXfs").map(({ attribs }) => {
    const id = Number(attribs.numFmtId ?? 0);
    const pattern = own.get(id) ?? LOCAL_DATES[id] ?? getFormatFromId(id) ?? "General";
    return { pattern, isDate: dateFormat(pattern), bold: fonts[Number(attribs.fontId ?? 0)] ?? false };
  });
}

function dateFormat(pattern: string): boolean {
  try {
    return isDateFormat(pattern);
  } catch {
    return false;
  }
}

/** Days between the two systems in which Excel counts days (18.17.4.1). */
const DAYS_1904 = 1462;
/** Fillers and brackets that only line up numbers. */
const SPACES = /\s+/g;

/** A number as it is shown. `stored`: as the file has it. */
export function shownNumber(stored: string, style: CellStyle = GENERAL, from1904 = false): string {
  const value = Number(stored);
  if (stored.trim() === "" || !Number.isFinite(value)) return stored;
  try {
    const shown = format(style.pattern, style.isDate && from1904 ? value + DAYS_1904 : value, { dateErrorThrows: true });
    return shown.replace(SPACES, " ").trim() || "";
  } catch {
    return stored;
  }
}

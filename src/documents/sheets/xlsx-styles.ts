/** How the cells of a workbook are shown: number formats and weight, by the index of their style. */
import { type Element, isTag } from "domhandler";
import { format, isDateFormat } from "numfmt";

export type CellStyle = { pattern: string; isDate: boolean; bold: boolean };

const GENERAL: CellStyle = { pattern: "General", isDate: false, bold: false };
/**
 * Formats that files name by number only (ECMA-376 part 1, 18.8.30). Those of money are as in English; 14 and 22 are dates as the reader's
 * country writes them, which only a year in front makes clear.
 */
const BUILT_IN: Record<number, string> = {
  1: "0",
  2: "0.00",
  3: "#,##0",
  4: "#,##0.00",
  5: '"$"#,##0_);("$"#,##0)',
  6: '"$"#,##0_);("$"#,##0)',
  7: '"$"#,##0.00_);("$"#,##0.00)',
  8: '"$"#,##0.00_);("$"#,##0.00)',
  9: "0%",
  10: "0.00%",
  11: "0.00E+00",
  12: "# ?/?",
  13: "# ??/??",
  14: "yyyy-mm-dd",
  15: "d-mmm-yy",
  16: "d-mmm",
  17: "mmm-yy",
  18: "h:mm AM/PM",
  19: "h:mm:ss AM/PM",
  20: "h:mm",
  21: "h:mm:ss",
  22: "yyyy-mm-dd hh:mm",
  37: "#,##0_);(#,##0)",
  38: "#,##0_);(#,##0)",
  39: "#,##0.00_);(#,##0.00)",
  40: "#,##0.00_);(#,##0.00)",
  41: '_(* #,##0_);_(* (#,##0);_(* "-"_);_(@_)',
  42: '_("$"* #,##0_);_("$"* (#,##0);_("$"* "-"_);_(@_)',
  43: '_(* #,##0.00_);_(* (#,##0.00);_(* "-"??_);_(@_)',
  44: '_("$"* #,##0.00_);_("$"* (#,##0.00);_("$"* "-"??_);_(@_)',
  45: "mm:ss",
  46: "[h]:mm:ss",
  47: "mm:ss.0",
  48: "##0.0E+0",
};

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
    const pattern = own.get(id) ?? BUILT_IN[id] ?? "General";
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

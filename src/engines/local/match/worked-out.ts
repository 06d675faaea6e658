/** Single fields that ask for a count, a sum or the extreme of a table's rows: no document prints such a value as theirs. */
import type { Field } from "#contract/schema/field.ts";

const FEW_WORDS = "(?:[\\p{L}-]{1,30} ){0,3}";
const SOME = "[^.;()]{0,80}";
const TABLE = "(?:sheet|spreadsheet|workbook|worksheet|table|data ?set|file|list)";
const MOST =
  "(?:highest|lowest|largest|smallest|greatest|biggest|most|fewest|least|earliest|latest|longest|shortest|maximum|minimum|max|min)";

const ASKING: readonly string[] = [
  // "Number of data rows", "how many records".
  `\\b(?:(?:number|count) of|how many) ${FEW_WORDS}(?:rows|records)\\b`,
  // "Count of transactions in the sheet".
  `\\b(?:(?:number|count) of|how many) ${FEW_WORDS}\\p{L}{1,30}s (?:are )?(?:in|of|on|across) the ${FEW_WORDS}${TABLE}\\b`,
  // "Sum of the Profit column across every row", "the mean of all rows". A form prints the sum of its column.
  `\\b(?:sum|totals?|average|mean|median|difference|${MOST})\\b${SOME}\\b(?:across|over|of|in) (?:all|every|each) (?:of )?(?:the )?${FEW_WORDS}(?:rows?|records?)\\b`,
  `\\b(?:average|mean|median|${MOST})\\b${SOME}\\bof the ${FEW_WORDS}column\\b`,
  // "The Product of the single row with the highest Profit", "the highest Profit in the sheet".
  `\\b(?:rows?|records?|entry|entries) (?:with|having|that has|which has|whose [\\p{L} ]{1,40} is) the (?:single )?${MOST}\\b`,
  `\\b${MOST} ${SOME}\\b(?:in|of|on|across) the (?:whole |entire )?${TABLE}\\b`,
];
const WORKED_OUT = new RegExp(ASKING.join("|"), "iu");
/** What is said to be printed is on the page, whatever it is the sum of. */
const PRINTED = /\b(?:printed|stated|shown|labell?ed|reported|row or column)\b/iu;

/** Whether the description asks for what somebody has to work out of a table's rows, and not for what is printed. */
export const isWorkedOut = ({ description = "" }: Field): boolean => WORKED_OUT.test(description) && !PRINTED.test(description);

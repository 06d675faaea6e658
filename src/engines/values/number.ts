/** Numbers as documents print them: decimal comma or point, every way of grouping, minus signs, and brackets around what is below zero: (1,200) and <1,200>. */
import { anyOf } from "#language/phrases.ts";
import { stripCurrency } from "./currency.ts";

export type Decimal = "." | ",";

export type ReadNumber = {
  value: number;
  /** The other reading where the print allows two, such as `1.234`; null otherwise. */
  other: number | null;
};

const SHAPE = new RegExp(
  "^([(<+-]?)\\s{0,2}([+-]?)\\s{0,2}(\\d[\\d.,'’` ]*|[.,]\\d+)\\s{0,2}" +
    `(-|[)>]|${anyOf("engines", "credits")}|${anyOf("engines", "debits")})?\\s{0,2}(?:[.,]?-{1,2})?$`,
  "iu",
);
const CREDIT = new RegExp(`^${anyOf("engines", "credits")}$`, "i");

/**
 * Reads a text that is one number, with its currency or percent sign. Null when other words surround it. `decimal` is the decimal sign the
 * document uses, null when unknown; it decides forms like `1.234`. With `money` a lone group of three digits is taken as thousands, because
 * amounts are printed with no or two decimals.
 */
export function readNumber(printed: string, decimal: Decimal | null, money = false): ReadNumber | null {
  const text = printed.normalize("NFKC").trim();
  const bare = stripCurrency(text)
    .replace(/[%‰]\s*$/, "")
    .replace(/[\u2212\u2012\u2013\u2014]/g, "-")
    .trim();
  const shape = SHAPE.exec(bare);
  if (!shape) return null;
  const [, open = "", inner = "", digits = "", tail = ""] = shape;
  if ((open === "(") !== (tail === ")") || (open === "<") !== (tail === ">")) return null;
  const negative =
    [open, inner].includes("-") || open === "(" || open === "<" || (tail === "-" && !/[.,]\s*$/.test(digits)) || CREDIT.test(tail);
  const read = readDigits(digits.trim().replace(/[.,]$/, ""), decimal, money);
  if (!read) return null;
  const sign = (value: number) => (negative && value !== 0 ? -value : value);
  return { value: sign(read.value), other: read.other === null ? null : sign(read.other) };
}

function readDigits(digits: string, decimal: Decimal | null, money: boolean): ReadNumber | null {
  const commas = digits.split(",").length - 1;
  const points = digits.split(".").length - 1;
  if (/[ '’`]/.test(digits)) return readSpaced(digits);
  if (commas > 0 && points > 0) return readMixed(digits);
  const mark = commas > 0 ? "," : points > 0 ? "." : null;
  if (mark === null) return exact(Number(digits));
  const parts = digits.split(mark);
  if (parts.length > 2) return grouped(parts) ? exact(Number(parts.join(""))) : null;
  const [whole = "", fraction = ""] = parts;
  const asDecimal = Number(`${whole || "0"}.${fraction}`);
  if (fraction.length !== 3 || whole.length > 3 || whole.length === 0 || /^0/.test(whole)) return exact(asDecimal);
  const asGroup = Number(whole + fraction);
  if (money) return exact(asGroup);
  if (decimal === null) return { value: asGroup, other: asDecimal };
  return exact(mark === decimal ? asDecimal : asGroup);
}

/** `1 190,00`, `1'190.00`: the space or apostrophe groups, a comma or point after it is the decimal sign. */
function readSpaced(digits: string): ReadNumber | null {
  const shape = /^(\d{1,3}(?:[ '’`]\d{3})+)(?:[.,](\d+))?$/.exec(digits);
  if (!shape) return null;
  return exact(Number(`${shape[1]?.replace(/[ '’`]/g, "")}.${shape[2] ?? "0"}`));
}

/** `1.190,00`, `1,190.00`, `1,19,000.00`: the last sign is the decimal sign, the other one groups. */
function readMixed(digits: string): ReadNumber | null {
  const mark = digits.lastIndexOf(",") > digits.lastIndexOf(".") ? "," : ".";
  const [whole = "", fraction = "", ...more] = digits.split(mark);
  if (more.length > 0) return null;
  const parts = whole.split(mark === "," ? "." : ",");
  return grouped(parts) ? exact(Number(`${parts.join("")}.${fraction || "0"}`)) : null;
}

/** Western groups of three, or Indian ones: three at the end, twos before. */
function grouped(parts: string[]): boolean {
  const [first = "", ...rest] = parts;
  if (first.length < 1 || first.length > 3 || rest.length === 0) return false;
  if (rest.every((part) => part.length === 3)) return true;
  return first.length <= 2 && rest.at(-1)?.length === 3 && rest.slice(0, -1).every((part) => part.length === 2);
}

function exact(value: number): ReadNumber | null {
  return Number.isFinite(value) ? { value, other: null } : null;
}

/** Arithmetic of decimal numbers: a result has the digits that it has on paper, so that 100.30 - 100.20 is 0.10. */

/** A double is exact to so many digits. */
const DIGITS = 15;
/** A quotient with fewer decimals is meant to end there: 0.3 / 0.1 is 3. */
const QUOTIENT_DECIMALS = 10;

const PRINTED = /^-?\d+(?:\.(\d+))?(?:e([+-]\d+))?$/;

function decimalsOf(value: number): number {
  const [, fraction = "", exponent = "0"] = PRINTED.exec(String(value)) ?? [];
  return Math.max(0, fraction.length - Number(exponent));
}

const withDecimals = (value: number, decimals: number): number => (decimals <= DIGITS ? Number(value.toFixed(decimals)) : value);

export function sumOf(values: readonly number[]): number {
  const decimals = values.reduce((most, value) => Math.max(most, decimalsOf(value)), 0);
  return withDecimals(
    values.reduce((total, value) => total + value, 0),
    decimals,
  );
}

export const productOf = (a: number, b: number): number => withDecimals(a * b, decimalsOf(a) + decimalsOf(b));

export function quotientOf(a: number, b: number): number {
  const short = Number((a / b).toPrecision(DIGITS));
  return decimalsOf(short) <= QUOTIENT_DECIMALS ? short : a / b;
}

/** To whole cents, halves away from zero. */
export const toCents = (value: number): number => (Math.sign(value) * Math.round(productOf(Math.abs(value), 100))) / 100;

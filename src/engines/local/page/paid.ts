/** What was paid, from the till's own figures: money given less change. */
import type { DocumentLocale } from "#engines/values/locale.ts";
import { readNumber } from "#engines/values/number.ts";
import type { Claims } from "./claims.ts";

/** All differences of given money and change, in units of the currency; empty where a document prints neither. */
export function paidOn(claims: Claims, locale: DocumentLocale): ReadonlySet<number> {
  const amounts = (concept: string) =>
    claims.labels.flatMap(({ hits }) =>
      hits.filter((hit) => hit.from === 0 && hit.concepts.has(concept)).flatMap((hit) => amountsBeside(hit, claims, locale)),
    );
  const given = amounts("cash_tendered");
  const back = amounts("change");
  return new Set(given.flatMap((sum) => back.filter((change) => change < sum).map((change) => Math.round(100 * (sum - change)) / 100)));
}

function amountsBeside(hit: Parameters<Claims["near"]>[0], claims: Claims, locale: DocumentLocale): number[] {
  const [first] = claims.near(hit, "amount").filter(({ features }) => features.below === undefined);
  const read = first && readNumber(first.value.raw, locale.decimal, true);
  return read && /\d[.,]\d{2}|[.,]\d{2}/.test(first.value.raw) ? [Math.abs(read.value)] : [];
}

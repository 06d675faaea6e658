/** Labels of totals composed of a word for the sum and one for the taxes included or excluded: "Rechnungssumme ohne USt". */
import { LANGUAGES } from "#language/words.ts";

/** By concept. */
export function composedTotals(): Record<"net_total" | "grand_total", string[]> {
  const parts = LANGUAGES.flatMap(({ composed_totals }) => composed_totals ?? []);
  return {
    net_total: parts.flatMap(({ sums, net, net_before = [] }) => composed(sums, net, net_before)),
    grand_total: parts.flatMap(({ sums, gross, gross_before = [] }) => composed(sums, gross, gross_before)),
  };
}

const composed = (sums: readonly string[], behind: readonly string[], before: readonly string[]): string[] =>
  sums.flatMap((sum) => [...behind.map((tax) => `${sum} ${tax}`), ...before.map((tax) => `${tax} ${sum}`)]);

/** Labels of several values: "Employer's name, address, and ZIP code" is one of the name, one of the address, and one of the code. */
import { BoundedMap, memo } from "#contract/memo.ts";
import { meaningsOf } from "#language/thesaurus.ts";

/** Meanings of what a label may list of one owner. */
const LISTED: ReadonlySet<string> = new Set([
  "name",
  "address",
  "postal_code",
  "city",
  "state_region",
  "street",
  "country",
  "phone",
  "email",
]);
/** So many words stand between two of a list, as "and" does. */
const BETWEEN_MAX = 1;

const isListed = memo((unit: string): boolean => meaningsOf(unit).some((id) => LISTED.has(id)), new BoundedMap(20_000));
const NONE: string[][] = [];

/** For a label that lists values of one owner the units of each one's label, with the owner; none for another label. */
export function listedIn(units: readonly string[]): string[][] {
  const places: number[] = [];
  for (let i = 0; i < units.length; i++) if (isListed(units[i] ?? "")) places.push(i);
  if (places.length < 2) return NONE;
  if (places.some((at, i) => i > 0 && at - (places[i - 1] ?? at) > BETWEEN_MAX + 1)) return [];
  const owner = [units.slice(0, places[0]), units.slice((places.at(-1) ?? 0) + 1)];
  return places.map((at) => [...(owner[0] ?? []), units[at] ?? "", ...(owner[1] ?? [])]);
}

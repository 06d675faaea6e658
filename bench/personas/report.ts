/** Prints the results for the generated files as tables. */
import type { Truth } from "./content.ts";
import { FORMATS, type Format, LAYOUTS, type Layout } from "./persona.ts";

export type Reading = {
  id: string;
  layout: Layout;
  format: Format;
  truth: Truth;
  values: Truth;
  right: Record<keyof Truth, boolean>;
  ms: number;
};

const VALUES = ["name", "email", "phone"] as const;
const KINDS = [...VALUES, "title", "employer"] as const;

/** Every wrong name, address and number, then the shares of right ones by person and format, by layout, and in total. */
export function print(readings: readonly Reading[]): void {
  for (const { id, layout, format, truth, values, right } of readings)
    for (const kind of VALUES) if (!right[kind]) console.log(`${id}-${layout}.${format}  ${kind}: ${truth[kind]} ≠ ${values[kind]}`);
  console.log(`\nright of files: ${VALUES.join(" / ")}`);
  table([...new Set(readings.map(({ id }) => id))], (id) => readings.filter((each) => each.id === id));
  console.log("");
  table(LAYOUTS, (layout) => readings.filter((each) => each.layout === layout));
  console.log("\nall, in per cent");
  for (const format of [...FORMATS, null]) {
    const some = readings.filter((each) => format === null || each.format === format);
    if (some.length === 0) continue;
    const shares = KINDS.map((kind) => `${kind} ${((100 * count(some, kind)) / some.length).toFixed(1)}`);
    const times = some.map(({ ms }) => ms).sort((a, b) => a - b);
    const at = (share: number) => (times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0).toFixed(0);
    console.log(
      `${(format ?? "all").padEnd(6)}${String(some.length).padStart(4)} files  ${shares.join("  ")}  ms: median ${at(0.5)}, most ${at(1)}`,
    );
  }
}

function table(keys: readonly string[], pick: (key: string) => readonly Reading[]): void {
  console.log(`${"".padEnd(12)}${FORMATS.map((format) => format.padEnd(18)).join("")}`);
  for (const key of keys) {
    const cells = FORMATS.map((format) => {
      const some = pick(key).filter((each) => each.format === format);
      return some.length === 0 ? "" : `${VALUES.map((kind) => count(some, kind)).join(" / ")} of ${some.length}`;
    });
    console.log(`${key.padEnd(12)}${cells.map((cell) => cell.padEnd(18)).join("")}`);
  }
}

function count(readings: readonly Reading[], kind: keyof Truth): number {
  return readings.filter(({ right }) => right[kind]).length;
}

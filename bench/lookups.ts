/**
 * Time to look up a supplier by number, IBAN and name in a list of 100,000, and how often the right one is found. The target is for CPU time,
 * which other work on the machine does not lengthen.
 */
import { performance } from "node:perf_hooks";
import { Rules } from "#contract/rules.ts";
import { type LoadedList, loadedList } from "#lists/loaded-lists.ts";
import { lookUp } from "#lists/look-up.ts";
import { familyNames, firmStems, firmTrades, givenNames } from "./pages/names.ts";
import { type Random, seeded } from "./pages/random.ts";
import { type Finding, quantile } from "./report.ts";

const ROWS = 100_000;
const ROUNDS = 1_000;
const LEGAL = ["GmbH", "AG", "Ltd", "Inc.", "S.A.", "GmbH & Co. KG", "BV"];
const COLUMNS = ["Number", "Name", "IBAN", "Town"];

function supplier(random: Random, i: number): string[] {
  const [stem, family, given] = [random.pick(firmStems()), random.pick(familyNames("de")), random.pick(givenNames("en"))];
  const letters = Array.from({ length: random.int(4, 7) }, () => String.fromCharCode(97 + random.int(0, 25))).join("");
  const name = random.pick([`${letters} ${stem}`, `${family} & ${given} ${letters}`]);
  const digits = Array.from({ length: 18 }, () => random.int(0, 9)).join("");
  return [
    `S-${100_000 + i}`,
    `${name} ${random.pick(firmTrades("de"))} ${random.pick(LEGAL)}`,
    `DE89${digits}`,
    random.pick(familyNames("fr")),
  ];
}

/** A letter misread, the legal form left out, or capitals, as it is printed. */
function printed(random: Random, name: string): string {
  const at = random.int(1, Math.max(1, name.length - 8));
  return random.pick([`${name.slice(0, at)}l${name.slice(at + 1)}`, name.slice(0, name.lastIndexOf(" ")), name.toUpperCase()]);
}

export async function lookups(): Promise<Finding> {
  const random = seeded(7);
  const rows = Array.from({ length: ROWS }, (_, i) => supplier(random, i));
  const list = loadedList({ columns: COLUMNS, rows });
  const startedAt = performance.now();
  await Promise.all([list.exact(0), list.exact(2), list.exact(1), list.fuzzy(0), list.fuzzy(1), list.fuzzy(2)]);
  const indexMs = performance.now() - startedAt;
  const exact = await measured(list, rows, random, {
    column: "IBAN",
    how: "exact",
    of: ([, , iban = ""]) => iban.replace(/(.{4})/g, "$1 "),
  });
  const wrong = await measured(list, rows, random, { column: "Number", how: "exact", of: ([number = ""]) => `${number}9` });
  const fuzzy = await measured(list, rows, random, { column: "Name", how: "fuzzy", of: ([, name = ""]) => printed(random, name) });
  return {
    name: `lookup among ${ROWS} rows, slowest of 100`,
    value: Math.max(exact.cpu99, wrong.cpu99, fuzzy.cpu99),
    unit: "ms",
    target: { kind: "at most", value: 20 },
    details: {
      "IBAN ms": exact.ms50,
      "unknown number ms": wrong.ms50,
      "name ms": fuzzy.ms50,
      "IBANs found": exact.right,
      "names found": fuzzy.right,
      "names taken for another": fuzzy.wrong,
      "indexes ms": indexMs,
    },
  };
}

type Way = { column: string; how: "exact" | "fuzzy"; of(row: string[]): string };

async function measured(list: LoadedList, rows: readonly string[][], random: Random, { column, how, of }: Way) {
  const [rule] = Rules.parse({ lookups: [{ name: "it", list: "lst_1", by: [{ field: "/it", column, how }] }] }).lookups ?? [];
  if (!rule) throw new Error("no rule");
  const times: number[] = [];
  const cpuTimes: number[] = [];
  let [right, wrong] = [0, 0];
  for (let round = 0; round < ROUNDS; round++) {
    const row = random.pick(rows);
    const it = of(row);
    const [t0, cpu] = [performance.now(), process.cpuUsage()];
    const found = await lookUp(rule, list, { it });
    times.push(performance.now() - t0);
    const { user, system } = process.cpuUsage(cpu);
    cpuTimes.push((user + system) / 1_000);
    if (found.status === "found") found.row?.[column] === row[COLUMNS.indexOf(column)] ? right++ : wrong++;
  }
  return { ms50: quantile(times, 0.5), cpu99: quantile(cpuTimes, 0.99), right: right / ROUNDS, wrong: wrong / ROUNDS };
}

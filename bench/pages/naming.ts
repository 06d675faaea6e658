/** How the author of a schema names and describes a field. */
import type { Random } from "./random.ts";
import { sentence } from "./trade.ts";

export const NAME_STYLES = ["snake", "camel", "title", "short", "number", "label"] as const;
export type NameStyle = (typeof NAME_STYLES)[number];

const SHORT: Record<string, string> = {
  number: "no",
  amount: "amt",
  quantity: "qty",
  account: "acct",
  reference: "ref",
  address: "addr",
  invoice: "inv",
  date: "dt",
  customer: "cust",
  description: "desc",
  telephone: "tel",
  percentage: "pct",
  employee: "emp",
  employer: "empr",
  organisation: "org",
  organization: "org",
  certificate: "cert",
  vehicle: "veh",
  registration: "reg",
  document: "doc",
  identification: "id",
  total: "tot",
  insurance: "ins",
  policy: "pol",
  department: "dept",
  manufacturer: "mfr",
  received: "rcvd",
  patient: "pt",
  previous: "prev",
};

/** The name in a style. `at` is the field's place in the schema, which `number` names show. */
export function nameIn(style: NameStyle, name: string, label: string, at: number): string {
  const words = name.split("_");
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  if (style === "camel") return words.map((word, index) => (index === 0 ? word : capital(word))).join("");
  if (style === "title") return words.map(capital).join(" ");
  if (style === "short") return words.map((word) => SHORT[word] ?? word).join("_");
  if (style === "number") return `field_${at + 1}`;
  if (style === "label") return label.replace(/[.#:]/g, "").trim() || sentence(name);
  return name;
}

const TAILS: Record<string, readonly string[]> = {
  date: [" (YYYY-MM-DD)", ", in ISO format", " as a date"],
  currency: [", without currency", " as a number", ", amount only"],
  string: [", as printed", " exactly as it stands on the page"],
  percentage: [", in percent", " without the % sign"],
};

export type Described = {
  name: string;
  type: string;
  descriptions: readonly string[];
  label: string;
  labels: readonly string[];
  number: string | null;
};

/** A description as an author may write it, or undefined when the author wrote none. A name that says nothing always has one. */
export function describe(
  { name, type, descriptions, label, labels, number }: Described,
  style: NameStyle,
  random: Random,
): string | undefined {
  const nothing = style === "number";
  if (number !== null && random.chance(0.5)) {
    return random.pick([
      `Box ${number}: ${label}`,
      `${number}: ${label}`,
      `line ${number}`,
      `Box ${number}`,
      `Amount or entry in line ${number}`,
    ]);
  }
  if (!nothing && random.chance(0.12)) return undefined;
  if (random.chance(nothing ? 0.4 : 0.1)) return label;
  // Another usual label of the field, which the page does not print, is a common description.
  if (labels.length > 0 && random.chance(0.2)) return random.pick(labels);
  const written = descriptions.length > 0 ? random.pick(descriptions) : sentence(name);
  return random.chance(0.12) ? written + random.pick(TAILS[type] ?? [""]) : written;
}

/** The type that an author asks for: most authors name the exact type, some a wider one. */
export function askedType(type: string, random: Random): string {
  const wider: Record<string, readonly [string, number]> = {
    currency: ["number", 0.45],
    integer: ["number", 0.25],
    percentage: ["number", 0.15],
    enum: ["string", 0.2],
    address: ["string", 0.45],
    phone: ["string", 0.35],
    email: ["string", 0.3],
    url: ["string", 0.3],
  };
  const [other, share] = wider[type] ?? ["", 0];
  return random.chance(share) ? other : type;
}

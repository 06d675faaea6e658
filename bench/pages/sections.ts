/** Fields of one owner under a heading that names it: "Order" above "No." and "Date", a party's name and address beneath its role. */
import type { Printed } from "./printed.ts";
import type { Random } from "./random.ts";
import { sentence } from "./trade.ts";

/** What is printed beside a value when the heading says whose it is, by the last word of the field's name. */
const SHORT: Readonly<Record<string, readonly string[]>> = {
  number: ["No.", "Number", "ID", "Ref."],
  id: ["ID", "No.", "Identifier"],
  date: ["Date", "Date", "Dated"],
  name: ["Name", "Company", "Name"],
  address: ["Address", "Street, town"],
  phone: ["Phone", "Tel.", "Telephone"],
  email: ["E-mail", "Email"],
  amount: ["Amount"],
  quantity: ["Quantity", "Qty"],
  type: ["Type", "Kind"],
  code: ["Code"],
  time: ["Time"],
  weight: ["Weight"],
  fee: ["Fee"],
  rate: ["Rate"],
  start: ["From", "Start", "Begin"],
  end: ["To", "Until", "End"],
};
const BARE = new Set(["name", "address"]);

/** Puts fields of an owner under its heading, with short labels; names and addresses of some owners stand without any. */
export function sectioned(printed: readonly Printed[], random: Random): Printed[] {
  const owners = Map.groupBy(printed, ownerOf);
  const moved = new Map<Printed, Printed>();
  const sections: Printed[][] = [];
  for (const [owner, members] of owners) {
    if (owner === null || !random.chance(members.length > 1 ? 0.8 : 0.25)) continue;
    const bare = random.chance(0.5) && members.some(({ field, value }) => isBare(field.name) && value);
    const heading = sentence(owner);
    const own = members.map((each): Printed => {
      const form = formOf(each.field.name);
      const label = bare && BARE.has(form) && each.value ? "" : random.pick(SHORT[form] ?? [form]);
      return { ...each, label, field: { ...each.field, section: heading, role: null } };
    });
    sections.push(own.toSorted((a, b) => Number(a.label !== "") - Number(b.label !== "")));
    for (const each of members) moved.set(each, each);
  }
  return [...printed.filter((each) => !moved.has(each)), ...random.shuffle(sections).flat()];
}

const formOf = (name: string): string => name.split("_").at(-1) ?? "";
const isBare = (name: string): boolean => BARE.has(formOf(name));

/** The words before the last one, where that says only what the value looks like. */
function ownerOf({ field }: Printed): string | null {
  const words = field.name.split("_");
  const form = words.pop() ?? "";
  return words.length > 0 && field.section === null && form in SHORT ? words.join("_") : null;
}

const REMARKS = [
  " (see instructions)",
  ". See instructions",
  " (if any)",
  " (print or type)",
  ". Do not abbreviate",
  ", if different from above",
  " (required)",
  ". Attach a separate sheet if more space is needed",
];

/** A label with what forms add to it. */
export const remarked = (label: string, random: Random): string => (random.chance(0.5) ? label + random.pick(REMARKS) : label);

/** Names of people in two boxes of their own: "First name", "Last name". */
import type { Printed } from "./printed.ts";
import type { Random } from "./random.ts";

const SHARE = 0.4;
const NAME = /^(\S+(?: \p{L}\.)?) (\S+)$/u;

/** A person's name as two printed values for layouts in rows, now and then; everything else as it is. */
export function splitNames(printed: Printed, random: Random): Printed[] {
  const { field, label, value } = printed;
  const [, first, last] = NAME.exec(value?.lines.join(" ") ?? "") ?? [];
  const english = label === "" || field.labels.includes(label);
  if (field.kind !== "person" || !value || !first || !last || !english || !random.chance(SHARE)) return [printed];
  const owner = label.replace(/(?:'s)?\s*(?:full )?name$/i, "");
  const whose = owner === "" ? [] : [`${owner} first name`, `${owner}'s first name and initial`, `${owner}: given name`];
  const part = (text: string, line: string): Printed => ({ ...printed, label: text, value: { ...value, lines: [line] } });
  return [
    part(random.pick([...whose, ...whose, "First name", "First name and middle initial"]), first),
    part(random.pick(["Last name", "Last name", "Surname", "Family name"]), last),
  ];
}

/** Fields that ask for the parts of a printed address one by one: the street, the town, the state, the postal code. */
import type { Printed } from "./printed.ts";
import type { Random } from "./random.ts";
import type { AddressParts } from "./values.ts";

const NAMES: Record<keyof AddressParts, readonly string[]> = {
  street: ["street", "street", "street_address", "address_line_1"],
  city: ["city", "city", "town"],
  state: ["state", "state", "province", "region"],
  zip: ["zip", "zip_code", "postal_code", "postcode"],
};
const CALLED: Record<keyof AddressParts, readonly string[]> = {
  street: ["Street", "Street and number", "Street line of the address"],
  city: ["City", "Town", "City of the address"],
  state: ["State", "State or province", "State abbreviation"],
  zip: ["ZIP code", "Postal code", "Postcode"],
};
const SHARE = 0.35;

/** A printed address as its parts, or as it is. */
export function addressFields(printed: Printed, random: Random): Printed[] {
  const parts = printed.value?.parts;
  if (!parts || !random.chance(SHARE)) return [printed];
  const owner = printed.field.name.replace(/_?address$/, "").replace(/_at$/, "");
  return (Object.keys(NAMES) as (keyof AddressParts)[]).flatMap((part): Printed[] => {
    const text = parts[part];
    if (text === undefined || !random.chance(0.85)) return [];
    const [name, said] = [random.pick(NAMES[part]), random.pick(CALLED[part])];
    const of = random.pick(printed.field.descriptions.length > 0 ? printed.field.descriptions : [printed.label]);
    const field = {
      ...printed.field,
      name: owner === "" ? name : `${owner}_${name}`,
      kind: `=${text}`,
      descriptions: [said, `${said} of ${of.charAt(0).toLowerCase()}${of.slice(1)}`, `${of}: ${said.toLowerCase()}`],
      labels: [],
      translations: {},
    };
    return [
      {
        field,
        label: printed.label === "" ? said : `${printed.label}: ${said.toLowerCase()}`,
        value: { type: "string", lines: [text], truth: text },
        number: null,
      },
    ];
  });
}

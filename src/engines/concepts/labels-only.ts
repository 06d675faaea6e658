/** What labels stand for although no field asks for it: known so that its values are not given to another concept. */
import type { Concept } from "./concept.ts";

export const LABELS_ONLY: Readonly<Record<string, Omit<Concept, "asks">>> = {
  estimate_number: { kind: "id" },
  tax_number: { kind: "id" },
  agency: { kind: "text" },
  bank: { kind: "text" },
  prepaid: { kind: "amount" },
  rounding: { kind: "amount" },
  net_of_commission: { kind: "amount" },
  name: { kind: "name", sharesAs: ["name"] },
  address: { kind: "address" },
  fax: { kind: "phone" },
  payee_name: { kind: "name", party: "payee" },
  page: { kind: "id" },
};

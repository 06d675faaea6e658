/** Whom a field asks for: who issued a document, or whom it is addressed to. */
import { once } from "#contract/memo.ts";
import type { Leaf } from "#engines/local/leaves.ts";
import { nameTokens } from "#language/fold.ts";
import { meaningsOf } from "#language/thesaurus.ts";

/** Words of fields that ask for who issued a document, who mostly stands in its head. */
export const ISSUERS = new Set(
  "issuer issuing issued issues bank seller vendor supplier merchant store shop company business provider manufacturer producer maker school university college institution lender landlord employer carrier insurer agency authority hospital clinic laboratory lab organization organisation firm restaurant hotel utility airline creditor publisher broadcaster station contractor sender biller dealer".split(
    " ",
  ),
);
/** Words of fields that ask for whom it is addressed to. */
const ADDRESSEES = new Set(
  "customer client buyer holder recipient addressee addressed patient tenant member borrower student employee insured policyholder cardholder subscriber guest payer debtor consignee applicant taxpayer account purchaser billed owner".split(
    " ",
  ),
);
/** What these words mean, in all languages of the thesaurus: `Lieferant`, `mittente`; but no word that mostly means something else. */
const meaningsOfAll = (words: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...words].flatMap((word) => meaningsOf(word)).filter((id) => !OTHERS.has(id)));
const OTHERS = new Set(["account", "agent", "authorization", "insurance_producer", "issue", "ward"]);
const issuers = once(() => meaningsOfAll(ISSUERS));
const addressees = once(() => meaningsOfAll(ADDRESSEES));

/** `words`: folded, of the field's name, its description and its parents. */
export const asksIssuer = (words: readonly string[]): boolean => words.some((word) => ISSUERS.has(word) || meansOne(word, issuers()));
export const asksAddressee = (words: readonly string[]): boolean =>
  words.some((word) => ADDRESSEES.has(word) || meansOne(word, addressees()));

const meansOne = (word: string, ids: ReadonlySet<string>): boolean => meaningsOf(word).some((id) => ids.has(id));

/** Whether a field asks for a name: by its kind, by that word in its name, or by a party as the last one, as in `namedInsured`. */
export function asksName({ kind, field }: Leaf): boolean {
  if (kind !== "text") return kind === "name";
  const words = nameTokens(field.name);
  const last = words.slice(-1);
  return words.includes("name") || asksIssuer(last) || asksAddressee(last);
}

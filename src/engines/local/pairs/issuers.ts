/** Whom a field asks for: who issued a document, or whom it is addressed to. */
import { once } from "#contract/memo.ts";
import type { Leaf } from "#engines/local/leaves.ts";
import { nameTokens, tokensOf } from "#language/fold.ts";
import { meaningsOf, unitsOf } from "#language/thesaurus.ts";

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

/** People and companies by what they are to a document or to each other. */
const ROLES = new Set(
  (
    "customer client buyer seller supplier merchant dealer distributor issuer consignee shipper sender recipient notify_party " +
    "carrier forwarder payer payee beneficiary debtor creditor lender borrower co_borrower guarantor landlord tenant occupant owner holder applicant " +
    "candidate requester employer employee worker manager supervisor director officer official president chair secretary treasurer agent broker " +
    "representative sales_person cashier server_waiter technician operator inspector examiner auditor accountant tax_preparer lawyer notary witness " +
    "trustee grantor grantee executor heir decedent guardian parent mother father child spouse bride groom partner emergency_contact person individual " +
    "organization authority agency_gov contact subscriber user contractor subcontractor"
  ).split(" "),
);
/** A description that begins so asks for somebody: "who signed", "Name of the driver", "wer bestellt hat". */
const SOMEBODY = new Set(
  "who whom person people name firm wer wem qui personne nom quien persona nombre chi nome quem pessoa wie persoon naam kto osoba".split(
    " ",
  ),
);
/** So do "legal name of the company", "razón social". */
const NAMES = new Set("name nom nombre nome naam nazwa namn navn social".split(" "));
const NAMED_WITHIN = 3;
/** And so do `copied_by`, `erstellt_von`. */
const BY = new Set("by von par por door przez av af".split(" "));

const meansOne = (word: string, ids: ReadonlySet<string>): boolean => meaningsOf(word).some((id) => ids.has(id));

/** Whether a field asks for a name: by its kind, by that word in its name, by a party as the last one, as in `namedInsured`, or by "by" at its end. */
export function asksName({ kind, field }: Leaf): boolean {
  if (kind !== "text") return kind === "name";
  const words = nameTokens(field.name);
  const last = words.slice(-1);
  const [first = "", ...more] = tokensOf(field.description ?? "").slice(0, NAMED_WITHIN);
  return (
    words.includes("name") ||
    asksIssuer(last) ||
    asksAddressee(last) ||
    (words.length > 1 && last.some((word) => BY.has(word))) ||
    SOMEBODY.has(first) ||
    more.some((word) => NAMES.has(word)) ||
    unitsOf(words)
      .slice(-1)
      .some((word) => meansOne(word, ROLES))
  );
}

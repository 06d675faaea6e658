/** What an e-invoice in CII or UBL has that its profile does not allow, in words for the sender. */
import type { XmlElement } from "./xml-tree.ts";

const OWN_NAMESPACE = /^urn:(?:un:unece:uncefact:|ferd:)/;

/** Elements of namespaces that CII does not have, which readers by the standard do not see. */
export function strangers(root: XmlElement): string[] {
  const stranger = find(root, ({ namespace }) => !OWN_NAMESPACE.test(namespace));
  return stranger ? [`the element ${stranger.name} is of another namespace`] : [];
}

/**
 * Profiles that keep to how EN 16931 is written as CII: only the totals of taxes have a currency (CII-DT-031). MINIMUM is none of them, and
 * EXTENDED may say more; the schema of CII allows it for every amount.
 */
const WITHOUT_CURRENCIES: ReadonlySet<string> = new Set(["BASIC WL", "BASIC", "EN 16931", "XRechnung", "Peppol BIS Billing 3.0"]);

export function currenciesOfAmounts(root: XmlElement, profile: string | null): string[] {
  if (profile === null || !WITHOUT_CURRENCIES.has(profile)) return [];
  const found = find(root, ({ name, attributes }) => name !== "TaxTotalAmount" && attributes.some(([key]) => key === "currencyID"));
  return found ? [`${found.name} has a currency of its own`] : [];
}

/** Names of elements that say which currencies the invoice has: for its amounts, its taxes, an exchange. */
const CURRENCY = /CurrencyCode$/;

/** An amount of a currency that the invoice does not name would be read as one of its own. */
export function foreignAmounts(root: XmlElement): string[] {
  const named = new Set<string>();
  find(root, ({ name, text }) => {
    if (CURRENCY.test(name) && text !== "") named.add(text);
    return false;
  });
  if (named.size === 0) return [];
  const found = find(root, (element) => {
    const currency = currencyOf(element);
    return currency !== undefined && !named.has(currency);
  });
  return found
    ? [`${found.name} is in ${(currencyOf(found) ?? "").slice(0, CODE_CHARACTERS_MAX)}, which is no currency of the invoice`]
    : [];
}
const CODE_CHARACTERS_MAX = 10;

const currencyOf = ({ attributes }: XmlElement): string | undefined => attributes.find(([key]) => key === "currencyID")?.[1];

const SETTLEMENT = "ApplicableHeaderTradeSettlement";
const OF_MINIMUM: ReadonlySet<string> = new Set(["InvoiceCurrencyCode", "SpecifiedTradeSettlementHeaderMonetarySummation"]);
const LINE = "IncludedSupplyChainTradeLineItem";

/** The profiles without lines, of which MINIMUM has nothing of the settlement but currency and totals. */
export function beyondProfile(root: XmlElement, profile: string | null): string[] {
  if (profile !== "MINIMUM" && profile !== "BASIC WL") return [];
  const transaction = root.elements.find(({ name }) => name === "SupplyChainTradeTransaction")?.elements ?? [];
  const settled = profile === "MINIMUM" ? (transaction.find(({ name }) => name === SETTLEMENT)?.elements ?? []) : [];
  const found = transaction.find(({ name }) => name === LINE) ?? settled.find(({ name }) => !OF_MINIMUM.has(name));
  return found ? [`the profile ${profile} has no ${found.name}`] : [];
}

function find(element: XmlElement, fits: (element: XmlElement) => boolean): XmlElement | null {
  for (const inner of element.elements) {
    const found = fits(inner) ? inner : find(inner, fits);
    if (found) return found;
  }
  return null;
}

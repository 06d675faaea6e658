/** Which e-invoice an XML file is, by its outermost element and namespace: the format, its profile, and what is wrong with how it says so. */
import type { Structured } from "#documents/document.ts";
import type { XmlElement } from "./xml-tree.ts";

export type Kind = { structured: Structured; flaws: string[] };

type KindReader = { root: string; namespace: RegExp; read(root: XmlElement, part: string | null): Kind };

const UBL = /^urn:oasis:names:specification:ubl:schema:xsd:(?:Invoice|CreditNote|Order)-2$/;

const READERS: readonly KindReader[] = [
  { root: "CrossIndustryInvoice", namespace: /^urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100$/, read: crossIndustry },
  { root: "CrossIndustryDocument", namespace: /^urn:ferd:CrossIndustryDocument:invoice:1p0$/, read: zugferd1 },
  { root: "SCRDMCCBDACIOMessageStructure", namespace: /^urn:un:unece:uncefact:data:SCRDMCCBDACIOMessageStructure:100$/, read: orderX },
  { root: "Invoice", namespace: UBL, read: ubl },
  { root: "CreditNote", namespace: UBL, read: ubl },
  { root: "Order", namespace: UBL, read: ubl },
  { root: "FatturaElettronica", namespace: /^http:\/\/(?:ivaservizi|www)\.[a-z.]{1,40}\/docs\/xsd\/fatture\/v1\.\d$/, read: fatturaPa },
];

/** Null for any other XML. `part`: the name of the file inside of a PDF. */
export function kindOf(root: XmlElement, part: string | null): Kind | null {
  return READERS.find((kind) => kind.root === root.name && kind.namespace.test(root.namespace))?.read(root, part) ?? null;
}

/** The profiles that a guideline may name: what its identifier has, and what it is called. */
const GUIDELINES: readonly (readonly [RegExp, string])[] = [
  [
    /^urn:cen\.eu:en16931:2017#(?:compliant|conformant)#urn:xoev-de:kosit:(?:standard|extension):xrechnung_[\d.]+(?:#.{0,100})?$/,
    "XRechnung",
  ],
  [/^urn:cen\.eu:en16931:2017#(?:compliant|conformant)#urn:xeinkauf\.de:kosit:xrechnung_[\d.]+(?:#.{0,100})?$/, "XRechnung"],
  [/^urn:cen\.eu:en16931:2017#(?:compliant|conformant)#urn:(?:factur-x\.eu:1p0|zugferd\.de:2p[01]):basic$/, "BASIC"],
  [/^urn:cen\.eu:en16931:2017#conformant#urn:(?:factur-x\.eu:1p0|zugferd\.de:2p[01]):extended$/, "EXTENDED"],
  [/^urn:(?:factur-x\.eu:1p0|zugferd\.de:2p[01]):minimum$/, "MINIMUM"],
  [/^urn:(?:factur-x\.eu:1p0|zugferd\.de:2p[01]):basicwl$/, "BASIC WL"],
  [/^urn:cen\.eu:en16931:2017#compliant#urn:fdc:peppol\.eu:2017:poacc:billing:3\.0(?:.{0,100})$/, "Peppol BIS Billing 3.0"],
  [/^urn:cen\.eu:en16931:2017(?:#.{0,200})?$/, "EN 16931"],
];

function profileOf(guideline: string): { profile: string | null; flaws: string[] } {
  if (guideline === "") return { profile: null, flaws: ["it names no profile"] };
  const profile = GUIDELINES.find(([pattern]) => pattern.test(guideline))?.[1] ?? null;
  return { profile, flaws: profile === null ? [UNKNOWN_PROFILE] : [] };
}
const UNKNOWN_PROFILE = "the profile it names does not exist";

function crossIndustry(root: XmlElement, part: string | null): Kind {
  const guideline = textAt(root, ["ExchangedDocumentContext", "GuidelineSpecifiedDocumentContextParameter", "ID"]);
  const { profile, flaws } = profileOf(guideline);
  const name = part?.toLowerCase() ?? "";
  const inPdf = name.startsWith("zugferd") ? "ZUGFeRD 2" : "Factur-X";
  const alone = guideline.includes("zugferd.de") ? "ZUGFeRD 2" : guideline.includes("factur-x") ? "Factur-X" : "CII";
  const format = profile === "XRechnung" ? "XRechnung" : part === null ? alone : inPdf;
  return { structured: { format, profile }, flaws: [...flaws, ...strangers(root), ...currenciesOfAmounts(root)] };
}

function zugferd1(root: XmlElement): Kind {
  const guideline = textAt(root, ["SpecifiedExchangedDocumentContext", "GuidelineSpecifiedDocumentContextParameter", "ID"]);
  const profile = /^urn:ferd:CrossIndustryDocument:invoice:1p0:(basic|comfort|extended)$/.exec(guideline)?.[1]?.toUpperCase() ?? null;
  const flaws = profile === null ? [UNKNOWN_PROFILE] : [];
  return { structured: { format: "ZUGFeRD 1", profile }, flaws: [...flaws, ...strangers(root)] };
}

function orderX(root: XmlElement): Kind {
  const guideline = textAt(root, ["ExchangedDocumentContext", "GuidelineSpecifiedDocumentContextParameter", "ID"]);
  const profile = /^urn:order-x\.eu:1p0:(basic|comfort|extended)$/.exec(guideline)?.[1]?.toUpperCase() ?? null;
  return { structured: { format: "Order-X", profile }, flaws: profile === null ? [UNKNOWN_PROFILE] : [] };
}

function ubl(root: XmlElement): Kind {
  const guideline = textAt(root, ["CustomizationID"]);
  if (root.name === "Order") return { structured: { format: "UBL", profile: null }, flaws: [] };
  const { profile, flaws } = profileOf(guideline);
  const format = profile === "XRechnung" ? "XRechnung" : profile?.startsWith("Peppol") ? "Peppol" : "UBL";
  // UBL as such knows no profiles.
  return { structured: { format, profile }, flaws: guideline === "" ? [] : flaws };
}

function fatturaPa(root: XmlElement): Kind {
  return { structured: { format: "FatturaPA", profile: root.attributes.find(([name]) => name === "versione")?.[1] ?? null }, flaws: [] };
}

function textAt(root: XmlElement, path: readonly string[]): string {
  let at: XmlElement | undefined = root;
  for (const name of path) at = at?.elements.find((element) => element.name === name);
  return at?.text ?? "";
}

const OWN_NAMESPACE = /^urn:(?:un:unece:uncefact:|ferd:)/;

/** Elements of namespaces that the format does not have, which readers by the standard do not see. */
function strangers(root: XmlElement): string[] {
  const stranger = find(root, ({ namespace }) => !OWN_NAMESPACE.test(namespace));
  return stranger ? [`the element ${stranger.name} is of another namespace`] : [];
}

/** The standard allows a currency beside the totals of taxes only (CII-DT-031); otherwise an amount may seem to be of another currency. */
function currenciesOfAmounts(root: XmlElement): string[] {
  const found = find(root, ({ name, attributes }) => name !== "TaxTotalAmount" && attributes.some(([key]) => key === "currencyID"));
  return found ? [`${found.name} has a currency of its own`] : [];
}

function find(element: XmlElement, fits: (element: XmlElement) => boolean): XmlElement | null {
  for (const inner of element.elements) {
    const found = fits(inner) ? inner : find(inner, fits);
    if (found) return found;
  }
  return null;
}

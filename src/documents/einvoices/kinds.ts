/** Which e-invoice an XML file is, by its outermost element and namespace: the format, its profile, and what is wrong with how it says so. */
import type { Structured } from "#documents/document.ts";
import { beyondProfile, currenciesOfAmounts, foreignAmounts, strangers } from "./flaws.ts";
import { profileOf, UNKNOWN_PROFILE } from "./guidelines.ts";
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

function crossIndustry(root: XmlElement, part: string | null): Kind {
  const guideline = textAt(root, ["ExchangedDocumentContext", "GuidelineSpecifiedDocumentContextParameter", "ID"]);
  const { profile, flaws } = profileOf(guideline);
  const name = part?.toLowerCase() ?? "";
  const inPdf = name.startsWith("zugferd") ? "ZUGFeRD 2" : "Factur-X";
  const alone = guideline.includes("zugferd.de") ? "ZUGFeRD 2" : guideline.includes("factur-x") ? "Factur-X" : "CII";
  const format = profile === "XRechnung" ? "XRechnung" : part === null ? alone : inPdf;
  const named = guideline === "" ? ["it names no profile"] : flaws;
  const beyond = [...beyondProfile(root, profile), ...currenciesOfAmounts(root, profile)];
  return { structured: { format, profile }, flaws: [...named, ...strangers(root), ...beyond, ...foreignAmounts(root)] };
}

function zugferd1(root: XmlElement): Kind {
  const guideline = textAt(root, ["SpecifiedExchangedDocumentContext", "GuidelineSpecifiedDocumentContextParameter", "ID"]);
  const profile = /^urn:ferd:CrossIndustryDocument:invoice:1p0:(basic|comfort|extended)$/.exec(guideline)?.[1]?.toUpperCase() ?? null;
  const flaws = profile === null ? [UNKNOWN_PROFILE] : [];
  return { structured: { format: "ZUGFeRD 1", profile }, flaws: [...flaws, ...strangers(root), ...foreignAmounts(root)] };
}

function orderX(root: XmlElement): Kind {
  const guideline = textAt(root, ["ExchangedDocumentContext", "GuidelineSpecifiedDocumentContextParameter", "ID"]);
  const profile = /^urn:order-x\.eu:1p0:(basic|comfort|extended)$/.exec(guideline)?.[1]?.toUpperCase() ?? null;
  return { structured: { format: "Order-X", profile }, flaws: profile === null ? [UNKNOWN_PROFILE] : [] };
}

function ubl(root: XmlElement): Kind {
  const guideline = textAt(root, ["CustomizationID"]);
  if (root.name === "Order") return { structured: { format: "UBL", profile: null }, flaws: foreignAmounts(root) };
  const { profile, flaws } = profileOf(guideline);
  const format = profile === "XRechnung" ? "XRechnung" : profile?.startsWith("Peppol") ? "Peppol" : "UBL";
  // UBL as such knows no profiles.
  return { structured: { format, profile }, flaws: [...flaws, ...foreignAmounts(root)] };
}

function fatturaPa(root: XmlElement): Kind {
  return { structured: { format: "FatturaPA", profile: root.attributes.find(([name]) => name === "versione")?.[1] ?? null }, flaws: [] };
}

function textAt(root: XmlElement, path: readonly string[]): string {
  let at: XmlElement | undefined = root;
  for (const name of path) at = at?.elements.find((element) => element.name === name);
  return at?.text ?? "";
}

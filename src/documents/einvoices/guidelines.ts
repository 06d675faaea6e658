/** The profile that an e-invoice names by its guideline (BT-24): what its identifier has, and what it is called. */

const GUIDELINES: readonly (readonly [RegExp, string])[] = [
  [
    /^urn:cen\.eu:en16931:2017#(?:compliant|conformant)#urn:xoev-de:kosit:(?:standard|extension):xrechnung_[\d.]+(?:#.{0,200})?$/,
    "XRechnung",
  ],
  [/^urn:cen\.eu:en16931:2017#(?:compliant|conformant)#urn:xeinkauf\.de:kosit:xrechnung_[\d.]+(?:#.{0,200})?$/, "XRechnung"],
  // Of XRechnung 1.0, before there was an agreement on how such identifiers are written.
  [/^urn:ce\.eu:en16931:2017:xoev-de:kosit:standard:xrechnung_1\.[\d.]+$/, "XRechnung"],
  [/^urn:cen\.eu:en16931:2017#(?:compliant|conformant)#urn:(?:factur-x\.eu:1p0|zugferd\.de:2p[01]):basic$/, "BASIC"],
  [/^urn:cen\.eu:en16931:2017#conformant#urn:(?:factur-x\.eu:1p0|zugferd\.de:2p[01]):extended$/, "EXTENDED"],
  [/^urn:(?:factur-x\.eu:1p0|zugferd\.de:2p[01]):minimum$/, "MINIMUM"],
  [/^urn:(?:factur-x\.eu:1p0|zugferd\.de:2p[01]):basicwl$/, "BASIC WL"],
  [/^urn:cen\.eu:en16931:2017#compliant#urn:fdc:peppol\.eu:2017:poacc:(?:self)?billing:3\.0(?:.{0,100})$/, "Peppol BIS Billing 3.0"],
  [/^urn:peppol:pint:(?:self)?billing-1(?:@.{1,40})?$/, "Peppol PINT"],
  [/^urn:cen\.eu:en16931:2017(?:#.{0,200})?$/, "EN 16931"],
];

/** Identifiers that begin so are of those above, or wrong. UBL and CII are also used by others, with guidelines of their own. */
const OURS = /^urn:(?:cen?\.eu|factur-x\.eu|zugferd\.de|ferd|xoev-de:kosit|xeinkauf\.de:kosit)(?:[:#]|$)/;

/** `profile`: null where none is named, or none that is known. */
export function profileOf(guideline: string): { profile: string | null; flaws: string[] } {
  const profile = GUIDELINES.find(([pattern]) => pattern.test(guideline))?.[1] ?? null;
  return { profile, flaws: profile === null && OURS.test(guideline) ? [UNKNOWN_PROFILE] : [] };
}
export const UNKNOWN_PROFILE = "the profile it names does not exist";

/** Terms of the parties: the same of each, under numbers of its own. */
import type { Party, Paths, Term, TermKind } from "#einvoices/term.ts";
import { AGREEMENT, DELIVERY, HEAD, SETTLEMENT } from "./paths.ts";

type PartyPlace = Required<Pick<Paths, "cii" | "ubl">> & { it?: string; party: Party; ids: Readonly<Record<string, string>> };

const PARTIES: readonly PartyPlace[] = [
  {
    party: "seller",
    cii: `${AGREEMENT}/SellerTradeParty`,
    ubl: "AccountingSupplierParty/Party",
    it: `${HEAD}/CedentePrestatore`,
    ids: { name: "27", trading: "28", id: "29", legal: "30", vat: "31", tax: "32", info: "33", electronic: "34", street: "35", street2: "36", street3: "162", city: "37", postcode: "38", region: "39", country: "40", contact: "41", phone: "42", email: "43" },
  },
  {
    party: "buyer",
    cii: `${AGREEMENT}/BuyerTradeParty`,
    ubl: "AccountingCustomerParty/Party",
    it: `${HEAD}/CessionarioCommittente`,
    ids: { name: "44", trading: "45", id: "46", legal: "47", vat: "48", electronic: "49", street: "50", street2: "51", street3: "163", city: "52", postcode: "53", region: "54", country: "55", contact: "56", phone: "57", email: "58" },
  },
  {
    party: "payee",
    cii: `${SETTLEMENT}/PayeeTradeParty`,
    ubl: "PayeeParty",
    ids: { name: "59", id: "60", legal: "61" },
  },
  {
    party: "representative",
    cii: `${AGREEMENT}/SellerTaxRepresentativeTradeParty`,
    ubl: "TaxRepresentativeParty",
    it: `${HEAD}/RappresentanteFiscale`,
    ids: { name: "62", vat: "63", street: "64", street2: "65", street3: "164", city: "66", postcode: "67", region: "68", country: "69" },
  },
  {
    party: "receiver",
    cii: `${DELIVERY}/ShipToTradeParty`,
    ubl: "Delivery",
    ids: { name: "70", id: "71", street: "75", street2: "76", street3: "165", city: "77", postcode: "78", region: "79", country: "80" },
  },
];

/** `name` is the legal name in UBL where there is one, the trading name otherwise. */
type PartyTerm = { key: string; kind: TermKind; cii?: string; ubl?: string; it?: string; asks: readonly string[] };

const ADDRESS = "PostalTradeAddress";
const UBL_ADDRESS = "PostalAddress";
const FISCAL = "DatiAnagrafici";

const OF_PARTY: readonly PartyTerm[] = [
  { key: "name", kind: "name", cii: "Name", ubl: "PartyLegalEntity/RegistrationName | PartyName/Name", it: `${FISCAL}/Anagrafica/Denominazione | ${FISCAL}/Anagrafica/Nome + ${FISCAL}/Anagrafica/Cognome`, asks: ["name", "company name", "legal name", "legal registration name", "registration name", "company", "", "company legal name", "legal", "official name"] },
  { key: "trading", kind: "name", cii: "SpecifiedLegalOrganization/TradingBusinessName", ubl: "PartyName/Name", asks: ["trading name", "company trading name", "brand name"] },
  { key: "id", kind: "id", cii: "GlobalID | ID", ubl: "PartyIdentification/ID[@schemeID!=SEPA]", asks: ["number", "global number", "reference number", "code", "account number", "gln"] },
  { key: "legal", kind: "id", cii: "SpecifiedLegalOrganization/ID", ubl: "PartyLegalEntity/CompanyID", it: "IscrizioneREA/NumeroREA", asks: ["registration number", "legal registration number", "company number", "company registration number", "legal number", "trade register number", "register number", "legal company number"] },
  { key: "vat", kind: "id", cii: "SpecifiedTaxRegistration/ID[@schemeID=VA]", ubl: "PartyTaxScheme[TaxScheme/ID=VAT]/CompanyID", it: `${FISCAL}/IdFiscaleIVA/IdPaese + ${FISCAL}/IdFiscaleIVA/IdCodice`, asks: ["vat number", "vat", "vat registration number", "vat company number", "vat tax number", "vat code"] },
  { key: "tax id", kind: "id", cii: "SpecifiedTaxRegistration/ID[@schemeID=VA] | SpecifiedTaxRegistration/ID", ubl: "PartyTaxScheme[TaxScheme/ID=VAT]/CompanyID | PartyTaxScheme/CompanyID", it: `${FISCAL}/IdFiscaleIVA/IdPaese + ${FISCAL}/IdFiscaleIVA/IdCodice | ${FISCAL}/CodiceFiscale`, asks: ["tax number", "tax", "tax registration number", "tax code", "company tax number"] },
  { key: "tax", kind: "id", cii: "SpecifiedTaxRegistration/ID[@schemeID=FC]", ubl: "PartyTaxScheme[TaxScheme/ID!=VAT]/CompanyID", it: `${FISCAL}/CodiceFiscale`, asks: ["fiscal_number", "fiscal_number number", "local tax number", "tax local number"] },
  { key: "info", kind: "text", cii: "Description", ubl: "PartyLegalEntity/CompanyLegalForm", it: `${FISCAL}/RegimeFiscale`, asks: ["legal information", "additional legal information", "legal form"] },
  { key: "electronic", kind: "id", cii: "URIUniversalCommunication/URIID", ubl: "EndpointID", asks: ["electronic address", "endpoint number", "endpoint", "peppol number"] },
  { key: "street", kind: "text", cii: `${ADDRESS}/LineOne`, ubl: `${UBL_ADDRESS}/StreetName`, it: "Sede/Indirizzo + Sede/NumeroCivico", asks: ["street", "address line", "address line 1", "street name", "street address", "address street", "line 1", "street line"] },
  { key: "street2", kind: "text", cii: `${ADDRESS}/LineTwo`, ubl: `${UBL_ADDRESS}/AdditionalStreetName`, asks: ["address line 2", "additional street", "additional address", "street 2", "address line additional", "line 2", "additional street name"] },
  { key: "street3", kind: "text", cii: `${ADDRESS}/LineThree`, ubl: `${UBL_ADDRESS}/AddressLine/Line`, asks: ["address line 3", "street 3", "line 3"] },
  { key: "city", kind: "text", cii: `${ADDRESS}/CityName`, ubl: `${UBL_ADDRESS}/CityName`, it: "Sede/Comune", asks: ["city", "address city", "city name"] },
  { key: "postcode", kind: "id", cii: `${ADDRESS}/PostcodeCode`, ubl: `${UBL_ADDRESS}/PostalZone`, it: "Sede/CAP", asks: ["postcode", "address postcode", "postcode code", "postcode zone"] },
  { key: "region", kind: "text", cii: `${ADDRESS}/CountrySubDivisionName`, ubl: `${UBL_ADDRESS}/CountrySubentity`, it: "Sede/Provincia", asks: ["region", "address region", "country region"] },
  { key: "country", kind: "code", cii: `${ADDRESS}/CountryID`, ubl: `${UBL_ADDRESS}/Country/IdentificationCode`, it: "Sede/Nazione", asks: ["country", "country code", "address country", "address country code"] },
  { key: "address", kind: "address", cii: `${ADDRESS}/LineOne + ${ADDRESS}/LineTwo + ${ADDRESS}/LineThree + ${ADDRESS}/PostcodeCode + ${ADDRESS}/CityName + ${ADDRESS}/CountryID`, ubl: `${UBL_ADDRESS}/StreetName + ${UBL_ADDRESS}/AdditionalStreetName + ${UBL_ADDRESS}/AddressLine/Line + ${UBL_ADDRESS}/PostalZone + ${UBL_ADDRESS}/CityName + ${UBL_ADDRESS}/Country/IdentificationCode`, it: "Sede/Indirizzo + Sede/NumeroCivico + Sede/CAP + Sede/Comune + Sede/Nazione", asks: ["address", "company address", "full address", "postal address"] },
  { key: "contact", kind: "name", cii: "DefinedTradeContact/PersonName | DefinedTradeContact/DepartmentName", ubl: "Contact/Name", asks: ["contact", "contact name", "contact person", "contact point", "person", "contact person name"] },
  { key: "phone", kind: "phone", cii: "DefinedTradeContact/TelephoneUniversalCommunication/CompleteNumber", ubl: "Contact/Telephone", it: "Contatti/Telefono", asks: ["phone", "contact phone", "phone number", "contact phone number"] },
  { key: "email", kind: "email", cii: "DefinedTradeContact/EmailURIUniversalCommunication/URIID", ubl: "Contact/ElectronicMail", it: "Contatti/Email", asks: ["email", "contact email", "email address", "contact email address", "electronic email"] },
];

/** Delivery has other paths in UBL. */
const UBL_DELIVERY: Readonly<Record<string, string>> = {
  name: "DeliveryParty/PartyName/Name",
  id: "DeliveryLocation/ID",
};

function pathsOf(place: PartyPlace, term: PartyTerm): Paths {
  const ubl = place.party === "receiver" ? (UBL_DELIVERY[term.key] ?? term.ubl?.replaceAll(UBL_ADDRESS, "DeliveryLocation/Address")) : term.ubl;
  return {
    ...(term.cii === undefined ? {} : { cii: below(place.cii, term.cii) }),
    ...(ubl === undefined ? {} : { ubl: below(place.ubl, ubl) }),
    ...(term.it === undefined || place.it === undefined ? {} : { it: below(place.it, term.it) }),
  };
}

/** Each path of the expression, below another one. */
const below = (start: string, paths: string): string =>
  paths
    .split(" | ")
    .map((option) =>
      option
        .split(" + ")
        .map((path) => `${start}/${path}`)
        .join(" + "),
    )
    .join(" | ");

/** What is no term of the standard, but put together of one. */
const COMPOSED: Readonly<Record<string, string>> = { address: "street", "tax id": "vat" };

export const PARTY_TERMS: readonly Term[] = PARTIES.flatMap((place) =>
  OF_PARTY.flatMap((term): Term[] => {
    const number = place.ids[term.key];
    const needed = COMPOSED[term.key];
    if (number === undefined && (needed === undefined || place.ids[needed] === undefined)) return [];
    const id = number === undefined ? `X-${place.party}-${term.key}` : `BT-${number}`;
    return [{ id, kind: term.kind, party: place.party, asks: term.asks, ...pathsOf(place, term) }];
  }),
);

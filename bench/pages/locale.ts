/** How a country writes dates, numbers, money, telephone numbers, addresses and names of firms. */
export type Language = "en" | "de" | "fr" | "es" | "it" | "nl" | "pt";

export type Locale = {
  country: string;
  language: Language;
  /** ISO 4217. */
  currency: string;
  symbol: string;
  /** Separators of thousands and of decimals. */
  thousands: string;
  decimal: string;
  /** Where the symbol or code stands. */
  moneyFirst: boolean;
  /** Formats of dates: d, dd, m, mm, mon, month, yy, yyyy stand for their parts. */
  dates: readonly string[];
  /** A national telephone number; 9 stands for a digit. */
  phones: readonly string[];
  calling: string;
  /** Lines of an address: `{n}` house number, `{s}` street, `{c}` city, `{z}` postal code, `{r}` region. */
  address: readonly string[];
  zip: string;
  cities: readonly string[];
  regions: readonly string[];
  streets: readonly string[];
  legal: readonly string[];
  vat: string;
  iban: string;
  /** Country name in its own language. */
  name: string;
};

const EN_STREETS = ["Maple Street", "Station Road", "Church Lane", "Mill Road", "Oak Avenue", "Harbour View", "Kingsway", "Fernhill Drive", "Orchard Close", "Quarry Road"];
const DE_STREETS = ["Lindenstraße", "Bahnhofstraße", "Am Mühlbach", "Gartenweg", "Hauptstraße", "Schillerstraße", "Industriestraße", "Rosenweg"];
const FR_STREETS = ["rue des Lilas", "avenue de la Gare", "rue du Moulin", "boulevard Victor Hugo", "chemin des Vignes", "rue de l'Église"];
const ES_STREETS = ["Calle Mayor", "Avenida de la Paz", "Calle del Río", "Paseo de los Olmos", "Calle San Juan"];

const base = { thousands: ",", decimal: ".", moneyFirst: true } as const;
const comma = { thousands: ".", decimal: ",", moneyFirst: false } as const;

export const LOCALES: readonly Locale[] = [
  { ...base, country: "US", language: "en", currency: "USD", symbol: "$", dates: ["mm/dd/yyyy", "m/d/yyyy", "month d, yyyy", "mon d, yyyy", "mm/dd/yy", "mm-dd-yyyy", "yyyy-mm-dd", "mon dd yyyy"], phones: ["(999) 555-0199", "999-555-0199", "999.555.0199"], calling: "1", address: ["{n} {s}", "{c}, {r} {z}"], zip: "99999", cities: ["Dunmore Falls", "Cedar Junction", "Port Ellery", "Ashford", "Granite Bay", "Millbrook", "Fairmont"], regions: ["OH", "TX", "NY", "CA", "WA", "GA", "MN", "CO"], streets: EN_STREETS, legal: ["Inc.", "LLC", "Corp.", "Co.", "& Sons"], vat: "99-9999999", iban: "999999999999", name: "United States" },
  { ...base, country: "GB", language: "en", currency: "GBP", symbol: "£", dates: ["dd/mm/yyyy", "d month yyyy", "dd mon yyyy", "dd-mon-yyyy", "dd.mm.yyyy", "d mon yyyy", "dd/mm/yy"], phones: ["01632 960999", "020 7946 0999", "+44 1632 960999"], calling: "44", address: ["{n} {s}", "{c}", "{z}"], zip: "@@9 9@@", cities: ["Wexcombe", "Little Harrow", "Aldbrough", "Kirkdale", "Penmarsh", "Stowbridge"], regions: ["Kent", "Devon", "Fife"], streets: EN_STREETS, legal: ["Ltd", "Limited", "plc", "LLP", "& Co"], vat: "GB 999 9999 99", iban: "GB99 @@@@ 9999 9999 9999 99", name: "United Kingdom" },
  { ...base, country: "AU", language: "en", currency: "AUD", symbol: "$", dates: ["dd/mm/yyyy", "d month yyyy", "dd mon yyyy", "d/mm/yyyy"], phones: ["(02) 5550 9999", "0491 570 999", "+61 2 5550 9999"], calling: "61", address: ["{n} {s}", "{c} {r} {z}"], zip: "9999", cities: ["Wattle Creek", "Mount Alder", "Bayswood"], regions: ["NSW", "VIC", "QLD"], streets: EN_STREETS, legal: ["Pty Ltd", "Limited"], vat: "99 999 999 999", iban: "999-999 99999999", name: "Australia" },
  { ...base, country: "IN", language: "en", currency: "INR", symbol: "Rs.", dates: ["dd/mm/yyyy", "dd-mm-yyyy", "dd-mon-yyyy", "d month yyyy"], phones: ["+91 99999 99999", "099-9999 9999"], calling: "91", address: ["{n}, {s}", "{c} {z}"], zip: "999999", cities: ["Chandapur", "Navgaon", "Kollipet"], regions: ["MH"], streets: ["M G Road", "Station Road", "Lake View Road", "Temple Street"], legal: ["Pvt. Ltd.", "Private Limited", "Enterprises"], vat: "99@@@@@9999@9Z9", iban: "99999999999999", name: "India" },
  { ...base, country: "IE", language: "en", currency: "EUR", symbol: "€", dates: ["dd/mm/yyyy", "d month yyyy", "dd mon yyyy", "yyyy-mm-dd"], phones: ["01 555 9999", "+353 1 555 9999"], calling: "353", address: ["{n} {s}", "{c}", "{z}"], zip: "@99 @999", cities: ["Ballycreen", "Rathmoy", "Kilbrannan"], regions: ["Clare"], streets: EN_STREETS, legal: ["Ltd", "DAC", "Limited"], vat: "IE9999999@", iban: "IE99 @@@@ 9999 9999 9999 99", name: "Ireland" },
  { ...base, country: "SG", language: "en", currency: "SGD", symbol: "S$", dates: ["dd mon yyyy", "dd/mm/yyyy", "d month yyyy"], phones: ["+65 6999 9999", "6999 9999"], calling: "65", address: ["{n} {s}", "{c} {z}"], zip: "999999", cities: ["Singapore"], regions: [""], streets: ["Tanjong Road", "Jurong Crescent", "Bukit Lane"], legal: ["Pte Ltd", "Pte. Ltd."], vat: "999999999@", iban: "999-99999-9", name: "Singapore" },
  { ...comma, country: "DE", language: "de", currency: "EUR", symbol: "€", dates: ["dd.mm.yyyy", "d. month yyyy", "dd.mm.yy", "yyyy-mm-dd"], phones: ["030 5559999", "+49 89 5559999", "0221 / 555 99 99"], calling: "49", address: ["{s} {n}", "{z} {c}"], zip: "99999", cities: ["Altenfurt", "Neustadt an der Leine", "Grünwalde", "Hohenbach", "Mühlheim"], regions: [""], streets: DE_STREETS, legal: ["GmbH", "AG", "GmbH & Co. KG", "e. K.", "UG"], vat: "DE999999999", iban: "DE99 9999 9999 9999 9999 99", name: "Deutschland" },
  { ...comma, thousands: "'", decimal: ".", moneyFirst: true, country: "CH", language: "de", currency: "CHF", symbol: "CHF", dates: ["dd.mm.yyyy", "d. month yyyy"], phones: ["044 555 99 99", "+41 31 555 99 99"], calling: "41", address: ["{s} {n}", "{z} {c}"], zip: "9999", cities: ["Oberthal", "Seewil", "Brunnenau"], regions: [""], streets: DE_STREETS, legal: ["AG", "GmbH"], vat: "CHE-999.999.999", iban: "CH99 9999 9999 9999 9999 9", name: "Schweiz" },
  { ...comma, thousands: " ", country: "FR", language: "fr", currency: "EUR", symbol: "€", dates: ["dd/mm/yyyy", "d month yyyy", "dd.mm.yyyy"], phones: ["01 99 00 99 99", "+33 4 99 99 99 99"], calling: "33", address: ["{n} {s}", "{z} {c}"], zip: "99999", cities: ["Saint-Aubin-sur-Loire", "Villeneuve-les-Prés", "Montclair", "Beaurivage"], regions: [""], streets: FR_STREETS, legal: ["SARL", "SA", "SAS", "EURL"], vat: "FR99999999999", iban: "FR99 9999 9999 9999 9999 9999 999", name: "France" },
  { ...comma, country: "ES", language: "es", currency: "EUR", symbol: "€", dates: ["dd/mm/yyyy", "d de month de yyyy", "dd-mm-yyyy"], phones: ["910 999 999", "+34 610 99 99 99"], calling: "34", address: ["{s}, {n}", "{z} {c}"], zip: "99999", cities: ["Villaseca del Monte", "Puerto Claro", "Navalmar"], regions: [""], streets: ES_STREETS, legal: ["S.L.", "S.A.", "S.L.U."], vat: "B99999999", iban: "ES99 9999 9999 9999 9999 9999", name: "España" },
  { ...base, country: "MX", language: "es", currency: "MXN", symbol: "$", dates: ["dd/mm/yyyy", "d de month de yyyy", "dd-mon-yyyy"], phones: ["55 9999 9999", "+52 33 9999 9999"], calling: "52", address: ["{s} {n}", "{z} {c}"], zip: "99999", cities: ["San Jacinto", "Valle Alto"], regions: [""], streets: ES_STREETS, legal: ["S.A. de C.V.", "S. de R.L."], vat: "@@@999999@99", iban: "999 999 99999999999 9", name: "México" },
  { ...comma, country: "IT", language: "it", currency: "EUR", symbol: "€", dates: ["dd/mm/yyyy", "d month yyyy", "dd.mm.yyyy"], phones: ["06 5559 9999", "+39 02 555 9999"], calling: "39", address: ["{s}, {n}", "{z} {c}"], zip: "99999", cities: ["Borgo San Pietro", "Montefiore", "Castelvecchio"], regions: [""], streets: ["Via Garibaldi", "Via dei Mille", "Corso Italia", "Via delle Rose"], legal: ["S.r.l.", "S.p.A.", "S.n.c."], vat: "IT99999999999", iban: "IT99 @999 9999 9999 9999 9999 999", name: "Italia" },
  { ...comma, moneyFirst: true, country: "NL", language: "nl", currency: "EUR", symbol: "€", dates: ["dd-mm-yyyy", "d month yyyy", "dd/mm/yyyy"], phones: ["020 555 9999", "+31 20 555 9999"], calling: "31", address: ["{s} {n}", "{z} {c}"], zip: "9999 @@", cities: ["Oosterhaven", "Nieuwveld", "Zuiderdam"], regions: [""], streets: ["Dorpsstraat", "Molenweg", "Kerkstraat", "Havenkade"], legal: ["B.V.", "N.V.", "V.O.F."], vat: "NL999999999B99", iban: "NL99 @@@@ 9999 9999 99", name: "Nederland" },
  { ...comma, country: "PT", language: "pt", currency: "EUR", symbol: "€", dates: ["dd/mm/yyyy", "dd-mm-yyyy", "d de month de yyyy"], phones: ["21 999 9999", "+351 21 999 9999"], calling: "351", address: ["{s}, {n}", "{z} {c}"], zip: "9999-999", cities: ["Vila do Monte", "Ribeira Nova"], regions: [""], streets: ["Rua das Flores", "Avenida da Liberdade", "Rua do Comércio"], legal: ["Lda.", "S.A."], vat: "PT999999999", iban: "PT99 9999 9999 9999 9999 9999 9", name: "Portugal" },
  { ...comma, moneyFirst: true, country: "BR", language: "pt", currency: "BRL", symbol: "R$", dates: ["dd/mm/yyyy", "d de month de yyyy"], phones: ["(11) 95550-9999", "+55 21 95550-9999"], calling: "55", address: ["{s}, {n}", "{z} {c}"], zip: "99999-999", cities: ["Santa Clara", "Boa Vista do Sul"], regions: [""], streets: ["Rua das Palmeiras", "Avenida Central", "Rua Quinze de Maio"], legal: ["Ltda.", "S.A."], vat: "99.999.999/0001-99", iban: "9999-9 / 99999-9", name: "Brasil" },
];

export const MONTHS: Record<Language, string> = {
  en: "January February March April May June July August September October November December",
  de: "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
  fr: "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
  es: "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
  it: "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
  nl: "januari februari maart april mei juni juli augustus september oktober november december",
  pt: "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
};

export const YES_NO: Record<Language, readonly [string, string]> = {
  en: ["Yes", "No"],
  de: ["Ja", "Nein"],
  fr: ["Oui", "Non"],
  es: ["Sí", "No"],
  it: ["Sì", "No"],
  nl: ["Ja", "Nee"],
  pt: ["Sim", "Não"],
};

/** Places at the end of an address line: countries, and regions that are printed after a city. */
import { fold } from "#language/fold.ts";
import { phrasesOfAll } from "#language/phrases.ts";
import { LANGUAGES } from "#language/words.ts";

const COUNTRY_CODES =
  "AE AF AL AM AO AR AT AU AZ BA BD BE BG BH BO BR BY CA CH CL CM CN CO CR CU CY CZ DE DK DO DZ EC EE EG ES ET FI FR GB GE GH GR GT HK HN HR HU ID IE IL IN IQ IR IS IT JM JO JP KE KH KR KW KZ LB LK LT LU LV LY MA MD MK MM MN MT MU MX MY NG NI NL NO NP NZ OM PA PE PH PK PL PR PS PT PY QA RO RS RU SA SD SE SG SI SK SN SV SY TH TN TR TT TW TZ UA UG US UY UZ VE VN YE ZA ZM ZW";
/** Codes that mean something else after a title: `Manager, IT`. */
const ALSO_DEPARTMENTS = ["IT", "HR", "QA", "PR"];
/** Codes of countries after a city: `Bangkok, TH`. */
export const CODES_AFTER_CITY: ReadonlySet<string> = new Set(COUNTRY_CODES.split(" ").filter((code) => !ALSO_DEPARTMENTS.includes(code)));

function countryNames(): [string, string][] {
  return LANGUAGES.flatMap(({ code: language, resume }) => {
    if (!resume?.countries) return [];
    const names = new Intl.DisplayNames([language], { type: "region" });
    const others = Object.entries(resume.countries).flatMap(([code, each]) => each.map((name): [string, string] => [name, code]));
    return [...COUNTRY_CODES.split(" ").map((code): [string, string] => [names.of(code) ?? code, code]), ...others];
  });
}

/** Folded names to ISO 3166 codes. */
export const COUNTRIES: ReadonlyMap<string, string> = new Map(countryNames().map(([name, code]) => [fold(name), code]));

export const REGION_NAMES: ReadonlySet<string> = new Set(phrasesOfAll("resumes", "regions").map(fold));

/** Ends of the names of places that names of employers have too: `Salt Lake City`. */
export const PLACE_NOUNS: ReadonlySet<string> = new Set(phrasesOfAll("resumes", "place_nouns").map(fold));

/** US states, Canadian provinces, Australian states, and countries that are commonly abbreviated. */
export const REGION_CODES: ReadonlySet<string> = new Set(
  (
    "AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC " +
    "US UK UAE ON QC BC AB MB SK NS NB NL PE YT NT NU NSW QLD VIC TAS ACT"
  ).split(" "),
);

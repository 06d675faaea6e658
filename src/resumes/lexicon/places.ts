/** Places at the end of an address line: countries, and regions that are printed after a city. Country names from Intl, regions by hand. */
import { fold } from "#language/fold.ts";

const COUNTRY_CODES =
  "AE AF AL AM AO AR AT AU AZ BA BD BE BG BH BO BR BY CA CH CL CM CN CO CR CU CY CZ DE DK DO DZ EC EE EG ES ET FI FR GB GE GH GR GT HK HN HR HU ID IE IL IN IQ IR IS IT JM JO JP KE KH KR KW KZ LB LK LT LU LV LY MA MD MK MM MN MT MU MX MY NG NI NL NO NP NZ OM PA PE PH PK PL PR PS PT PY QA RO RS RU SA SD SE SG SI SK SN SV SY TH TN TR TT TW TZ UA UG US UY UZ VE VN YE ZA ZM ZW";
const LOCALES = ["en", "de", "fr", "es", "it", "pt", "nl", "ru", "ar", "zh", "ja", "hi", "tr", "pl", "vi", "ko"];

function countryNames(): [string, string][] {
  return LOCALES.flatMap((locale) => {
    const names = new Intl.DisplayNames([locale], { type: "region" });
    return COUNTRY_CODES.split(" ").map((code): [string, string] => [fold(names.of(code) ?? code), code]);
  });
}

/** Folded names to ISO 3166 codes. */
export const COUNTRIES: ReadonlyMap<string, string> = new Map([
  ...countryNames(),
  ...(
    [
      ["usa", "US"],
      ["u s a", "US"],
      ["uk", "GB"],
      ["england", "GB"],
      ["scotland", "GB"],
      ["wales", "GB"],
      ["uae", "AE"],
      ["united states of america", "US"],
      ["viet nam", "VN"],
      ["việt nam", "VN"],
      ["turkiye", "TR"],
      ["brasil", "BR"],
      ["czech republic", "CZ"],
      ["holland", "NL"],
      ["kingdom of saudi arabia", "SA"],
      ["ksa", "SA"],
      ["s korea", "KR"],
      ["korea", "KR"],
    ] as const
  ).map(([name, code]): [string, string] => [fold(name), code]),
]);

const REGIONS = `alabama alaska arizona arkansas california colorado connecticut delaware florida georgia hawaii idaho illinois indiana iowa kansas kentucky louisiana maine maryland massachusetts
  michigan minnesota mississippi missouri montana nebraska nevada new_hampshire new_jersey new_mexico new_york north_carolina north_dakota ohio oklahoma oregon pennsylvania rhode_island
  south_carolina south_dakota tennessee texas utah vermont virginia washington west_virginia wisconsin wyoming washington_dc district_of_columbia
  ontario quebec québec british_columbia alberta manitoba saskatchewan nova_scotia new_brunswick newfoundland
  andhra_pradesh arunachal_pradesh assam bihar chhattisgarh goa gujarat haryana himachal_pradesh jharkhand karnataka kerala madhya_pradesh maharashtra manipur meghalaya mizoram nagaland odisha orissa
  punjab rajasthan sikkim tamil_nadu tamilnadu telangana tripura uttar_pradesh uttarakhand west_bengal delhi new_delhi chandigarh jammu_and_kashmir puducherry
  new_south_wales queensland victoria tasmania south_australia western_australia
  bayern bavaria hessen sachsen thüringen brandenburg niedersachsen baden_württemberg nordrhein_westfalen rheinland_pfalz
  mumbai bangalore bengaluru hyderabad chennai pune kolkata noida gurgaon gurugram ahmedabad london paris berlin münchen munich hamburg madrid barcelona roma rome milano milan amsterdam wien
  vienna zürich zurich dubai singapore tokyo beijing shanghai moscow sydney melbourne toronto vancouver montreal chicago boston houston seattle dallas austin denver atlanta miami philadelphia
  san_francisco los_angeles san_diego san_jose remote hybrid online lisboa porto bruxelles brussels dublin manchester lagos nairobi cairo istanbul são_paulo rio_de_janeiro
  北京 上海 广州 深圳 杭州 南京 成都 武汉 東京 大阪 москва санкт_петербург`;
export const REGION_NAMES: ReadonlySet<string> = new Set(REGIONS.split(/\s+/).map((name) => fold(name.replaceAll("_", " "))));

/** US states, Canadian provinces, Australian states, and countries that are commonly abbreviated. */
export const REGION_CODES: ReadonlySet<string> = new Set(
  (
    "AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC " +
    "US UK UAE ON QC BC AB MB SK NS NB NL PE YT NT NU NSW QLD VIC TAS ACT"
  ).split(" "),
);

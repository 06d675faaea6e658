/** Names of states and countries, to find where a place name ends in a sentence. */

const US_STATES =
  "Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|District of Columbia|Florida|Georgia|Hawaii|Idaho|Illinois|Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska|Nevada|New Hampshire|New Jersey|New Mexico|New York|North Carolina|North Dakota|Ohio|Oklahoma|Oregon|Pennsylvania|Puerto Rico|Rhode Island|South Carolina|South Dakota|Tennessee|Texas|Utah|Vermont|Virginia|Washington|West Virginia|Wisconsin|Wyoming";
const OTHERS =
  "England and Wales|England|Scotland|Northern Ireland|Ontario|Quebec|British Columbia|Alberta|New South Wales|Victoria|Queensland|Bermuda|Cayman Islands|British Virgin Islands|Jersey|Guernsey|Hong Kong";
const REGIONS =
  "AR AT AU BE BR CA CH CL CN CO CY CZ DE DK EE ES FI FR GB GR HR HU ID IE IL IN IS IT JP KR LI LT LU LV MT MX MY NL NO NZ PE PH PL PT RO SE SG SI SK TH TR TW UA US VN ZA";

const inEnglish = new Intl.DisplayNames("en", { type: "region" });
const COUNTRIES = REGIONS.split(" ").flatMap((region) => inEnglish.of(region) ?? []);

/** Longest names first, so that "West Virginia" is not read as "Virginia". */
export const PLACE_NAMES = [...US_STATES.split("|"), ...OTHERS.split("|"), ...COUNTRIES].sort((a, b) => b.length - a.length);

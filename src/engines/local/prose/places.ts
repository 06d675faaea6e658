/** Names of states and countries, to find where a place name ends in a sentence. */
import { phrasesOfAll } from "#language/phrases.ts";

const REGIONS =
  "AR AT AU BE BR CA CH CL CN CO CY CZ DE DK EE ES FI FR GB GR HR HU ID IE IL IN IS IT JP KR LI LT LU LV MT MX MY NL NO NZ PE PH PL PT RO SE SG SI SK TH TR TW UA US VN ZA";

const inEnglish = new Intl.DisplayNames("en", { type: "region" });
const COUNTRIES = REGIONS.split(" ").flatMap((region) => inEnglish.of(region) ?? []);

/** Longest names first, so that "West Virginia" is not read as "Virginia". */
export const PLACE_NAMES = [...phrasesOfAll("engines", "places_with_laws"), ...COUNTRIES].sort((a, b) => b.length - a.length);

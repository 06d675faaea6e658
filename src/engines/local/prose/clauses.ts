/** Sentences that state a value: governing law, dates of agreements, terms. Each pattern has the value in its group `value`. */
import { PLACE_NAMES } from "./places.ts";

export type Clause = {
  pattern: RegExp;
  /** 0..1: how reliably the sentence means the concept. */
  weight: number;
  /** Words before or after it that make it more reliable, or show another topic. */
  supports?: RegExp;
  opposes?: RegExp;
  /** Only within this many characters from the start of the document. */
  within?: number;
};

const PLACE = `(?<value>${PLACE_NAMES.join("|")})`;
const MONTH = "(?:January|February|March|April|May|June|July|August|September|October|November|December)";
const DATE = `(?<value>(?:\\d{1,2} ?(?:st|nd|rd|th)? day of ${MONTH},? ?\\d{4})|${MONTH} \\d{1,2}(?:st|nd|rd|th)?,? ?\\d{4}|\\d{1,2}(?:st|nd|rd|th|\\.)? \\p{L}{3,10},? \\d{4}|\\d{1,2}[./-]\\d{1,2}[./-]\\d{2,4})`;
const ANY_DATE = DATE.replace("?<value>", "?:");
const COUNT = "(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|eighteen|twenty|twenty-four|thirty-six|\\d{1,3})";
/** A number of days from one month on: shorter ones are notices and deadlines. */
const DAYS = "(?:thirty|sixty|ninety|[3-9]\\d|\\d{3})";
const SPAN = `(?<value>(?:${COUNT}(?:[- ]?\\(\\w{1,12}\\))?[- ]?(?:years?|months?)|${DAYS}(?:[- ]?\\(\\w{1,12}\\))?[- ]?days?)(?:\\(s\\))?)`;
const GOVERN = /govern|constru|interpret|accordance|controlled|enforce|subject to/i;

export const CLAUSES: Readonly<Record<string, readonly Clause[]>> = {
  jurisdiction: [
    {
      pattern: new RegExp(
        `\\blaws? of (?:the )?(?:(?:State|Commonwealth|Province|Republic|Kingdom|Federal Republic) of )?(?:the )?${PLACE}\\b`,
        "giu",
      ),
      weight: 0.7,
      supports: GOVERN,
      opposes: /corporation (?:formed|organized)|organized|incorporated|existing under/i,
    },
    { pattern: new RegExp(`\\bgoverned by (?:and construed (?:in accordance with|under) )?${PLACE} law`, "giu"), weight: 0.9 },
    { pattern: new RegExp(`\\b${PLACE} law (?:shall|will) (?:govern|apply)`, "giu"), weight: 0.9 },
    { pattern: /\b[Ee]s gilt (?:ausschließlich )?(?:das )?(?:Recht der )?(?<value>\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?)/gu, weight: 0.8 },
    { pattern: /\bsoumis au droit (?<value>\p{L}+)/giu, weight: 0.8 },
  ],
  effective_date: [
    {
      pattern: new RegExp(`\\b(?:dated|effective|made|entered into|executed|as of)\\b[^.;]{0,60}?${DATE}`, "giu"),
      weight: 0.75,
      supports: /effective/i,
      opposes: /amended|terminat|previous|prior|merger|separation|will end/i,
      within: 3000,
    },
    {
      pattern: new RegExp(`\\b(?:on|this|as of) (?:the |this )?${DATE},? ?\\((?:the |hereinafter )?["“']?Effective Date`, "giu"),
      weight: 1,
    },
    { pattern: new RegExp(`\\b(?:[Ww]irksam|[Gg]ültig) (?:ab|zum) (?:dem )?${DATE}`, "gu"), weight: 0.8 },
    { pattern: new RegExp(`^.{0,260}?\\b${DATE}`, "giu"), weight: 0.75, within: 300 },
    {
      pattern: new RegExp(`\\bas of (?:the |this )${DATE}`, "giu"),
      weight: 0.85,
      opposes: /amended|terminat|merger|fiscal|outstanding|balance/i,
    },
  ],
  period_start: [
    {
      pattern: new RegExp(
        `\\b(?:effective|valid|in force|runs?|starts?|starting|begins?|beginning|commenc\\w{1,4})(?: on| from| as of| at)*(?: the)? ${DATE}`,
        "giu",
      ),
      weight: 0.8,
    },
    { pattern: new RegExp(`\\bfrom (?:\\d{1,2}[.:]\\d{2} on )?(?:the )?${DATE} (?:to|until|till|through)\\b`, "giu"), weight: 0.8 },
    {
      pattern: new RegExp(`\\b(?:[Ww]irksam|[Gg]ültig|[Bb]eginnt|[Vv]om|[Aa]b) (?:ab |am )?(?:dem )?${DATE} (?:bis|an)\\b`, "gu"),
      weight: 0.8,
    },
    { pattern: new RegExp(`\\bdu ${DATE} au\\b`, "giu"), weight: 0.8 },
  ],
  period_end: [
    { pattern: new RegExp(`\\b(?:expires?|expiring|ends?|ending|terminates?)(?: on| at)*(?: the)? ${DATE}`, "giu"), weight: 0.8 },
    {
      pattern: new RegExp(
        `${ANY_DATE} (?:to|until|till|through|bis(?: zum)?|au|al|hasta|tot) (?:\\d{1,2}[.:]\\d{2} on )?(?:the )?${DATE}`,
        "giu",
      ),
      weight: 0.8,
    },
  ],
  term: [
    {
      pattern: new RegExp(
        `\\b(?:for|within|of|after|during)?\\s?(?:a |the )?(?:period|term) (?:of |ending |expiring )?(?:\\w{1,20} )?${SPAN}`,
        "giu",
      ),
      weight: 0.5,
      supports: /confidential|obligation|in effect|this agreement|surviv|disclos/i,
      opposes:
        /solicit|hire|employ|securities|standstill|acquire|compet|severance|salary|notice|restrict\w{1,9} covenant|restricted period|change in control/i,
    },
    {
      pattern: new RegExp(`\\b(?:terminate|expire|in effect|in force|continue|survive|effective)\\b[^.;]{0,60}?${SPAN}`, "giu"),
      weight: 0.7,
      supports: /agreement|obligation|confidential/i,
      opposes: /solicit|hire|employ|securities|notice|acquire|compet/i,
    },
  ],
};

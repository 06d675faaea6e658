/**
 * The form that a description asks a text for: "in YYYY-MM-DD format", "digits only", "without thousands separators". Descriptions are
 * written by developers, mostly in English.
 */
import { memo } from "#contract/memo.ts";
import type { Field, Schema } from "#contract/schema/field.ts";
import { ANY_LEGAL_FORM } from "#language/legal-forms.ts";
import { anyOf } from "#language/phrases.ts";
import { optionsIn } from "./asked-options.ts";

const DATE_FORM = /(?<![\p{L}\p{N}])(?:YYYY([-/.]?)MM\1DD|(?:DD([-/.])MM|MM([-/.])DD)\2\3YY(?:YY)?|YYYY-MM)(?![\p{L}\p{N}]|[-/.][A-Z])/giu;
const ISO_DATE = /\bISO(?:[- ]?8601)?(?:[- ](?:date|format))/i;
const AS_PRINTED = /\b(?:as|exactly as|verbatim as) (?:it |they )?(?:is |are )?(?:printed|shown|written|displayed)\b/i;

/**
 * The schema with every text field that asks for a form of dates as a date field of that format, and every one that lists its options as a
 * field with these. Idempotent; the form of the values is the same, as dates and options are texts.
 */
export const asAsked = memo(
  (schema: Schema): Schema => ({ ...schema, fields: schema.fields.map(fieldAsAsked) }),
  new WeakMap<Schema, Schema>(),
);

function fieldAsAsked(field: Field): Field {
  const { fields, items } = field;
  if (fields || items)
    return { ...field, ...(fields ? { fields: fields.map(fieldAsAsked) } : {}), ...(items ? { items: fieldAsAsked(items) } : {}) };
  if (field.type !== "string" && field.type !== "date") return field;
  const options = optionsIn(field);
  if (options) return { ...field, type: "enum", enum: options };
  const form = dateFormOf(field);
  return form === null ? field : { ...field, type: "date", format: form };
}

/** "DD/MM/YYYY on the receipt", "printed as MM/DD/YYYY": how the page has it, which is not how it is asked for. */
const PRINTED_FORM =
  /\b(DD|MM)[-/.](?:DD|MM)[-/.]YY(?:YY)? (?:on|in) the \p{L}+|\b(?:printed|written|shown) (?:as|in|like) (DD|MM)[-/.](?:DD|MM)[-/.]YY/iu;

/** Whether the page prints the day before the month, by the description; null where it does not say. */
export function printedDayFirst({ description = "" }: Field): boolean | null {
  const hit = PRINTED_FORM.exec(description);
  return hit === null ? null : (hit[1] ?? hit[2])?.toUpperCase() === "DD";
}

/** `YYYY-MM-DD` and the like in capitals, or `year-month`; null when none is asked for, or several are. */
export function dateFormOf({ description = "", format, method, enum: options }: Field): string | null {
  if (options !== undefined || (method !== undefined && method !== "extract")) return null;
  const isPrinted = AS_PRINTED.test(description) || PRINTED_FORM.test(description);
  const named = format?.match(DATE_FORM) ?? (isPrinted ? [] : (description.match(DATE_FORM) ?? []));
  const forms = [...new Set(named.map((form) => form.toUpperCase()))];
  const [form] = forms;
  if (form === "YYYY-MM" && forms.length === 1) return "year-month";
  if (forms.length > 0) return forms.length === 1 ? (form ?? null) : null;
  if (format === "date" || (ISO_DATE.test(description) && !AS_PRINTED.test(description))) return "YYYY-MM-DD";
  return null;
}

/** A day, given as `YYYY-MM-DD`, in the form that the format names; in the given one when it names none. */
export function printDate(iso: string, format: string | undefined): string {
  const [form] = format?.match(DATE_FORM) ?? [];
  if (form === undefined) return iso;
  const [year = "", month = "", day = ""] = iso.split("-");
  return form.toUpperCase().replace("YYYY", year).replace("YY", year.slice(2)).replace("MM", month).replace("DD", day);
}

const WITHOUT_TITLE =
  /\b(?:without|no|excluding|ohne|sans|sin|senza|sem|zonder|bez|uden|utan)\b[^.;:()]{0,20}\b(?:titles?|honorifics?|salutation|Anrede|Titel|civilit\u00e9|titre|tratamiento|t\u00edtulo|titolo|tratamento|aanhef|tytu\u0142u)(?!\p{L})/iu;
const NAME_ONLY =
  /\b(?:name only|only (?:the )?name|nur (?:der )?Name|nom seul|solo (?:el )?nombre|solo (?:il )?nome|alleen (?:de )?naam)\b|\b(?:without|excluding|ohne|sans|sin|senza|sem|zonder|bez|uden|utan)\b[^.;:()]{0,12}\b(?:address|Adresse|Anschrift|adresse|direcci\u00f3n|indirizzo|adres|endere\u00e7o)(?!\p{L})/iu;

/** What descriptions ask to leave out of a text, and the characters that go. */
const LEFT_OUT: readonly (readonly [asked: RegExp, characters: RegExp])[] = [
  [/\b(?:digits|numerals) only\b|\bonly (?:the )?digits\b/i, /\P{N}+/gu],
  [/\b(?:without|no)\b[^.;:()]{0,30}\b(?:dashes|hyphens)\b/i, /[-\u2010-\u2015]/g],
  [/\b(?:without|no)\b[^.;:()]{0,30}\b(?:spaces|whitespace)\b/i, /\s+/g],
  [/\b(?:without|no)\b[^.;:()]{0,30}\b(?:thousands?[- ]separators?|commas)\b/i, /(?<=\d)[,.'’\s](?=\d{3}(?!\d))/g],
  [/\b(?:without|no)\b[^.;:()]{0,30}\bcurrency (?:symbols?|signs?)\b/i, / ?\p{Sc} ?/gu],
  [/\b(?:without|no)\b[^.;:()]{0,30}\bpercent(?:age)? (?:symbols?|signs?)\b/i, / ?[%٪]/g],
  [WITHOUT_TITLE, new RegExp(`^(?:${anyOf("engines", "personal_titles")})(?:\\.|(?=\\s))\\s*(?=\\p{Lu})`, "iu")],
  [NAME_ONLY, / ?\([^()]*\)$/u],
  [
    /\b(?:without|excluding|ohne|sans|sin|senza|sem|zonder|bez|uden|utan)\b[^.;:()]{0,20}\b(?:codes?|numbers?|Nummer|Kennung|num\u00e9ro|n\u00famero|c\u00f3digo|codice|numero|nummer|kod)(?!\p{L})/iu,
    / ?\((?=[^()\d]*\d)[^()]*\)$/u,
  ],
];

/** The text without what the description asks to leave out; as it is when nothing would be left. */
export function withoutUnasked(text: string, { description = "" }: Field): string {
  const left = LEFT_OUT.reduce((kept, [asked, characters]) => (asked.test(description) ? kept.replace(characters, "") : kept), text);
  const name = NAME_ONLY.test(description) || WITHOUT_TITLE.test(description) ? upToComma(left) : left;
  return name.trim() === "" ? text : name;
}

/** Of the name as well: "Inc." and "Jr.". */
const OF_NAME = new RegExp(`^(?:${ANY_LEGAL_FORM}|Jr|Sr|I{2,3}|IV)(?:[\\s,.]|$)`, "u");

/** A name of two words and more without what somebody is, a phone number or a place behind its comma. */
function upToComma(text: string): string {
  const at = text.indexOf(", ");
  const [name, behind] = [text.slice(0, at), text.slice(at + 2)];
  return at < 0 || !name.includes(" ") || OF_NAME.test(behind) ? text : name;
}

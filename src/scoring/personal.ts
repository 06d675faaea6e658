/** Recognises lines about the person by their label, and names of schools by their words. */

/** Labels of age, family, origin, religion and looks, in the seven languages of the headings. */
const LABELS = [
  "date of birth|birth ?date|birthday|born|d\\.?o\\.?b\\.?|age|gender|sex|nationality|citizenship|marital status|civil status|children|religion|ethnicity|race|place of birth|birthplace|photo|height|weight|blood group|father'?s name|mother'?s name|passport(?: no\\.?| number)?|visa(?: status)?|permanent address|home address|address",
  "geburtsdatum|geburtstag|geburtsort|geboren|alter|geschlecht|nationalität|staatsangehörigkeit|staatsbürgerschaft|familienstand|kinder|religion|konfession|anschrift|adresse|foto",
  "date de naissance|né\\(?e?\\)? le|née? le|lieu de naissance|âge|sexe|nationalité|état civil|situation (?:de famille|familiale)|situation matrimoniale|enfants|adresse",
  "fecha de nacimiento|lugar de nacimiento|edad|sexo|género|nacionalidad|estado civil|hijos|religión|dirección|domicilio",
  "data di nascita|luogo di nascita|nato a|nata a|età|sesso|nazionalità|stato civile|figli|indirizzo",
  "data de nascimento|idade|nacionalidade|estado civil|filhos|endereço|morada",
  "geboortedatum|geboorteplaats|leeftijd|geslacht|nationaliteit|burgerlijke staat|kinderen|adres",
].join("|");
const LABELLED = new RegExp(`^\\s*(?:${LABELS})\\s*(?:[:：–-]|\\s\\d|$)`, "iu");
/** "32 years old", "verheiratet, zwei Kinder", "married, two children". */
const STATED = [
  /^\s*(?:aged? )?\d{2} (?:years old|jahre alt|ans|años|anni|anos|jaar)\b/iu,
  /^\s*(?:single|married|divorced|widowed|ledig|verheiratet|geschieden|célibataire|mariée?|soltero|soltera|casado|casada|celibe|nubile|sposato|sposata|solteir[oa]|ongehuwd|gehuwd)\s*(?:[,;.]|$)/iu,
];
const SCHOOL =
  /(?:universit|universid|université|università|universiteit|college|\bschool\b|hochschule|\bschule|gymnasium|akademie|academ|acad[ée]mie|institut|polytechn|politecnic|facult|fakultät|école|lycée|escuela|colegio|instituto|scuola|liceo|istituto|escola|faculdade|hogeschool|campus|\bUC\b|大学|學院|学院|学校|高校|университет|институт|школа|جامعة|विश्वविद्यालय|대학교)/iu;

export function isPersonal(text: string): boolean {
  return LABELLED.test(text) || STATED.some((pattern) => pattern.test(text));
}

export function isSchool(text: string): boolean {
  return SCHOOL.test(text);
}

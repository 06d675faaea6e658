/** Headings of job ads, in English, German, French and Spanish, and the kind of part that follows them. */

export const PART_KINDS = ["intro", "tags", "requirements", "wishes", "duties", "company", "offer", "applying", "legal", "facts"] as const;
/** `tags` is a bare list of skills; `facts` are labels such as industry or date; `wishes` would be nice to have. */
export type PartKind = (typeof PART_KINDS)[number];

const OWN =
  "(?:your|our|the|job|key|main|primary|core|general|basic|minimum|min\\.?|required|essential|necessary|specific|technical|professional|personal|other|additional|functional)";
const AND = "(?: ?(?:&|and|/|,|\\+) ?)";

/** In order: the first match wins. Whole headings, lower case, without closing punctuation. */
const HEADINGS: readonly (readonly [PartKind, RegExp])[] = [
  [
    "tags",
    /^(?:technologies|technology stack|tech stack|our tech stack|key technologies(?: we work with)?|keywords|skills tags|tags|technologien|compétences clés)$/,
  ],
  [
    "wishes",
    /^(?:(?:preferred|desired|desirable|bonus|optional|additional|extra)(?: (?:qualifications?|skills?|requirements?|experience|points))*(?: (?:&|and) experience)?|nice[- ]to[- ]haves?(?: skills)?|pluse?s|assets?|advantageous|(?:it'?s|it is|it would be|would be|what (?:would|could) be) (?:a plus|nice|great|good|an advantage|helpful)(?: if| to have| if you(?: also)? have)?|what (?:would|will|could|may|might) (?:set you apart|make you stand out)|extra (?:credit|points)|good to have|bonus(?:es| skills)?|bonus points(?: for| if(?: you have)?)?|not required,? but .{0,30}|ideally(?: you(?: also)? have)?|von vorteil(?: (?:ist|sind|wäre|wären))?(?: auch)?|(?:das )?wäre (?:schön|toll|super)|pluspunkte?|wünschenswerte?(?: (?:kenntnisse|fähigkeiten|qualifikationen|erfahrung(?:en)?))?|idealerweise(?: (?:bringst du|bringen sie).{0,20})?|(?:serait |seraient |ce serait )?un plus|les plus|(?:vos |les )?atouts(?: supplémentaires)?|apprécié(?:e?s)?|souhaité(?:e?s)?|(?:requisitos |conocimientos )?(?:deseables?|valorables?|opcionales)|se valora(?:rá)?(?: positivamente)?|valoramos)$/,
  ],
  [
    "requirements",
    new RegExp(
      `^(?:(?:${OWN}${AND}?)* ?(?:qualifications?|requirements?|skills?|competenc(?:es|ies)|experience|education|expertise|background|profile|knowledge|abilities|credentials)(?:${AND}(?:${OWN} )?(?:qualifications?|requirements?|skills?|competenc(?:es|ies)|experience|education|background|knowledge|abilities|training))*(?: required| needed| and you)?` +
        "|we (?:are )?(?:expect|looking for|need)(?:ing)?(?: (?:from )?you)?(?: to)?|what (?:we|you|it).{0,30}(?:looking for|need|bring|takes|require|expect|have)|who (?:you are|are you|we are looking for|we're looking for|we need|should apply)|about you|you(?: must| should| will)? (?:have|are|bring|should have|possess)|you should apply if|must[- ]haves?|(?:the |our )?(?:ideal |successful )?candidates?(?: profile| will have)?|person(?:al)? specification|(?:your )?(?:personal )?profile" +
        "|(?:ihr|dein|das|unser) (?:profil|anforderungsprofil)|anforderungen(?: an sie)?|anforderungsprofil|(?:ihre |deine |fachliche |persönliche )?(?:qualifikation(?:en)?|voraussetzungen|kenntnisse|fähigkeiten|kompetenzen)|(?:was|das) (?:sie|du|wir) (?:mitbringen|mitbringst|bringen|erwarten)|das (?:bringst du|bringen sie) mit|wir erwarten(?: von ihnen)?|was wir (?:uns wünschen|suchen)" +
        "|(?:votre |le )?profil(?: recherché| souhaité| attendu)?|compétences(?: requises| attendues| et qualités)?|exigences|pré-?requis|qualités(?: requises)?|formation(?: et expérience)?" +
        "|requisitos(?: mínimos| del puesto)?|perfil(?: requerido| buscado| del candidato)?|requerimientos|competencias|conocimientos|(?:qué|lo que) buscamos|formación|experiencia(?: requerida)?)$",
    ),
  ],
  [
    "duties",
    new RegExp(
      `^(?:(?:${OWN}${AND}?)* ?(?:responsibilit(?:y|ies)|duties|tasks|role|mission|work assignments?|assignments|accountabilities|job|activities|challenges?|position|opportunity)(?:${AND}(?:${OWN} )?(?:responsibilit(?:y|ies)|duties|tasks|accountabilities|activities|requirements))*(?: overview| summary| description| include| will be| at a glance)?` +
        "|(?:job|position|role) (?:description|summary|overview|purpose|details)|description|summary|overview|purpose|what (?:you|will you|you'll|you will).{0,12}(?:do|doing|work on|be doing|part will you play)|you will(?: be)?(?: work on| do)?|in this role(?: you will)?|as an? .{3,40} you will|a day in the life|day[- ]to[- ]day|about the (?:role|job|position)|description of the (?:position|job)" +
        "|(?:ihre|deine|unsere) aufgaben?(?:gebiete?|n)?|aufgaben(?:gebiet|bereich)?|tätigkeiten|(?:das|was) (?:sie|dich|erwartet).{0,12}(?:erwartet|tun|sie|dich)|stellenbeschreibung|(?:ihr|dein) (?:job|aufgabengebiet|tätigkeitsfeld|verantwortungsbereich)|verantwortlichkeiten" +
        "|(?:vos |les |principales )?(?:missions|tâches|responsabilités|activités)(?: principales)?|description du poste|le poste|votre mission|votre rôle" +
        "|(?:tus |principales )?(?:funciones|responsabilidades|tareas)(?: principales)?|descripción(?: del puesto)?|qué harás|misión)$",
    ),
  ],
  [
    "offer",
    /^(?:(?:what )?(?:we|do we) (?:can )?(?:offer|provide)(?: you)?|our offer|(?:job |employee |company |our |your )?(?:benefits|perks)(?:(?: ?(?:&|and|\/) ?)(?:benefits|perks|culture|compensation))?(?:\/perks)?|why (?:us|join|work|you).{0,30}|what'?s in it for you|what you(?:'ll| will)? get|compensation (?:&|and) benefits|terms of employment|conditions of employment|working (?:conditions|environment)|employment (?:conditions|terms)|wir bieten(?: ihnen)?|(?:was|das) (?:wir|bieten wir).{0,12}(?:bieten)?|unser angebot|(?:ihre|deine|unsere) (?:vorteile|benefits)|wir bieten dir|nous (?:offrons|vous offrons)|(?:vos |les )?avantages|ce que nous (?:offrons|proposons)|conditions|(?:qué )?(?:te )?ofrecemos|qué ofrecemos|beneficios|condiciones)$/,
  ],
  [
    "applying",
    /^(?:how to apply|(?:your )?applications?(?: procedures?| process| deadline| and contact)?|apply(?: now| here| today)?|contacts?(?: details| us| information| person)?|(?:further|more|additional|for further) (?:information|details)|interested|(?:application )?deadline|next steps?|approval and enrolment|the process|recruitment process|interview process|bewerbung|(?:ihre |deine )?bewerbung|kontakt|interesse geweckt|ansprechpartner|candidatures?|postuler|comment postuler|contacto?|cómo (?:aplicar|postular)|inscripción|proceso de selección|salary and appointment terms)$/,
  ],
  [
    "company",
    /^(?:about (?!you$|the (?:role|job|position)).{1,40}|who we are|company (?:description|overview|profile|background)|our (?:company|story|values|team|culture|vision|client|department|organi[sz]ation)|the (?:company|team|department|workplace)|your team|what we do|introduction|background|über uns|wer wir sind|(?:das|unser) unternehmen|unternehmensprofil|à propos.{0,30}|qui sommes[- ]nous|l'entreprise|(?:sobre|acerca de) (?:nosotros|la empresa)|quiénes somos|la empresa)$/,
  ],
  [
    "legal",
    /^(?:equal (?:employment )?opportunit.{0,40}|eeo.{0,20}|diversity.{0,40}|disclaimer|privacy.{0,20}|data protection|datenschutz.{0,20}|background checks?)$/,
  ],
  [
    "facts",
    /^(?:date posted.{0,20}|likes.{0,40}|job type|role|industry|company (?:size|type)|experience level|compensation|salary(?: (?:and|&) [a-z ]{3,24})?|gehalt|rémunération|salario|travel|location(?: options)?|employment type|job (?:id|no\.?|number|location|category|function)|start(?:ing)?(?: date)?|date|department|division|reports to|reporting to|hours|contract(?: type)?|arbeitsort|standort|eintrittsdatum|lieu|type de contrat|ubicación|jornada)$/,
  ],
];

/** Longer lines are not headings. */
const HEADING_CHARS_MAX = 60;

/** The kind of part that a line opens, or null when it is not a heading. */
export function headingOf(line: string): PartKind | null {
  if (line.length > HEADING_CHARS_MAX) return null;
  const plain = line
    .toLowerCase()
    .replace(/[’]/g, "'")
    .replace(/^[^\p{L}]+|(?<![\s:.…!?–—*=_#-])[\s:.…!?–—*=_#-]+$/gu, "")
    .replace(/\s+/g, " ");
  if (plain === "") return null;
  return HEADINGS.find(([, pattern]) => pattern.test(plain))?.[0] ?? null;
}

const RUN_IN =
  /(?<=^|[\s.!?•*])((?:(?:Key|Main|Basic|Minimum|Required|Preferred|Desired|Essential|Job|Your|Our|Additional|Technical|Position|Role|Ihre?|Deine?|Unsere?|Vos|Votre) ){0,3}(?:Responsibilities|Qualifications|Requirements|Duties|Benefits|Benefits\/perks|Skills|RESPONSIBILITIES|QUALIFICATIONS|REQUIREMENTS|DUTIES|BENEFITS|Profile|Aufgaben|Anforderungen|Profil|Missions|Requisitos|Funciones)(?: (?:and|&|AND) (?:Requirements|Qualifications|Skills|Experience|SKILLS|EXPERIENCE))?)(?:[^\S\n]*:\s|[^\S\n](?=[•*\u0095\p{Lu}\d]))/gu;

/** Puts a line break before and after headings within running text: "… decisions. Responsibilities The team …". */
export const breakAtHeadings = (text: string): string => text.replace(RUN_IN, (_, heading: string) => `\n${heading}:\n`);

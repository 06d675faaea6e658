/** Words that end the name of a job, in English, German, French and Spanish. */

const ENGLISH =
  "engineer|developer|designer|manager|scientist|researcher|analyst|architect|administrator|consultant|specialist|technician|technologist|programmer|tester|director|lead|leader|head|officer|assistant|associate|coordinator|representative|rep|executive|supervisor|operator|driver|nurse|carer|caregiver|doctor|physician|surgeon|pharmacist|therapist|physiotherapist|teacher|lecturer|professor|tutor|trainer|instructor|accountant|auditor|bookkeeper|controller|clerk|cashier|agent|advisor|adviser|planner|buyer|recruiter|lawyer|attorney|paralegal|secretary|receptionist|chef|cook|waiter|waitress|bartender|barista|housekeeper|cleaner|janitor|guard|mechanic|electrician|plumber|carpenter|joiner|welder|painter|mason|bricklayer|builder|roofer|labourer|laborer|worker|helper|picker|packer|handler|gardener|farmer|writer|copywriter|editor|journalist|translator|interpreter|photographer|artist|animator|producer|intern|internship|postdoc|post-doc|trainee|apprentice|graduate|student|fellow|ninja|evangelist|strategist|economist|statistician|biologist|chemist|physicist|psychologist|bioinformatician|librarian|inspector|surveyor|estimator|foreman|owner|master|hunter|expert|partner|founder|president|pilot|steward|attendant|keeper|dentist|hygienist|midwife|paramedic|veterinarian|optician|broker|trader|banker|underwriter|actuary|teller|merchandiser|stylist|hairdresser|barber|beautician|florist|tailor|seamstress|baker|butcher|salesperson|salesman|fitter|machinist|assembler|caretaker|counsellor|counselor|coach|practitioner|generalist|integrator|maintainer|adjuster|dispatcher|courier|porter|storekeeper|aide|PM|SDE|SDET|SRE|CEO|CTO|CFO|COO|VP|eng|dev";
const GERMAN =
  "entwickler|ingenieur|leiter|berater|mitarbeiter|kaufmann|kauffrau|kaufleute|pfleger|krankenpfleger|krankenschwester|pflegekraft|pflegefachkraft|fachkraft|pflegefachfrau|pflegefachmann|fachmann|fachfrau|techniker|mechaniker|mechatroniker|elektroniker|elektriker|fahrer|koch|köch|verkäufer|sachbearbeiter|assistent|referent|lehrer|erzieher|arzt|ärzt|buchhalter|architekt|meister|helfer|monteur|schweißer|maurer|tischler|schlosser|installateur|disponent|lagerist|kommissionierer|reinigungskraft|kellner|analyst|administrator|spezialist|koordinator|praktikant|auszubildende|werkstudent|wissenschaftler|therapeut|apotheker|jurist|redakteur|gestalter|zeichner|planer|programmierer|controller|manager|trainer|steuerfachangestellte|fachangestellte|angestellte|laborant|chemikant|bäcker|metzger|friseur|gärtner|dachdecker|zimmerer|zimmermann|anlagenführer|maschinenführer|bediener|sekretär|dozent|vertreter|fachinformatiker";
const FRENCH =
  "ingénieur|développeur|développeuse|infirmier|infirmière|responsable|chef|cheffe|chargé|chargée|assistante|technicien|technicienne|comptable|vendeur|vendeuse|conducteur|conductrice|cuisinier|cuisinière|serveur|serveuse|directeur|directrice|gestionnaire|consultante|professeur|enseignant|enseignante|ouvrier|ouvrière|électricien|plombier|soudeur|menuisier|maçon|mécanicien|préparateur|préparatrice|magasinier|cariste|aide-soignant|aide-soignante|pharmacien|pharmacienne|secrétaire|juriste|analyste|administrateur|commercial|commerciale|stagiaire|apprenti|animateur|animatrice|éducateur|éducatrice|opérateur|opératrice|conseiller|conseillère|chauffeur|boulanger|coiffeur|coiffeuse|caissier|caissière|employé|employée|médecin|formateur|formatrice|acheteur|acheteuse|rédacteur|rédactrice";
const SPANISH =
  "ingeniero|ingeniera|desarrollador|desarrolladora|programador|programadora|enfermero|enfermera|jefe|jefa|técnico|técnica|contable|vendedor|vendedora|conductor|conductora|cocinero|cocinera|camarero|camarera|auxiliar|asistente|directora|gerente|consultor|consultora|profesor|profesora|operario|operaria|electricista|fontanero|soldador|carpintero|albañil|mecánico|mozo|carretillero|farmacéutico|farmacéutica|secretario|secretaria|abogado|abogada|analista|administrativo|administrativa|comercial|becario|becaria|dependiente|dependienta|limpiador|limpiadora|médico|médica|cuidador|cuidadora|educador|educadora|recepcionista|delegado|delegada|encargado|encargada|responsable|maestro|maestra|peluquero|peluquera|panadero|administrador|administradora|arquitecto|arquitecta|diseñador|diseñadora|investigador|investigadora";

const PLURAL = "(?:s|es)?";
/** German nouns take -in, -innen, :in, *in, /in and endings of case; compounds end in them. */
const WORD = `(?:(?:${ENGLISH}|secretar(?:y|ies)|${FRENCH}|${SPANISH})${PLURAL}|\\p{L}*(?:${GERMAN})(?:[:*/_(-]?-?in(?:nen)?\\)?|e[nrm]?|s|n)?)`;

/** A text with a job's name in it. */
export const JOB_NOUN = new RegExp(`(?<![\\p{L}])${WORD}(?![\\p{L}])`, "iu");
/** A word that is one. */
export const IS_JOB_NOUN = new RegExp(`^${WORD}$`, "iu");

const ENGLISH_PLURAL = new RegExp(`(?<![\\p{L}])((?:${ENGLISH}))(s|es)(?![\\p{L}'’])`, "giu");

/** "Software Engineers" is about one of them. */
export const singularJob = (title: string): string =>
  title
    .replace(/\bsecretaries\b/gi, "secretary")
    .replace(ENGLISH_PLURAL, (whole, noun: string) => (whole.toLowerCase() === "sales" ? whole : noun));

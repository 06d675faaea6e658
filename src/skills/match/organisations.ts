/** Whether words are part of the name of a company, a school or another body: having been there is not a skill. */
import { LEGAL_FORM_WORDS } from "#language/legal-forms.ts";
import type { Token } from "#language/tokens.ts";

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** Nouns for such bodies, in four languages. */
const BODIES = words(
  "hospital hospitals clinic clinics institute institution university college school academy foundation trust council ministry museum association society federation union company group holding holdings agency bureau centre center laboratories partners brothers sons organisation organization charity church partnership consortium " +
    "krankenhaus klinik klinikum universitat hochschule akademie institut stiftung verein verband ministerium gesellschaft zentrum genossenschaft schule praxis " +
    "hopital clinique universite ecole academie fondation ministere societe association centre agence " +
    "clinica universidad instituto academia fundacion ministerio asociacion sociedad colegio escuela empresa centro agencia",
);
/** Small words inside names. */
const WITHIN = words("of for and de des du d la le les der fur und y del e");
/** A role names a person; the words beside it describe that person. */
const ROLES = words(
  "head nurse chief lead clerk cook chef intern trainee apprentice volunteer professor assistant secretary staff midwife carer guard worker representative specialist resident fellow consultant accountant student " +
    "director manager officer supervisor lecturer tutor engineer developer designer analyst teacher driver administrator coordinator operator technician programmer architect advisor scientist researcher therapist buyer seller planner recruiter trainer instructor lawyer mechanic electrician " +
    "leiter leiterin mitarbeiter mitarbeiterin lehrer lehrerin pfleger ingenieur berater verkaufer directeur responsable infirmier infirmiere ingenieur technicien director jefe enfermero enfermera ingeniero tecnico profesor",
);
const NAME_WORDS_MAX = 6;

/**
 * Tests the tokens `first`…`last`. `proper`: they are a proper name themselves, such as Python; then only a legal form makes them part of a
 * company's name.
 */
export function isInOrganisation(tokens: readonly Token[], first: number, last: number, proper: boolean): boolean {
  const token = tokens[first];
  if (!token || !isCapital(token)) return false;
  const start = edge(tokens, first, -1);
  const end = edge(tokens, last, 1);
  const isBody = (at: number) => LEGAL_FORM_WORDS.has(spelled(tokens, at)) || (!proper && BODIES.has(tokens[at]?.fold ?? ""));
  for (let at = start; at <= end; at++)
    if ((at < first || at > last) && isBody(at)) return !tokens.slice(start, last + 1).some(({ fold }) => ROLES.has(fold));
  return false;
}

/** How far words with capitals continue from a token. */
function edge(tokens: readonly Token[], at: number, step: 1 | -1): number {
  let reached = at;
  for (let count = 1; count <= NAME_WORDS_MAX; count++) {
    const next = at + count * step;
    const token = tokens[next];
    const gap = (step > 0 ? token : tokens[next + 1])?.gap ?? "";
    if (!token || !/^(?:\s|\s*&\s*|[-.'’]|\. )$/.test(gap)) break;
    if (isCapital(token) || LEGAL_FORM_WORDS.has(token.fold)) reached = next;
    else if (!WITHIN.has(token.fold) || ROLES.has(tokens[next - 1]?.fold ?? "")) break;
  }
  return reached;
}

/** The word at a token; "S.L." and the like count as one word. */
function spelled(tokens: readonly Token[], at: number): string {
  let word = tokens[at]?.fold ?? "";
  for (let next = at + 1; word.length < 4 && tokens[next]?.gap === "." && tokens[next]?.fold.length === 1; next++)
    word += tokens[next]?.fold;
  return word;
}

const isCapital = ({ raw }: Token): boolean => /^[\p{Lu}]/u.test(raw);

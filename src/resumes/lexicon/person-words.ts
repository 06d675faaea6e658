/** Words around and inside names of persons, and words that never occur in a name. */
import { fold } from "#language/fold.ts";
import { anyOf, phrasesOfAll } from "#language/phrases.ts";

/** Lower-case words inside names. */
export const PARTICLES: ReadonlySet<string> = new Set(phrasesOfAll("resumes", "name_particles").map(fold));

/** Precede a name and are not part of it. */
export const HONORIFICS = new RegExp(`^(?:${anyOf("resumes", "honorifics")}\\.?\\s+)+(?=\\p{L})`, "iu");
/** Follow a name and are not part of it. */
export const POSTNOMINALS = new RegExp(`(?:\\s{0,2},\\s{0,2}|\\s{1,2})${anyOf("resumes", "postnominals")}\\.?(?=$|[\\s,])`, "giu");

/** Titles of the document and labels before the name. */
export const PAPER_TITLE = new RegExp(anyOf("resumes", "paper_titles"), "iu");
const UNSPACED_LABEL = anyOf("resumes", "name_labels_unspaced");
export const NAME_LABEL = new RegExp(
  `^(?:${anyOf("resumes", "name_labels")}|${UNSPACED_LABEL})\\s*(?:[:：\\-–]\\s*|(?<=${UNSPACED_LABEL})\\s+)`,
  "iu",
);

const TECHNOLOGIES = "linkedin github www http https java python javascript html css sql excel word office windows linux aws oracle sap";
/** Words of titles, contact blocks and headings that names do not have. */
export const NO_NAME: ReadonlySet<string> = new Set([...phrasesOfAll("resumes", "not_in_names").map(fold), ...TECHNOLOGIES.split(" ")]);

/** Characters of names: letters and only these signs, no digits. */
export const NAME_WORD = /^(?:\p{L}[\p{L}\p{M}'’`´ʻʼ\-‐‑·.]*|[‘'’]?\p{L}[\p{L}\p{M}'’-]*)[,.]?$/u;

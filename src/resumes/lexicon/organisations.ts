/**
 * Words in the names of employers and schools. Written by hand from legal forms and common nouns of en, de, fr, es, it, pt, nl and others.
 */

import { fold } from "#language/fold.ts";
import { ANY_LEGAL_FORM, UNSPACED_LEGAL_FORM } from "#language/legal-forms.ts";
import { wordsOfAll } from "#language/words.ts";

const AT_END = new RegExp(`(?:^|[\\s,])${ANY_LEGAL_FORM}\\.?(?=$|[\\s,)])`, "iu");
/** A legal form as a word of its own at the end of a name, or before a comma. */
export const hasLegalForm = (text: string): boolean => AT_END.test(text) || UNSPACED_LEGAL_FORM.test(text);

export const ORGANISATION_NOUNS: ReadonlySet<string> = new Set(wordsOfAll(({ resume }) => resume?.organisation_nouns).map(fold));
export const ORGANISATION_ENDINGS =
  /(?:公司|集团|集團|银行|医院|大学|大學|学院|学校|研究所|中心|会社|銀行|病院|社|회사|은행|병원|werke|werk|bank|haus|verlag|tech|soft|corp)$/iu;

export const SCHOOL_NOUNS: ReadonlySet<string> = new Set(wordsOfAll(({ resume }) => resume?.school_nouns).map(fold));
export const SCHOOL_ENDINGS =
  /(?:大学|大學|学院|学校|中学|高中|高校|専門学校|大学院|대학교|대학|고등학교|hochschule|universität|gymnasium|schule|university|college)$/iu;

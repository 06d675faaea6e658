/** Words that names of employers and schools carry. Written by hand from legal forms and common nouns of en, de, fr, es, it, pt, nl and others. */
import { fold } from "#language/fold.ts";
import { wordsOfAll } from "#language/words.ts";

/** Legal forms; as a word of its own at the end of a name, or after a comma. */
export const LEGAL_FORM =
  /(?:^|[\s,])(?:inc|incorporated|llc|l\.l\.c|llp|ltd|limited|pvt\.?\s*ltd|private limited|corp|corporation|co|company|plc|gmbh(?:\s*&\s*co\.?\s*kg)?|ag|kg|ohg|e\.?\s?v|se|s\.?a\.?r\.?l|sas|s\.?a\.?s|s\.?a|s\.?l\.?u?|s\.?r\.?l|s\.?p\.?a|ltda|lda|b\.?v|n\.?v|oy|oyj|ab|a\/s|aps|as|a\.?ş|k\.?k|pty|sdn\.?\s*bhd|bhd|pte|ооо|оао|зао|тоо|ао|пао|ип|d\.?o\.?o|s\.?r\.?o|z\.?o\.?o|kft|zrt)\.?(?=$|[\s,)])|有限公司|股份|株式会社|(?:^|\s)(?:ооо|ао|тоо|зао)\s/iu;

export const ORGANISATION_NOUNS: ReadonlySet<string> = new Set(wordsOfAll(({ resume }) => resume?.organisation_nouns).map(fold));
export const ORGANISATION_ENDINGS =
  /(?:公司|集团|集團|银行|医院|大学|大學|学院|学校|研究所|中心|会社|銀行|病院|社|회사|은행|병원|werke|werk|bank|haus|verlag|tech|soft|corp)$/iu;

export const SCHOOL_NOUNS: ReadonlySet<string> = new Set(wordsOfAll(({ resume }) => resume?.school_nouns).map(fold));
export const SCHOOL_ENDINGS =
  /(?:大学|大學|学院|学校|中学|高中|高校|専門学校|大学院|대학교|대학|고등학교|hochschule|universität|gymnasium|schule|university|college)$/iu;

/** Words around and inside names of persons, and words that never occur in a name. Written by hand. */
import { fold } from "#language/fold.ts";

const set = (words: string) =>
  new Set(
    words
      .split(/\s+/)
      .filter((word) => word !== "")
      .map(fold),
  );

/** Lower-case words inside names. */
export const PARTICLES = set(
  "van von der den de del della delle di da das do dos du la le les los las el al y e i und zu zum zur ten ter te op af bin ibn bint binti abu ben bar ap ab mac mc san santa st ní nic ó o' d' l' a/l s/o d/o vel och",
);

/** Precede a name and are not part of it. */
export const HONORIFICS =
  /^(?:(?:mr|mrs|ms|miss|mx|sir|dr|dra|prof|profa|lic|arq|mgr|hon|capt|professor|herr|frau|hr|fr|m|mme|mlle|sr|sra|srta|don|doña|dott|dott\.ssa|sig|sig\.ra|ing|dhr|mevr|dipl\.?-?\s?ing|shri|smt|er|rev|eng|mag|г-н|г-жа|السيد|السيدة|الدكتور|المهندس|د\.|م\.|श्री|श्रीमती|डॉ)\.?\s+)+(?=\p{L})/iu;
/** Follow a name and are not part of it. */
export const POSTNOMINALS =
  /(?:\s{0,2},\s{0,2}|\s{1,2})(?:ph\.?\s?d|md|m\.d|mba|m\.?sc|b\.?sc|b\.?a|m\.?a|m\.?s|b\.?e|b\.?tech|m\.?tech|cpa|pmp|rn|bsn|msn|esq|cfa|cissp|shrm-cp|phr|sphr|pe|p\.e|lcsw|cma|ca|acca|fca|dds|jd|llm|m\.?ed|ed\.?d|np|fnp|dnp|cisa|itil|csm|先生|女士|さん|様)\.?(?=$|[\s,])/giu;

/** Titles of the document and labels before the name. */
export const PAPER_TITLE =
  /(?:curriculum\s*vitae(?:\s*et\s*studiorum)?|currículum(?:\s*vitae)?|curriculo|currículo|lebenslauf|résumé|resumé|resume|bio-?data|\bc\.?v\.?(?=$|[\s:–—-])|levensloop|hoja de vida|履歴書|職務経歴書|个人简历|個人簡歷|简历|резюме|السيرة الذاتية|سيرة ذاتية|बायोडाटा|जीवन वृत्त|이력서)/iu;
export const NAME_LABEL =
  /^(?:full\s*name|name|candidate(?:\s*name)?|applicant|vor-?\s*und\s*nachname|nachname,\s*vorname|nom(?:\s*et\s*prénom)?|nombre(?:\s*y\s*apellidos?|\s*completo)?|nome(?:\s*e\s*cognome|\s*completo)?|naam|姓名|氏名|名前|фио|ф\.и\.о\.|имя|الاسم|नाम|이름|성명)\s*(?:[:：\-–]\s*|(?<=姓名|氏名|名前|이름|성명)\s+)/iu;

/** Words of titles, contact blocks and headings that names do not have. */
export const NO_NAME = set(`
  resume résumé cv curriculum vitae lebenslauf page sample template example functional chronological confidential profile summary objective experience education skills contact email e-mail mail phone
  telephone mobile tel fax address street road avenue lane drive apt suite box city state zip code linkedin github website web www http https portfolio born birth nationality date gender male female married
  single languages references references available upon request interests hobbies projects certifications awards work employment history professional personal information details career center centre
  updated seeking position the for with and of to in at from by is are was a an my i our your this that new full time part college university school institute department company inc ltd llc gmbh
  corporation services solutions systems group bank hospital limited pvt science computer computers technology technologies engineering management business administration marketing finance
  accounting software hardware development design data web mobile cloud security network project product quality customer service support training communication leadership team results driven
  experienced motivated dedicated creative certified licensed skilled years year current present january february march april june july august september october november december
  bachelor master degree diploma phd mba objective: responsible room street floor building invoice statement report letter dear sincerely total amount number account cover writing
  이메일 전화 전화번호 휴대폰 주소 연락처 电子邮件 电邮 邮箱 电话 手机 地址 联系 方式 联系方式 電子メール メール 電話 電話番号 住所 連絡先
  straße strasse weg platz telefon handy geburtsdatum geboren anschrift adresse rue avenida calle plaza via téléphone teléfono telefono
  java python javascript html css sql excel word office windows linux aws oracle sap`);

/** Characters of names: letters and only these signs, no digits. */
export const NAME_WORD = /^(?:\p{L}[\p{L}\p{M}'’`´ʻʼ\-‐‑·.]*|[‘'’]?\p{L}[\p{L}\p{M}'’-]*)[,.]?$/u;

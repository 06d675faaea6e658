/** Nouns for professions, the heads of job titles. */
import { fold } from "#language/fold.ts";
import { wordsOfAll } from "#language/words.ts";

export const JOB_NOUNS: ReadonlySet<string> = new Set(
  wordsOfAll(({ resume }) => resume?.job_nouns).flatMap((word) => fold(word).split(" ").slice(-1)),
);

/** Endings of job titles in scripts without spaces, and in compounding languages. */
export const JOB_ENDINGS =
  /(?:工程师|工程師|经理|經理|总监|主管|专员|專員|助理|顾问|设计师|设计员|开发|老师|教师|会计|分析师|实习生|研究员|医生|护士|总裁|主任|代表|编辑|律师|エンジニア|マネージャー|デザイナー|部長|課長|主任|プログラマー|ディレクター|コンサルタント|営業|教師|看護師|社員|사원|대리|과장|부장|팀장|개발자|엔지니어|매니저|디자이너|연구원|교사|간호사)$|(?:entwickler|ingenieur|berater|leiter|leiterin|techniker|assistentin?|referentin?|manager|fachfrau|fachmann|kauffrau|kaufmann|betreuer|betreuerin|prüfer|pfleger|lehrer|mechaniker|elektroniker|ontwikkelaar|medewerker|leider|adviseur|beheerder)$/iu;

/** Ranks before the head of a title; alone they are not a title. */
export const RANKS: ReadonlySet<string> = new Set(
  "senior sr junior jr lead principal staff chief assistant associate deputy vice head general regional national global interim acting leitender stellvertretender".split(
    " ",
  ),
);

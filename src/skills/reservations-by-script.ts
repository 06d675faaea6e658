/**
 * Like reservations.ts, for languages without spaces between words, or with qualifiers after what they refer to: Chinese, Japanese, Korean,
 * Thai, Russian, Arabic, Hindi. Patterns are applied to the clause of the skill only.
 */
const LEARN = "(?:学习|学|學習|掌握|了解|从事|做|进入|转向|提升|提高|深入|接触)";
const NEGATED_BEFORE = [
  /(?:没有|沒有|没(?:做过|用过|接触过|学过)|不会|不會|不懂|不熟悉|不了解|不具备|缺乏|缺少|从未|從未|未曾|尚未|未接触)[^。；，！？,;]{0,30}$/u,
  /无(?:任何|相关|实际)?$/u,
  /(?:ไม่มี|ไม่เคย|ไม่ได้|ไม่รู้|ปราศจาก|ขาด)[^\s,;]{0,40}$/u,
  /(?<!\p{L})(?:нет|без|не имею|не работал|не работала|не использовал|не использовала|не знаю|не владею|не умею)\s[^.,;!?]{0,30}$/iu,
  /(?:لا أملك|لا توجد|لا يوجد|لا أعرف|لا أجيد|ليس لدي|بدون|لم أعمل|لم أستخدم)[^.،؛!؟,;]{0,30}$/u,
];
const NEGATED_AFTER = [
  /^(?:方面|相关|的)?(?:经验|经历)?\s{0,2}[:：(（]?\s{0,2}(?:无(?!\p{L})|没有|不会|零基础|为零)/u,
  /^(?:(?:の|に関する|における)?(?:実務)?(?:経験|知識|スキル)?(?:は|が|も)?(?:全く|まったく)?(?:ありません|ございません|ない|無い|無し|なし|未経験)|(?:は|が)?できません|(?:は|が)?できない|をしたことが)/u,
  /^(?:을|를|의|에|에 대한)?\s?(?:관련)?\s?(?:경험|경력|지식)?(?:은|는|이|가)?\s?(?:전혀)?\s?(?:없|못하|못 하|해 ?본 적)/u,
  /^\s?(?:का|के|की|में)?\s?(?:कोई)?\s?(?:अनुभव|ज्ञान|जानकारी)?\s?(?:नहीं|नही)/u,
];
const WISH_BEFORE = [
  new RegExp(
    `(?:想要?|希望|期望|计划|打算|准备|愿意|渴望|有意|正在|目前在?|开始)(?:能够?|将来|今后|在|继续)?${LEARN}[^。；，！？,;]{0,20}$`,
    "u",
  ),
  /(?:อยาก|ต้องการ|สนใจ|กำลังเรียน|หวังว่า)[^\s,;]{0,40}$/u,
  /(?<!\p{L})(?:хочу|хотел бы|хотела бы|планирую|интересуюсь|мечтаю|стремлюсь|изучаю)\s[^.,;!?]{0,40}$/iu,
  /(?:أريد|أرغب|أود|أتطلع|مهتم|مهتمة|أطمح)[^.،؛!؟,;]{0,40}$/u,
];
const WISH_AFTER = [
  /^[^。；，！？,;]{0,6}(?:感兴趣|有兴趣|感興趣)|^\s?[(（:：]?(?:学习中|自学中|在学|计划学习)/u,
  /^(?:を|について|に)?(?:今後)?(?:学びたい|学んでいきたい|勉強したい|習得したい|挑戦したい|身につけたい|勉強中|学習中|興味)/u,
  /^(?:을|를|에|에 대한)?\s?(?:배우고 싶|공부하고 싶|배우는 중|공부 ?중|학습 ?중|관심)/u,
  /^\s?(?:सीखना|सीख रहा|सीख रही|में रुचि)/u,
];
/** Ends of clauses without a following space; not 、, which separates the items of a list. */
const CLAUSE = /[。；！？，\n]/u;

/** `before` and `after`: the text on both sides of the skill. */
export function reservationByScript(before: string, after: string): "negated" | "wish" | null {
  const left = before.split(CLAUSE).at(-1) ?? "";
  const [right = ""] = after.split(CLAUSE);
  if (WISH_BEFORE.some((pattern) => pattern.test(left)) || WISH_AFTER.some((pattern) => pattern.test(right))) return "wish";
  return NEGATED_BEFORE.some((pattern) => pattern.test(left)) || NEGATED_AFTER.some((pattern) => pattern.test(right)) ? "negated" : null;
}

/** ASCII and Latin letters only: none of these languages. */
export const isLatin = (text: string): boolean => !/[\u0370-\u1cff\u2e80-\u{3ffff}]/u.test(text);

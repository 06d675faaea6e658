import { describe, expect, test } from "vitest";
import { isProtectedQuestion, isProtectedSkill } from "./protected.ts";

const TRAITS =
  `young and energetic|native German|unmarried|no children|Christian faith|age|under 35 years old|aged 25 to 35|native speaker|German citizenship|practising Catholic|good health|marital status|male only|heterosexual|trade union membership|political views|ethnic origin|not pregnant|able-bodied|ledig|ohne Kinder|Muttersprachler|deutsche Staatsangehörigkeit|junge, dynamische Persönlichkeit|katholischer Glaube|célibataire|langue maternelle|bonne santé|nationalité française|soltera|sin hijos|buena salud|edad máxima 35 años|stan cywilny|bez dzieci|wiek do 35 lat|незамужем|без детей|гражданство РФ|носитель языка|bekar|medeni durum|nuori ja energinen|äidinkieli|lapseton|nőtlen|magyar állampolgárság|katolikus hit|未婚|35岁以下|身体健康|日本国籍|年齢|미혼|국적|غير متزوج|العمر|שפת אם|मातृभाषा|belum menikah|chưa kết hôn|อายุไม่เกิน 30`.split(
    "|",
  );
const FIELDS =
  `German (language) C1|German|family law|health care|age verification systems|occupational health and safety|religious studies teaching|disability care|diversity management|mental health|public health|single sign-on|race conditions|native mobile apps|React Native|male and female connectors|children's books|childcare|family therapy|elderly care|gender studies|union negotiations|party planning|church music|political science|health insurance|young offender work|citizenship education|cloud-native architecture|single page applications|women's health|native advertising|maternity nursing|immigration law|Familienrecht|Altenpflege|Gesundheitswesen|Behindertenhilfe|Kinderbetreuung|Religionspädagogik|Deutschkenntnisse C1|droit de la famille|santé et sécurité au travail|soins aux personnes âgées|derecho de familia|seguridad y salud laboral|educación infantil|prawo rodzinne|opieka nad dziećmi|ochrona zdrowia|семейное право|уход за детьми|охрана труда|aile hukuku|iş sağlığı ve güvenliği|perheoikeus|lastenhoito|gyermekgondozás|családjog|婚姻法|儿童教育|健康管理|介護福祉|障害者支援|family business consulting`.split(
    "|",
  );
const ASKING =
  `How old are you?|Do you have children?|Are you married?|What is your religion?|Where do you come from originally?|Are you planning to start a family?|How is your health?|Do you belong to a church?|Are you a member of a trade union?|What is your marital status?|Which party do you vote for?|As a native German, how do you write?|Are you pregnant?|Haben Sie Kinder?|Wie alt sind Sie?|Sind Sie verheiratet?|Êtes-vous mariée ?|Avez-vous des enfants ?|¿Tiene hijos?|¿Está casada?|Czy ma pani dzieci?|Сколько вам лет?|Evli misiniz?|Oletko naimisissa?|您结婚了吗？您是否已婚？`.split(
    "|",
  );
const HONEST =
  `How do you handle families in crisis?|Which case of family law are you proudest of?|How have you verified the age of users?|How do you teach religion to teenagers?|Which health care systems have you worked with?|How do you make a workplace accessible for people with disabilities?|How do you plan the care of children with special needs?|What did you do for occupational health and safety?|How did you find a race condition in Java?|When did you last use React Native?|How did you negotiate with a trade union?|Wie haben Sie in der Altenpflege dokumentiert?|Welche Fälle im Familienrecht haben Sie geführt?|Comment avez-vous travaillé avec des enfants ?|¿Cómo cuidó a personas mayores?|Jak pan uczył dzieci matematyki?`.split(
    "|",
  );

describe("traits of the applicant are protected, fields of work are not", () => {
  test.each(TRAITS)("as a skill refused: %s", (name) => expect(isProtectedSkill(name)).toBe(true));
  test.each(FIELDS)("as a skill kept: %s", (name) => expect(isProtectedSkill(name)).toBe(false));
  test.each(ASKING)("as a question refused: %s", (question) => expect(isProtectedQuestion(question)).toBe(true));
  test.each(HONEST)("as a question kept: %s", (question) => expect(isProtectedQuestion(question)).toBe(false));
});

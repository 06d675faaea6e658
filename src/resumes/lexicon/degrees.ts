/** Degrees and school leaving certificates, as résumés print them. Written by hand. */

const DOTTED =
  "b\\.?\\s?sc|b\\.?\\s?tech|b\\.?\\s?com|b\\.?\\s?eng|b\\.?\\s?arch|b\\.?\\s?pharm|b\\.?\\s?ed|b\\.?b\\.?a|b\\.?c\\.?a|b\\.?f\\.?a|b\\.?a|b\\.?e|b\\.?s|b\\.?ca|bsn|bcs|bis|llb|ll\\.?b|ll\\.?m|" +
  "m\\.?\\s?sc|m\\.?\\s?tech|m\\.?\\s?com|m\\.?\\s?eng|m\\.?\\s?ed|m\\.?b\\.?a|m\\.?c\\.?a|m\\.?f\\.?a|m\\.?p\\.?a|m\\.?p\\.?h|m\\.?phil|m\\.?a|m\\.?e|m\\.?s|m\\.?d|msw|mcs|mis|pgdm|pgdba|pgdbm|pgdca|pgd|pgp|" +
  "ph\\.?\\s?d|p\\.?h\\.?d|d\\.?phil|ed\\.?d|dba|j\\.?d|d\\.?d\\.?s|mbbs|dnb|a\\.?a\\.?s|a\\.?a|a\\.?s|ged|h\\.?s\\.?c|s\\.?s\\.?c|s\\.?s\\.?l\\.?c|hsc|ssc|cbse|icse|puc|iti|btech|mtech|bcom|mcom|bsc|msc|beng|meng|bphil|hnd|hnc|a-levels?|gcse|" +
  "dipl\\.?-?\\s?ing|dipl\\.?-?\\s?\\p{L}+|btec|nvq|bts|dut|dea|dess|deug|deust";

/** An abbreviated degree as a word of its own; lower case does not count. */
export const DEGREE_SHORT = new RegExp(`(?<![\\p{L}\\p{N}.])(?:${DOTTED})\\.?(?![\\p{L}\\p{N}])`, "iu");

export const DEGREE_WORDS =
  /(?<!\p{L})(?:bachelors?|bachelor['’]s|masters?|master['’]s|master of|doctorate|doctor of|doctoral|associate(?:['’]?s)? (?:degree|of|in)|associates? of|degree|diploma|diplome|diplôme|undergraduate|postgraduate|post graduate|post graduation|graduation|graduate (?:degree|diploma|certificate|in)|post-graduate|honours|honors degree|high school diploma|high school|higher secondary|senior secondary|secondary school certificate|matriculation|intermediate|10th|12th|xth|xiith|class x|class xii|std|foundation degree|minor in|major in|certificate (?:in|of)|certification in|diplom|magister|staatsexamen|abitur|fachabitur|fachhochschulreife|hochschulreife|realschulabschluss|mittlere reife|hauptschulabschluss|lehre|promotion|berufsausbildung|umschulung|licence|maîtrise|baccalauréat|doctorat|ingénieur diplômé|licenciatura|licenciado|licenciada|grado en|grado|máster|maestría|doctorado|bachillerato|ingeniería|diplomado|diplomatura|técnico superior|técnico en|fp|laurea|diploma di|dottorato|maturità|bacharelado|bacharel|mestrado|doutoramento|doutorado|tecnólogo|ensino médio|ensino secundário|propedeuse|havo|vwo|mbo|hbo|wo|vmbo|бакалавр|магистр|специалист|аспирантура|диплом|кандидат наук|بكالوريوس|ماجستير|دكتوراه|دبلوم|स्नातक|स्नातकोत्तर|डिप्लोमा|lisans|yüksek lisans)(?!\p{L})|本科|学士|硕士|博士|修士|専攻|大专|学位|학사|석사|박사/iu;

/** Marks and ranks: `GPA 3.8`, `CGPA: 8/10`, `85%`, `1,3`, `First Class`. */
export const SCORE =
  /(?:\b(?:cgpa|gpa|sgpa|grade|aggregate|percentage|marks|note|abschlussnote|abschluss:|cpi|score|average)\b\s?[:\-–]?\s?(?:of\s?)?[\d.,]{1,8}\s?(?:\/\s?[\d.,]{1,8}|%)?|\b\d{1,2}(?:[.,]\d{1,4})?\s?%|\b\d[.,]\d{1,2}\s?\/\s?\d{1,2}(?:\.\d{1,4})?\b|\b(?:cum laude|magna cum laude|summa cum laude|first class(?: honou?rs)?|distinction)\b)/iu;

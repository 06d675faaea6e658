/** Which OCR data are read with when: some first, others once the page turned out to be in another language or script. */

/** What every picture is read with first. */
export const FIRST_LANGUAGES = ["eng", "deu", "fra"] as const;

/** Which of them a page is in, by its frequent words: large type of a page in one language is read best in that. Written by hand. */
export const MARKED_FIRST = [
  {
    language: "deu",
    words:
      "und der die das für mit von bei zum zur im als auf sowie nach berufserfahrung ausbildung kenntnisse sprachen rechnung datum betrag straße",
  },
  {
    language: "fra",
    words: "et les des pour dans avec une sur au aux expérience formation compétences langues facture montant numéro rue",
  },
] as const;

/** Frequent words of English, which has no marks. Written by hand. */
export const ENGLISH =
  "the of and to in for is on with your from by this that are or be not at as date name number total you will if any all no";

/** Letters with marks that texts in these languages have, names from abroad aside. */
export const MARKS: Readonly<Record<string, string>> = {
  deu: "äöüßé",
  fra: "àâæçéèêëîïôœùûüÿ",
  spa: "áéíñóúüªº¿¡",
  por: "áâãàçéêíóôõúªº",
};

/** Latin letters with marks of their own; `words` are frequent ones that English, German and French do not have. Written by hand. */
export const LATIN_LANGUAGES = [
  {
    language: "spa",
    words:
      "los las del con para por una y su al desde más hasta entre años experiencia laboral formación habilidades idiomas nacimiento número fecha",
  },
  {
    language: "por",
    words:
      "dos das com para por uma em os ao não são pela desde anos experiência profissional formação competências línguas nome data número",
  },
  {
    language: "pol",
    words:
      "w z oraz dla od się nie przez który jest lub ul po roku doświadczenie zawodowe wykształcenie umiejętności języki data imię nazwisko numer",
  },
  {
    language: "tur",
    words:
      "ve bir ile için bu olarak veya yıl deneyimi eğitim iş bilgi üniversitesi adı soyadı tarihi diller yetenekler özet iletişim mühendisi",
  },
  {
    language: "vie",
    words: "và của các trong với kinh nghiệm làm việc công ty năm tháng người học nhân viên thị được hàng tiếng kỹ quản số ngày đại",
  },
  {
    language: "isl",
    words:
      "og með við að til frá sem ehf starfsreynsla menntun tungumál íslenska reynslu færni nafn fæðingardagur ríkisfang um íslands vegabréf",
  },
] as const;

/**
 * Other scripts, in the order of trial; Thai is last, as other writing looks like it most. `letters` are its own. The data of Kazakh hold every letter of Russian, whose own are not to be had as a package.
 */
export const SCRIPTS = [
  { language: "kaz", letters: /\p{Script=Cyrillic}/u },
  { language: "ara", letters: /\p{Script=Arabic}/u },
  { language: "ell", letters: /\p{Script=Greek}/u },
  { language: "heb", letters: /\p{Script=Hebrew}/u },
  { language: "kor", letters: /\p{Script=Hangul}/u },
  { language: "hin", letters: /\p{Script=Devanagari}/u },
  { language: "chi_sim", letters: /\p{Script=Han}/u },
  { language: "jpn", letters: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u },
  { language: "tha", letters: /\p{Script=Thai}/u },
] as const;

/** Scripts that Tesseract reads sign by sign, with rough places. */
export const SIGNS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

/** Languages whose data are dependencies of this project (packages `@tesseract.js-data/<language>`). */
export const OCR_LANGUAGES: readonly string[] = [
  ...FIRST_LANGUAGES,
  ...LATIN_LANGUAGES.map(({ language }) => language),
  ...SCRIPTS.map(({ language }) => language),
];

/**
 * Names of larger data of the same packages, for reading a picture once its language is found: they know thousands of signs more. For
 * finding it they are no use, as they take any writing for their own.
 */
export const LARGER: Readonly<Record<string, string>> = { chi_sim: "chi_sim_large" };

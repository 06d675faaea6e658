/** Words that names of employers and schools carry. Written by hand from legal forms and common nouns of en, de, fr, es, it, pt, nl and others. */
import { fold } from "#language/fold.ts";

/** Legal forms; as a word of its own at the end of a name, or after a comma. */
export const LEGAL_FORM =
  /(?:^|[\s,])(?:inc|incorporated|llc|l\.l\.c|llp|ltd|limited|pvt\.?\s*ltd|private limited|corp|corporation|co|company|plc|gmbh(?:\s*&\s*co\.?\s*kg)?|ag|kg|ohg|e\.?\s?v|se|s\.?a\.?r\.?l|sas|s\.?a\.?s|s\.?a|s\.?l\.?u?|s\.?r\.?l|s\.?p\.?a|ltda|lda|b\.?v|n\.?v|oy|oyj|ab|a\/s|aps|as|a\.?ş|k\.?k|pty|sdn\.?\s*bhd|bhd|pte|ооо|оао|зао|тоо|ао|пао|ип|d\.?o\.?o|s\.?r\.?o|z\.?o\.?o|kft|zrt)\.?(?=$|[\s,)])|有限公司|股份|株式会社|(?:^|\s)(?:ооо|ао|тоо|зао)\s/iu;

const ORGANISATION = `company group systems solutions services bank hospital university school college institute institution technologies technology labs lab laboratories laboratory consulting agency
  studio studios ministry council foundation airlines airways motors industries enterprises partners holdings ventures capital insurance telecom communications media networks software
  pharmaceuticals pharma healthcare health clinic center centre store stores shop restaurant hotel hotels resort academy association society union federation department authority commission
  office bureau chamber club church court government army navy force police city county district municipality state global international logistics works foods energy oil gas steel chemicals
  electronics electric engineering construction contractors builders properties realty press publishing publications magazine times news television tv radio entertainment games analytics digital
  interactive marketing advertising cosmetics fashion retail supermarket market motor automotive aerospace airport transport shipping railway railways post mutual trust fund
  firma werke werk bank klinik krankenhaus verein verlag hochschule universität schule amt stiftung gruppe
  entreprise société groupe banque hôpital clinique mairie cabinet agence empresa grupo banco hospital ayuntamiento talleres estudio azienda gruppo banca ospedale studio comune hogeschool
  ziekenhuis gemeente bedrijf компания завод банк группа университет школа больница شركة مؤسسة بنك مستشفى جامعة bankası şirketi yazılım`;
export const ORGANISATION_NOUNS: ReadonlySet<string> = new Set(ORGANISATION.split(/\s+/).map(fold));
export const ORGANISATION_ENDINGS =
  /(?:公司|集团|集團|银行|医院|大学|大學|学院|学校|研究所|中心|会社|銀行|病院|社|회사|은행|병원|werke|werk|bank|haus|verlag|tech|soft|corp)$/iu;

const SCHOOL = `university universität universitaet université universite universidad universidade università universiteit university's universiti universitas universitat üniversitesi uniwersytet univerzita
  college school institute institution academy polytechnic polytechnique politecnico politécnico politécnica conservatory seminary hochschule fachhochschule musterhochschule gymnasium realschule berufsschule
  berufskolleg schule gesamtschule hogeschool lycée lycee école ecole collège faculté iut insa instituto colegio escuela facultad liceo scuola istituto accademia escola faculdade
  vidyalaya vidyapeeth vidyapith mahavidyalaya convent iit nit iiit iim mit ucla suny cuny bits campus akademie academia instituut kolegium университет институт академия школа колледж училище
  техникум гимназия лицей جامعة كلية معهد مدرسة विश्वविद्यालय महाविद्यालय विद्यालय संस्थान`;
export const SCHOOL_NOUNS: ReadonlySet<string> = new Set(SCHOOL.split(/\s+/).map(fold));
export const SCHOOL_ENDINGS =
  /(?:大学|大學|学院|学校|中学|高中|高校|専門学校|大学院|대학교|대학|고등학교|hochschule|universität|gymnasium|schule|university|college)$/iu;

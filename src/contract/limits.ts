/** Every bound a caller can run into, in one place. Units are in the names. */

const MEGABYTE = 1024 * 1024;
const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 60 * MINUTE_SECONDS;

export const LIMITS = {
  /** Decoded bytes of one document; exactly this many pass. */
  documentBytesMax: 10 * MEGABYTE,
  /** JSON body of extract-async: a 10 MB file as base64 with line breaks, a schema and room to spare. */
  extractBodyBytesMax: 16 * MEGABYTE,
  /** JSON body of extract-resumes. */
  extractResumesBodyBytesMax: 64 * MEGABYTE,
  /** JSON body of the dashboard's own endpoints: an absurd password is told what is wrong with it. */
  accountBodyBytesMax: 4 * MEGABYTE,
  /** JSON body of every other endpoint. */
  bodyBytesMax: 1 * MEGABYTE,
  /** Faults of one request that are told. */
  faultsToldMax: 100,
  /** Of any JSON body. A schema of seven levels as JSON Schema with references and unions takes about 40. */
  bodyLevelsMax: 100,
  /** Of any JSON body: texts, numbers, lists and objects. 500 fields with all their options and examples have some 20,000. */
  bodyValuesMax: 200_000,

  documentPagesMax: 200,
  imagePixelsMax: 40_000_000,
  documentTextBytesMax: 20 * MEGABYTE,
  /** More than a page of print: a longer line goes on in the next. */
  documentLineWordsMax: 500,
  /** The longest addresses of the web that browsers take: a longer word goes on in the next. */
  documentWordCharactersMax: 2048,
  /** A value of a form field, or one hidden text. */
  documentValueCharactersMax: 20_000,

  /** Of a résumé or a job ad; what stands behind them is not read. The longest résumés of professors have a quarter of it. */
  recruitingTextCharactersMax: 200_000,

  schemaFieldsMax: 500,
  schemaLevelsMax: 7,
  schemaCharactersMax: 120_000,

  metadataBytesMax: 10 * 1024,
  urlCharactersMax: 2048,
  idempotencyKeyCharactersMax: 255,
  idempotencyHours: 24,

  deadlineSecondsMin: 10,
  deadlineSecondsMax: HOUR_SECONDS,
  deadlineSecondsDefault: 15 * MINUTE_SECONDS,
  waitSecondsMax: 60,
  retentionDaysMax: 3650,
  listMax: 100,
  listDefault: 20,
  searchCharactersMax: 200,
  /** A correction that a person types. */
  correctionCharactersMax: 10_000,
  usageDaysMax: 90,
  usageDaysDefault: 30,

  /** Tasks, and as many résumés, of one account that may wait or run at a time, unless the server says otherwise; one more is 429. */
  accountQueueMaxDefault: 10_000,
  webhookPayloadBytesMax: 256 * 1024,
} as const;

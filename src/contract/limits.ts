/** All limits that a caller can reach. Units are in the names. */

const MEGABYTE = 1024 * 1024;
const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 60 * MINUTE_SECONDS;

export const LIMITS = {
  /** Decoded bytes of one document, inclusive. */
  documentBytesMax: 10 * MEGABYTE,
  /** JSON body of extract-async: a 10 MB file as base64 with line breaks, a schema, and some reserve. */
  extractBodyBytesMax: 16 * MEGABYTE,
  /** JSON body of extract-resumes. */
  extractResumesBodyBytesMax: 64 * MEGABYTE,
  /** JSON body of extract-batch. */
  batchBodyBytesMax: 64 * MEGABYTE,
  /** Bytes of a list, decoded. */
  listBytesMax: 20 * MEGABYTE,
  /** JSON body with a list: 20 MB as base64, and some reserve. */
  listBodyBytesMax: 28 * MEGABYTE,
  listRowsMax: 200_000,
  /** Of an account. */
  listsMax: 100,
  /** Of an account. */
  inboxesMax: 50,
  /** Of an account. */
  outboxesMax: 20,
  /** That a person may be a member of when making another. */
  workspacesMax: 100,
  /** Of a person. */
  passkeysMax: 20,
  listColumnsMax: 50,
  listCellCharactersMax: 2_000,
  /** JSON body of the dashboard's own endpoints: large enough that a far too long password gets a validation message. */
  accountBodyBytesMax: 4 * MEGABYTE,
  /** JSON body of every other endpoint. */
  bodyBytesMax: 1 * MEGABYTE,
  /** Most validation errors reported for one request. */
  faultsListedMax: 100,
  /** Nesting depth of any JSON body. A schema of seven levels as JSON Schema with references and unions takes about 40. */
  bodyLevelsMax: 100,
  /** Values (texts, numbers, lists and objects) in any JSON body. 500 fields with all their options and examples take about 20,000. */
  bodyValuesMax: 200_000,

  documentPagesMax: 200,
  /** Filled cells of all sheets of a file. */
  documentCellsMax: 200_000,
  /** Of a mail, and of the mails in it. */
  mailAttachmentsMax: 100,
  imagePixelsMax: 40_000_000,
  documentTextBytesMax: 20 * MEGABYTE,
  /** More words than fit on a printed line; the rest of a longer line becomes the next line. */
  documentLineWordsMax: 500,
  /** The longest URL that browsers accept; the rest of a longer word becomes the next word. */
  documentWordCharactersMax: 2048,
  /** The value of a form field, or one hidden text. */
  documentValueCharactersMax: 20_000,

  /** Characters read of a résumé or a job ad; the rest is ignored. The longest résumés of professors have a quarter of this. */
  recruitingTextCharactersMax: 200_000,
  /** Of a résumé that a redacted copy is made of: each page is drawn, which takes some 0.2 s. */
  redactedPagesMax: 30,

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
  commentCharactersMax: 5_000,
  usageDaysMax: 90,
  usageDaysDefault: 30,

  /** Tasks of one account that may wait or run at a time, and as many résumés, unless configured otherwise; one more is 429. */
  accountQueueMaxDefault: 10_000,
  webhookPayloadBytesMax: 256 * 1024,
} as const;

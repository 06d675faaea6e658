/**
 * The files that are read, by MIME type, in the order in which they are named to users. The only list of them: readers, messages,
 * documentation and the dashboard's chooser of files use it.
 */

/**
 * `kind`: `pdf` and `picture` have pages of their own; pages are made for `flow` (text), `sheet` (cells), `mail` and `data` (XML); `signed`
 * is an envelope around a file of another type.
 */
type FileType = {
  name: string;
  endings: readonly [string, ...string[]];
  kind: "pdf" | "picture" | "flow" | "sheet" | "mail" | "data" | "signed";
};

export const FILE_TYPES = {
  "application/pdf": { name: "PDF", endings: ["pdf"], kind: "pdf" },
  "image/png": { name: "PNG", endings: ["png"], kind: "picture" },
  "image/jpeg": { name: "JPEG", endings: ["jpg", "jpeg"], kind: "picture" },
  "image/tiff": { name: "TIFF", endings: ["tif", "tiff"], kind: "picture" },
  "image/webp": { name: "WebP", endings: ["webp"], kind: "picture" },
  "image/gif": { name: "GIF", endings: ["gif"], kind: "picture" },
  "image/bmp": { name: "BMP", endings: ["bmp"], kind: "picture" },
  "image/heic": { name: "HEIC", endings: ["heic", "heif"], kind: "picture" },
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": { name: "DOCX", endings: ["docx", "docm"], kind: "flow" },
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": { name: "XLSX", endings: ["xlsx", "xlsm"], kind: "sheet" },
  "application/vnd.openxmlformats-officedocument.presentationml.presentation": { name: "PPTX", endings: ["pptx", "pptm"], kind: "flow" },
  "application/vnd.oasis.opendocument.text": { name: "ODT", endings: ["odt"], kind: "flow" },
  "application/vnd.oasis.opendocument.spreadsheet": { name: "ODS", endings: ["ods"], kind: "sheet" },
  "text/csv": { name: "CSV", endings: ["csv"], kind: "sheet" },
  "text/tab-separated-values": { name: "TSV", endings: ["tsv"], kind: "sheet" },
  "text/plain": { name: "TXT", endings: ["txt"], kind: "flow" },
  "text/markdown": { name: "Markdown", endings: ["md", "markdown"], kind: "flow" },
  "text/html": { name: "HTML", endings: ["html", "htm"], kind: "flow" },
  "application/xml": { name: "XML", endings: ["xml"], kind: "data" },
  "message/rfc822": { name: "EML", endings: ["eml"], kind: "mail" },
  "application/vnd.ms-outlook": { name: "MSG", endings: ["msg"], kind: "mail" },
  "application/pkcs7-mime": { name: "P7M", endings: ["p7m"], kind: "signed" },
} as const satisfies Record<string, FileType>;

export type MimeType = keyof typeof FILE_TYPES;
export const MIME_TYPES = Object.keys(FILE_TYPES) as [MimeType, ...MimeType[]];

const names = Object.values(FILE_TYPES).map(({ name }) => name);
/** `PDF, PNG, … or P7M`. */
export const FILE_TYPE_NAMES = `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;

/** The usual ending of files of a type, without a dot; `bin` for an unknown one. */
export function endingOf(mimeType: string | null): string {
  return MIME_TYPES.includes(mimeType as MimeType) ? FILE_TYPES[mimeType as MimeType].endings[0] : "bin";
}

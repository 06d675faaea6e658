/**
 * What reading a file gives: pages of lines of words with positions. Plain data, so that it crosses process borders.
 * Lengths are in page units: points (1/72 inch) for PDF pages, pixels for images. The origin is the top left corner.
 */
import type { MimeType } from "#contract/file-types.ts";

export type Box = { left: number; top: number; right: number; bottom: number };

export type Word = {
  /** Verbatim, without spaces inside or around. */
  text: string;
  box: Box;
  /** Certainty of the letters, 0..1: 1 for a sound text layer, the OCR engine's word score for OCR. */
  certainty: number;
  source: "native" | "ocr";
  /** Height of the type in page units; 0 when unknown. */
  fontSize: number;
  bold: boolean;
  /** Tells typeface and colour from others, 1..255; absent where they are not known. Two of them have the same number once in 255 times. */
  face?: number;
};

/** Words without a wide gap between them: a label, a cell, a column's part of a line. Left to right. */
export type Segment = { text: string; box: Box; words: Word[] };

/** Everything on one baseline across the page. Segments left to right; `text` joins them with two spaces. */
export type Line = { text: string; box: Box; segments: Segment[] };

/** A straight ruling, horizontal or vertical. */
export type Ruling = { x1: number; y1: number; x2: number; y2: number };

/** A form field of the PDF (AcroForm widget). `checked` is null unless it is a check box or radio button. */
export type FormField = { name: string; kind: string; value: string | null; checked: boolean | null; box: Box };

export const HIDDEN_REASONS = ["invisible_color", "tiny", "off_page", "covered", "render_mode", "vanish"] as const;
export type HiddenText = { text: string; box: Box; reason: (typeof HIDDEN_REASONS)[number] };

/** A check box or radio button that is drawn on the page. `certainty` of its state, 0..1. */
export type Mark = { box: Box; checked: boolean; certainty: number };

/** Words with a link. `url` as the file has it: http, mailto, tel or any other scheme. */
export type Link = { text: string; url: string; box: Box };

/** What a file itself calls a place of its page: a cell of a sheet, `C7`, or the path of an element of an XML file, `/Invoice/ID`. */
export type NamedPlace = { box: Box } & ({ cell: string } | { path: string });

export type Page = {
  /** 1-based place in the document. */
  number: number;
  /** Name of the file inside of the document that the page is of: an attachment of a mail, the XML inside of a PDF. Absent for the document itself. */
  part?: string;
  /** Present on pages that show the data of an e-invoice, which `part` tells from another one in the same document. */
  invoice?: InvoiceData;
  /** Name of the sheet that the page shows. */
  sheet?: string;
  /** Present where the file names its places, in reading order. */
  places?: NamedPlace[];
  width: number;
  height: number;
  textSource: "native" | "ocr" | "mixed";
  /** How well the page could be read, 0..1. A blank page is 1. */
  quality: number;
  /**
   * How far most of the text is turned clockwise on the page, in degrees; absent means 0. Boxes are in page coordinates, so "right of" and
   * "below" are asked after turning them back (layout/turned.ts).
   */
  turn?: 0 | 90 | 180 | 270;
  /** Visible text, top to bottom. */
  lines: Line[];
  rulings: Ruling[];
  formFields: FormField[];
  /** Text a reader of the page would not see. Never part of `lines`. */
  hidden: HiddenText[];
  /** Present when the page has any. */
  links?: Link[];
  /** Pen strokes, pictures and marks where people are asked to sign (ink/); present when there are any. */
  ink?: Box[];
  /** Drawn check boxes (marks/); present when they were looked for and there are any. */
  marks?: Mark[];
};

/** Something of the file that was not read or not followed, as a warning of the result. */
export type ReadingWarning = { code: string; message: string };

/** What kind of e-invoice the file is or holds: `format` such as `Factur-X`, `profile` such as `EN 16931`, null where it names none. */
export type Structured = { format: string; profile: string | null };

/**
 * Which e-invoice a page shows the data of. `root`: path of its outermost element. `print`: the part whose pages show the same to people, empty
 * for the document itself; absent where the file has no print.
 */
export type InvoiceData = Structured & { root: string; print?: string };

export type Document = {
  mimeType: MimeType;
  /** Present for e-invoices; of several the first one of which pages were read. */
  structured?: Structured;
  /** Present where something was left out on purpose. */
  warnings?: ReadingWarning[];
  /** Pages of the file, of which `pages` may hold a part (the request's `pages`). */
  pageCount: number;
  /** Ascending by number. */
  pages: Page[];
  /** Numbers of requested pages that could not be read. */
  pagesFailed: number[];
  /** Those of `pagesFailed` that a further request reads, as the CPU time of this one was spent (read-on.ts). Absent where there are none. */
  pagesLeft?: number[];
  /** True when the text limit cut the document. */
  truncated: boolean;
};

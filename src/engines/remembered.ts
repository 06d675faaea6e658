/**
 * What is remembered of the documents of one layout that a person reviewed. Plain data: words as hashes, places in thousandths of the page,
 * the shape of a value; no value of a document.
 */
import type { CellPart } from "#engines/local/tables/cell-parts.ts";

/** A word near a value: its hash, and how far its left edge is from the value's left and right edge, and its top from the value's. */
export type Anchor = { word: number; fromLeft: number; fromRight: number; down: number; weight: number };

/** Where a value stood. Lengths in thousandths of the page's width or height; `page` from 1, `fromEnd` 0 for the last page. */
export type Place = {
  page: number;
  fromEnd: number;
  left: number;
  right: number;
  top: number;
  lines: number;
  words: number;
  /** Whether it took its cell from the first word on, and to the last one. */
  starts: boolean;
  ends: boolean;
  /** Runs of capitals, small letters and figures as `A`, `a`, `9`; signs as they are. */
  format: string;
  anchors: Anchor[];
};

/** What one reviewed document says of a field: `places` where its value stood, `refused` where a wrong one was taken from. */
export type FieldExample = { absent: boolean; places: Place[]; refused: Place[] };
/**
 * A column of a list: the names of its field below the row, with slashes, and the words of its head as hashes, none for a column without a
 * head. `part`: what of its cells the values were, null for what is read anyway; `filled`: every row had a value there.
 */
export type ColumnExample = { path: string; head: string; part?: CellPart | null; filled?: boolean };
/** A line of the table that was no row: its words as hashes, and whether no row stood below it. */
export type OtherLine = { words: number[]; ends: boolean };
/** Those that were learned before parts and other lines were have none. */
export type TableExample = { columns: ColumnExample[]; others?: OtherLine[] };
/** By JSON pointer of the field, and of the list. */
export type Example = { fields: Record<string, FieldExample>; tables: Record<string, TableExample> };

/** The reviewed documents of the layout, the latest first; `likeness` 0..1 of the document to it. */
export type Memory = { examples: readonly Example[]; likeness: number };

/**
 * What the reviewed documents of the layout say of a field, told on the document at hand: the line where its value stood, from 1 on its
 * page, with a label beside it and how values were written (see `Place`); that it is not on the layout; or the head of the column that has
 * a field of a list, whose `column` is its names below the row, with slashes.
 */
export type Hint = { path: string } & (
  | { kind: "place"; page: number; line: number; label: { text: string; side: LabelSide } | null; formats: string[] }
  | { kind: "column"; page: number; line: number; column: string; head: string }
  | { kind: "absent" }
);
/** Where the value is, seen from its label. */
export type LabelSide = "right of" | "left of" | "below" | "above";

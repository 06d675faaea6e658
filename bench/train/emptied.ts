import type { Box, Document, Line, Page } from "#documents/document.ts";
import { centreInside, lineFrom, segmentFrom } from "#documents/layout/assemble.ts";
import { uprightPage } from "#documents/layout/turned.ts";

/** The document as if nothing had been filled in at these places. Boxes are in coordinates of the upright page, as its pages are. */
export function emptied(document: Document, places: readonly { page: number; box: Box }[]): Document {
  const pages = document.pages.map(uprightPage).map((page) => {
    const boxes = places.flatMap((place) => (place.page === page.number ? [place.box] : []));
    return boxes.length === 0 ? page : emptiedPage(page, boxes);
  });
  return { ...document, pages };
}

function emptiedPage(page: Page, boxes: readonly Box[]): Page {
  const isGone = (box: Box): boolean => boxes.some((each) => centreInside(box, each, 1));
  const lines = page.lines.flatMap(({ segments }): Line[] => {
    const left = segments.map(({ words }) => words.filter(({ box }) => !isGone(box))).filter((words) => words.length > 0);
    return left.length === 0 ? [] : [lineFrom(left.map(segmentFrom))];
  });
  const formFields = page.formFields.map((field) => (isGone(field.box) ? { ...field, value: null } : field));
  return { ...page, lines, formFields };
}

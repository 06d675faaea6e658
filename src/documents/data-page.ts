/** Tells pages that show the data of a file, element by element, from pages that somebody reads. */
import type { Page } from "./document.ts";

export const isDataPage = ({ places }: Page): boolean => places?.some((place) => "path" in place) ?? false;

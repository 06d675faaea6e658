/** Reads a Word document (OOXML, ECMA-376): headers, body with tables and text boxes, notes, footers, in that order. */
import type { Page, ReadingWarning } from "#documents/document.ts";
import type { Block } from "#documents/flow/block.ts";
import { CharactersLeft } from "#documents/flow/characters-left.ts";
import { layOut } from "#documents/flow/lay-out.ts";
import { blocksOf } from "./docx-blocks.ts";
import { stylesOf } from "./docx-styles.ts";
import { openPackage, packageWarnings, relationsOf, xmlOf } from "./package.ts";

/** Relations of the main part in the order their text is read; the body comes between `before` and `after`. */
const AROUND = { before: ["/header"], after: ["/footnotes", "/endnotes", "/footer"] } as const;

/** On one page. Fails as `docxBlocks`. */
export async function readDocx(bytes: Uint8Array, left = new CharactersLeft(Number.POSITIVE_INFINITY)): Promise<Page> {
  return layOut(left.takeBlocks((await docxBlocks(bytes)).blocks), 1);
}

/** Throws TaskFailure `corrupt_document` when it is not a Word document, and `encrypted_document`. */
export async function docxBlocks(bytes: Uint8Array): Promise<{ blocks: Block[]; warnings: ReadingWarning[] }> {
  const file = await openPackage(bytes);
  const { parts, main } = file;
  const relations = relationsOf(parts, main);
  const stylePart = relations.find((relation) => relation.type.endsWith("/styles"))?.target;
  const styles = stylesOf(stylePart === undefined ? undefined : xmlOf(parts, stylePart));
  const read = (part: string): Block[] => {
    const root = xmlOf(parts, part);
    const urls = new Map(relationsOf(parts, part).map(({ id, target }) => [id, target]));
    return root ? blocksOf(root, { styles, urls }) : [];
  };
  const around = (ends: readonly string[]) =>
    ends.flatMap((end) => relations.filter(({ type }) => type.endsWith(end)).flatMap(({ target }) => read(target)));
  return { blocks: [...around(AROUND.before), ...read(main), ...around(AROUND.after)], warnings: packageWarnings(file) };
}

/** Reads a Word document (OOXML, ECMA-376): headers, body with tables and text boxes, notes, footers, in that order, on one page. */
import { posix } from "node:path";
import { type Element, isTag } from "domhandler";
import { TaskFailure } from "#contract/task-errors.ts";
import type { Page } from "#documents/document.ts";
import { rootOf } from "#documents/xml/tree.ts";
import type { Block } from "./block.ts";
import { CharactersLeft } from "./characters-left.ts";
import { blocksOf } from "./docx-blocks.ts";
import { stylesOf } from "./docx-styles.ts";
import { layOut } from "./lay-out.ts";
import { unzip } from "./zip.ts";

const TEXT_PART = /^(?:_rels\/\.rels|.*\.xml|.*\.xml\.rels)$/;
const MAIN_RELATION = "/officeDocument";
/** Relations of the main part in the order their text is read; the body comes between `before` and `after`. */
const AROUND = { before: ["/header"], after: ["/footnotes", "/endnotes", "/footer"] } as const;

/** Throws TaskFailure `corrupt_document` when it is not a Word document, and `encrypted_document`. */
export async function readDocx(bytes: Uint8Array, left = new CharactersLeft(Number.POSITIVE_INFINITY)): Promise<Page> {
  const parts = await unzip(bytes, (name) => TEXT_PART.test(name));
  const main = relationsOf(parts, "").find((relation) => relation.type.endsWith(MAIN_RELATION))?.target;
  const body = main === undefined ? undefined : xmlOf(parts, main);
  if (main === undefined || !body) throw new TaskFailure("corrupt_document", { internal: "docx: no main part" });
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
  return layOut(left.takeBlocks([...around(AROUND.before), ...read(main), ...around(AROUND.after)]), 1);
}

type Relation = { id: string; type: string; target: string };

/** What a part ("" for the package) refers to: targets inside the package as paths from its root, external targets unchanged. */
function relationsOf(parts: ReadonlyMap<string, Buffer>, part: string): Relation[] {
  const folder = posix.dirname(part);
  const root = xmlOf(parts, posix.join(part === "" ? "" : folder, "_rels", `${posix.basename(part)}.rels`));
  return (root?.children ?? []).filter(isTag).map(({ attribs }) => {
    const target = attribs.Target ?? "";
    const outside = attribs.TargetMode === "External";
    const path = target.startsWith("/") ? target.slice(1) : posix.join(part === "" ? "" : folder, target);
    return { id: attribs.Id ?? "", type: attribs.Type ?? "", target: outside ? target : path };
  });
}

function xmlOf(parts: ReadonlyMap<string, Buffer>, name: string): Element | undefined {
  const xml = parts.get(name);
  return xml && rootOf(xml);
}

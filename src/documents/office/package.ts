/** The parts of an Office file (OPC, ECMA-376 part 2), and what they refer to. */
import { posix } from "node:path";
import { type Element, isTag } from "domhandler";
import { TaskFailure } from "#contract/task-errors.ts";
import type { ReadingWarning } from "#documents/document.ts";
import { hasMacros } from "#documents/kinds/office.ts";
import { rootOf } from "#documents/xml/tree.ts";
import { type Unzipped, unzip } from "./zip.ts";

const TEXT_PART = /^(?:_rels\/\.rels|.*\.xml|.*\.xml\.rels)$/;
const MAIN_RELATION = "/officeDocument";
/** Parts of Office files whose content is not text to be read: fonts, colours, thumbnails, caches of pivot tables. */
const UNREAD_PART = /(?:^|\/)(?:theme|printerSettings|pivotCache|pivotTables|customXml|docProps|webextensions)\//;

export type Relation = { id: string; type: string; target: string; external: boolean };
export type OfficePackage = Unzipped & { main: string };

/** Throws TaskFailure `corrupt_document` for a file without a main part, and `encrypted_document`. */
export async function openPackage(bytes: Uint8Array): Promise<OfficePackage> {
  const zip = await unzip(bytes, (name) => TEXT_PART.test(name) && !UNREAD_PART.test(name));
  const main = relationsOf(zip.parts, "").find(({ type }) => type.endsWith(MAIN_RELATION))?.target;
  if (main === undefined || !zip.parts.has(main)) throw new TaskFailure("corrupt_document", { internal: "office: no main part" });
  return { ...zip, main };
}

/** What a part ("" for the package) refers to: targets inside the package as paths from its root, external targets unchanged. */
export function relationsOf(parts: ReadonlyMap<string, Buffer>, part: string): Relation[] {
  const folder = posix.dirname(part);
  const root = xmlOf(parts, posix.join(part === "" ? "" : folder, "_rels", `${posix.basename(part)}.rels`));
  return (root?.children ?? []).filter(isTag).map(({ attribs }) => {
    const target = attribs.Target ?? "";
    const external = attribs.TargetMode === "External";
    const path = target.startsWith("/") ? target.slice(1) : posix.join(part === "" ? "" : folder, target);
    return { id: attribs.Id ?? "", type: attribs.Type ?? "", target: external ? target : path, external };
  });
}

export function xmlOf(parts: ReadonlyMap<string, Buffer>, name: string): Element | undefined {
  const xml = parts.get(name);
  return xml && rootOf(xml);
}

/** What the file brings along that is never run or followed. */
export function packageWarnings({ parts, names }: Unzipped): ReadingWarning[] {
  const warnings: ReadingWarning[] = [];
  if (hasMacros(names)) warnings.push({ code: "macros_ignored", message: "The file has macros, which were not run." });
  const relations = [...parts.keys()].filter((name) => name.endsWith(".rels"));
  const linked = relations.some((name) =>
    rootOf(parts.get(name) ?? Buffer.alloc(0))?.children.some((each) => isTag(each) && isFetched(each)),
  );
  if (linked) warnings.push({ code: "links_not_followed", message: "The file refers to content outside of it, which was not fetched." });
  return warnings;
}

/** External content that Office would fetch by itself; a hyperlink is only followed by a person. */
function isFetched({ attribs }: Element): boolean {
  return attribs.TargetMode === "External" && !(attribs.Type ?? "").endsWith("/hyperlink");
}

/** The content of an OpenDocument file (ODF 1.3): its XML, and what text in it is shown as. */
import { type Element, isTag, isText } from "domhandler";
import { TaskFailure } from "#contract/task-errors.ts";
import type { ReadingWarning } from "#documents/document.ts";
import { hasMacros } from "#documents/kinds/office.ts";
import { rootOf } from "#documents/xml/tree.ts";
import { unzip } from "./zip.ts";

export type OpenDocumentFile = { body: Element; styles: Element[]; warnings: ReadingWarning[] };

/** `kind`: the element inside of `office:body`. Throws TaskFailure `corrupt_document`, `encrypted_document`, `deadline_exceeded`. */
export async function openDocument(bytes: Uint8Array, kind: string): Promise<OpenDocumentFile> {
  const { parts, names } = await unzip(bytes, (name) => name === "content.xml" || name === "META-INF/manifest.xml");
  if (parts.get("META-INF/manifest.xml")?.includes("encryption-data"))
    throw new TaskFailure("encrypted_document", { message: "The file is protected by a password. Save it without." });
  const root = rootOf(parts.get("content.xml") ?? Buffer.alloc(0));
  const body = childrenOf(childrenOf(root, "office:body")[0], kind)[0];
  if (!body) throw new TaskFailure("corrupt_document", { internal: `odf: no ${kind}` });
  const styles = childrenOf(childrenOf(root, "office:automatic-styles")[0], "style:style");
  const warnings = hasMacros(names) ? [{ code: "macros_ignored", message: "The file has macros, which were not run." }] : [];
  return { body, styles, warnings };
}

export function childrenOf(element: Element | undefined, ...names: string[]): Element[] {
  return (element?.children ?? []).filter(isTag).filter(({ name }) => names.includes(name));
}

const LEFT_OUT = new Set(["text:note", "office:annotation", "text:tracked-changes", "text:ruby-text", "draw:text-box", "draw:frame"]);
/** Spaces that one element stands for, at most. */
const SPACES_MAX = 200;
const SPACES = /[ \t\r\n]+/g;

/** The text of a paragraph; `\n` where a line ends. Spaces count once, as in HTML; more are elements. */
export function textOf(paragraph: Element): string {
  return paragraph.children
    .map((node) => {
      if (isText(node)) return node.data.replace(SPACES, " ");
      if (!isTag(node) || LEFT_OUT.has(node.name)) return "";
      if (node.name === "text:s") return " ".repeat(Math.min(SPACES_MAX, Number(node.attribs["text:c"]) || 1));
      if (node.name === "text:tab") return "\t";
      return node.name === "text:line-break" ? "\n" : textOf(node);
    })
    .join("");
}

/** Values of XFA forms (XML Forms Architecture 3.3): the data stand in a stream of XML beside the AcroForm fields, which tell their places. */
import { decodePDFRawStream, PDFArray, PDFDict, PDFDocument, PDFName, PDFRawStream, PDFString } from "@cantoo/pdf-lib";
import { type Element, isTag } from "domhandler";
import { parseDocument } from "htmlparser2";
import type { FormField } from "#documents/document.ts";

/** A value and the names of the elements it stands in, outermost first. */
type Datum = { path: string[]; value: string };
export type XfaData = readonly Datum[];

/** Bytes of XML that are unpacked and looked at; more is no form that somebody filled in. */
const XML_MAX = 4_000_000;
/** The fields of a form that was made with XFA are numbered: `form1[0].page1[0].name[0]`. */
const NUMBERED = /\[(\d+)\]$/;

/** A page's fields, the empty ones with the values of the form's data. `data` is asked for when there are such fields. */
export async function withXfaValues(fields: FormField[], data: () => Promise<XfaData>): Promise<FormField[]> {
  const isEmpty = ({ name, value, checked }: FormField) => checked === null && (value ?? "") === "" && NUMBERED.test(name);
  if (!fields.some(isEmpty)) return fields;
  const known = await data();
  return fields.map((field) => (isEmpty(field) ? { ...field, value: datumFor(field.name, known) ?? field.value } : field));
}

/** Empty for a file without such data, or one that cannot be opened. */
export async function xfaDataOf(pdf: Buffer, password: string | null): Promise<XfaData> {
  try {
    const document = await PDFDocument.load(pdf, { ...(password === null ? {} : { password }), updateMetadata: false, preserveXFA: true });
    const form = document.catalog.lookupMaybe(PDFName.of("AcroForm"), PDFDict);
    const xml = form ? xmlOf(form) : null;
    return xml === null ? [] : dataIn(xml);
  } catch {
    return [];
  }
}

/** The part `datasets`, or the whole form where it is not parted. */
function xmlOf(form: PDFDict): string | null {
  const xfa = form.lookup(PDFName.of("XFA"));
  if (xfa instanceof PDFRawStream) return textOf(xfa);
  if (!(xfa instanceof PDFArray)) return null;
  const at = xfa.asArray().findIndex((part) => part instanceof PDFString && part.asString() === "datasets");
  const stream = at >= 0 ? xfa.lookup(at + 1) : null;
  return stream instanceof PDFRawStream ? textOf(stream) : null;
}

const textOf = (stream: PDFRawStream): string => Buffer.from(decodePDFRawStream(stream).getBytes(XML_MAX)).toString("utf8");

/** Entities of a document type are not followed. */
function dataIn(xml: string): XfaData {
  const root = parseDocument(xml, { xmlMode: true });
  const found: Datum[] = [];
  const collect = (element: Element, path: string[]): void => {
    const inner = element.children.filter(isTag);
    if (inner.length === 0) {
      const value = element.children
        .map((child) => ("data" in child ? child.data : ""))
        .join("")
        .trim();
      if (value !== "") found.push({ path, value });
      return;
    }
    for (const child of inner) collect(child, [...path, child.name]);
  };
  const find = (elements: readonly Element[]): void => {
    for (const element of elements) {
      if (element.name === "xfa:data") collect(element, []);
      else find(element.children.filter(isTag));
    }
  };
  find(root.children.filter(isTag));
  return found;
}

/** What stands at the field's name; of several of one name, in one place, the one that its number says. Null when that is not clear. */
function datumFor(name: string, data: XfaData): string | null {
  const parts = name.split(".").map((part) => part.replace(NUMBERED, ""));
  const last = parts.at(-1);
  // Subforms without data of their own are left out of the data.
  const isAt = ({ path }: Datum) => path.at(-1) === last && inOrder(path, parts);
  const found = data.filter(isAt);
  const [first] = found;
  if (!first || found.some(({ path }) => path.join(".") !== first.path.join("."))) return null;
  return found[Number(NUMBERED.exec(name)?.[1] ?? 0)]?.value ?? null;
}

function inOrder(path: readonly string[], parts: readonly string[]): boolean {
  let at = 0;
  for (const part of parts) if (part === path[at]) at += 1;
  return at === path.length;
}

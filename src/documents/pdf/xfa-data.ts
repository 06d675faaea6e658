/** The data of XFA forms (XML Forms Architecture 3.3): a stream of XML in the file. Loaded only for forms with XFA fields. */
import { decodePDFRawStream, PDFArray, PDFDict, PDFDocument, PDFName, PDFRawStream, PDFString } from "@cantoo/pdf-lib";
import { type Element, isTag } from "domhandler";
import { parseXml } from "#documents/xml/tree.ts";
import type { Datum, XfaData } from "./xfa.ts";

/** Bytes of XML that are unpacked at most; a form that a person filled in has less. */
const XML_MAX = 4_000_000;

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

/** The part `datasets`, or the whole form where it is not split into parts. */
function xmlOf(form: PDFDict): string | null {
  const xfa = form.lookup(PDFName.of("XFA"));
  if (xfa instanceof PDFRawStream) return textOf(xfa);
  if (!(xfa instanceof PDFArray)) return null;
  const at = xfa.asArray().findIndex((part) => part instanceof PDFString && part.asString() === "datasets");
  const stream = at >= 0 ? xfa.lookup(at + 1) : null;
  return stream instanceof PDFRawStream ? textOf(stream) : null;
}

const textOf = (stream: PDFRawStream): string => Buffer.from(decodePDFRawStream(stream).getBytes(XML_MAX)).toString("utf8");

function dataIn(xml: string): XfaData {
  const root = parseXml(xml);
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

/** Untrusted XML as a tree of bounded depth and size, so that code may follow it by recursion. Entities of a document type are not resolved. */
import { type Document, DomHandler, type Element, isTag } from "domhandler";
import { Parser } from "htmlparser2";
import { TaskFailure } from "#contract/task-errors.ts";
import { tooDeep } from "#documents/too-deep.ts";
import { decodeXml } from "./decode.ts";

/** Tables in text boxes in tables of a Word document reach a depth of about 60. */
const DEPTH_MAX = 500;
/** About 200 MB of tree, below the child's memory. */
const ELEMENTS_MAX = 500_000;

/** Throws TaskFailure `deadline_exceeded` for XML that is nested deeper or has more elements. */
export function parseXml(text: string): Document {
  const handler = new DomHandler();
  let depth = 0;
  let elements = 0;
  const parser = new Parser(
    {
      onparserinit: (own) => handler.onparserinit(own),
      onopentag(name, attributes) {
        if (++depth > DEPTH_MAX) throw tooDeep(`XML deeper than ${DEPTH_MAX}`);
        if (++elements > ELEMENTS_MAX) throw tooManyElements();
        handler.onopentag(name, attributes);
      },
      onclosetag() {
        depth--;
        handler.onclosetag();
      },
      ontext: (data) => handler.ontext(data),
      oncdatastart: () => handler.oncdatastart(),
      oncdataend: () => handler.oncdataend(),
      onend: () => handler.onend(),
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(text);
  return handler.root;
}

/** The outermost element of a file; undefined when it has none. Throws like `parseXml`. */
export function rootOf(bytes: Uint8Array): Element | undefined {
  return parseXml(decodeXml(bytes)).children.find(isTag);
}

function tooManyElements(): TaskFailure {
  const message = `Reading the file was stopped at a resource limit: its XML has more than ${ELEMENTS_MAX} elements. Send a part of it.`;
  return new TaskFailure("deadline_exceeded", { message, internal: "too many XML elements" });
}

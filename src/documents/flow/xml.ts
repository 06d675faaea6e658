/** Untrusted XML as a tree of bounded depth, so that code may follow it by recursion. Entities of a document type are not resolved. */
import { type Document, DomHandler } from "domhandler";
import { Parser } from "htmlparser2";
import { tooDeep } from "#documents/too-deep.ts";

/** Tables in text boxes in tables of a Word document reach a depth of about 60. */
const DEPTH_MAX = 500;

/** Throws TaskFailure `deadline_exceeded` for XML that is nested deeper. */
export function parseXml(text: string): Document {
  const handler = new DomHandler();
  let depth = 0;
  const parser = new Parser(
    {
      onparserinit: (own) => handler.onparserinit(own),
      onopentag(name, attributes) {
        if (++depth > DEPTH_MAX) throw tooDeep(`XML deeper than ${DEPTH_MAX}`);
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

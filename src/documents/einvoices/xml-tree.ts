/** The XML of an e-invoice as a tree of bounded depth and size. Entities of a document type are not resolved, nothing outside is fetched. */
import { Parser } from "htmlparser2";

export type XmlElement = {
  /** Without prefix. */
  name: string;
  /** Of its namespace; empty for none. */
  namespace: string;
  /** Without declarations of namespaces; names without prefix. */
  attributes: readonly (readonly [name: string, value: string])[];
  elements: XmlElement[];
  /** Its own text without surrounding white space. */
  text: string;
};

/** Whether an element is left out, with everything in it. */
export type Omit = (element: XmlElement) => boolean;

/** `roots`: one in a file that is well-formed. `flaws`: what is not well-formed, in words for the sender. */
export type XmlTree = { roots: readonly [XmlElement, ...XmlElement[]]; flaws: string[] };

/** Invoices of a thousand lines have a tenth of it. */
const ELEMENTS_MAX = 200_000;
/** The deepest path of the standards has 12 steps. */
const DEPTH_MAX = 64;

/** Null for bytes that are not XML, or larger or deeper than any invoice. */
export function xmlTreeOf(bytes: Uint8Array): XmlTree | null {
  const { text, flaws } = decode(bytes);
  if (!text.trimStart().startsWith("<")) return null;
  const builder = new TreeBuilder();
  const parser = new Parser(
    {
      onopentag: (name, attributes) => builder.open(name, attributes),
      ontext: (data) => builder.write(data),
      onclosetag: (_name, implied) => builder.close(implied),
    },
    { xmlMode: true, decodeEntities: true },
  );
  for (let at = 0; at < text.length && !builder.tooLarge; at += CHUNK_CHARACTERS) parser.write(text.slice(at, at + CHUNK_CHARACTERS));
  if (!builder.tooLarge) parser.end();
  const [root, ...others] = builder.roots;
  if (!root || builder.tooLarge) return null;
  if (builder.implied > 0) flaws.push("elements are not closed");
  if (others.length > 0) flaws.push("it has several outermost elements");
  return { roots: [root, ...others], flaws };
}
const CHUNK_CHARACTERS = 64 * 1024;

/** The elements inside with their steps of an XPath: the name, and the place among those of the name where there are several. */
export function stepsIn({ elements }: XmlElement): [XmlElement, step: string][] {
  const counts = new Map<string, number>();
  for (const { name } of elements) counts.set(name, (counts.get(name) ?? 0) + 1);
  const seen = new Map<string, number>();
  return elements.map((inner) => {
    const place = (seen.get(inner.name) ?? 0) + 1;
    seen.set(inner.name, place);
    return [inner, (counts.get(inner.name) ?? 0) > 1 ? `${inner.name}[${place}]` : inner.name];
  });
}

type Scope = { element: XmlElement; namespaces: ReadonlyMap<string, string> };

class TreeBuilder {
  readonly roots: XmlElement[] = [];
  tooLarge = false;
  /** Elements that end without their end tag. */
  implied = 0;
  private readonly around: Scope[] = [];
  private count = 0;

  open(tag: string, written: Record<string, string>): void {
    if (++this.count > ELEMENTS_MAX || this.around.length >= DEPTH_MAX) this.tooLarge = true;
    if (this.tooLarge) return;
    const parent = this.around.at(-1);
    const namespaces = declaredIn(written, parent?.namespaces ?? new Map());
    const [prefix, name] = parted(tag);
    const attributes = Object.entries(written).filter(([key]) => key !== "xmlns" && !key.startsWith("xmlns:"));
    const element: XmlElement = {
      name,
      namespace: namespaces.get(prefix) ?? "",
      attributes: attributes.map(([key, value]) => [parted(key)[1], value] as const),
      elements: [],
      text: "",
    };
    (parent?.element.elements ?? this.roots).push(element);
    this.around.push({ element, namespaces });
  }

  write(data: string): void {
    const element = this.around.at(-1)?.element;
    if (element && !this.tooLarge) element.text += data;
  }

  close(implied: boolean): void {
    if (this.tooLarge) return;
    const element = this.around.pop()?.element;
    if (!element) return;
    element.text = element.text.trim();
    // The parser closes `<a/>` by itself too.
    if (implied && (element.text !== "" || element.elements.length > 0)) this.implied += 1;
  }
}

/** The namespaces by prefix, with those that an element declares. */
function declaredIn(attributes: Record<string, string>, known: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const declared = Object.entries(attributes).filter(([key]) => key === "xmlns" || key.startsWith("xmlns:"));
  if (declared.length === 0) return known;
  return new Map([...known, ...declared.map(([key, value]) => [key.slice("xmlns:".length), value.trim()] as const)]);
}

function parted(name: string): [prefix: string, name: string] {
  const at = name.indexOf(":");
  return at < 0 ? ["", name] : [name.slice(0, at), name.slice(at + 1)];
}

const ENCODING = /^<\?xml[^>]{0,200}?\sencoding\s?=\s?["']([^"']{1,60})["']/;

/** By the byte order mark, else by the declaration, else UTF-8. */
function decode(bytes: Uint8Array): { text: string; flaws: string[] } {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return { text: new TextDecoder("utf-16le").decode(bytes), flaws: [] };
  if (first === 0xfe && second === 0xff) return { text: new TextDecoder("utf-16be").decode(bytes), flaws: [] };
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 300)).toString("latin1");
  const label = ENCODING.exec(head.trimStart())?.[1] ?? "utf-8";
  try {
    return { text: new TextDecoder(label).decode(bytes), flaws: [] };
  } catch {
    return { text: new TextDecoder("utf-8").decode(bytes), flaws: ["the encoding it declares does not exist"] };
  }
}

/** PDFs that grow when they are opened: streams, filters, objects, trees of pages. Each is small as a file. */
import { deflateSync } from "node:zlib";
import { textAt } from "#documents/testing/make-pdf.ts";

type Objects = Map<number, string | Buffer>;

const MEGABYTE = 1024 * 1024;
const FONT = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>";
const RESOURCES = "/Resources << /Font << /F1 3 0 R >> >>";
const A4 = "/MediaBox [0 0 595 842]";

/** One page whose content is what `filters` make of `bytes`. */
function onePage(bytes: Buffer, filters: string, more = ""): Objects {
  return new Map<number, string | Buffer>([
    [1, "<< /Type /Catalog /Pages 2 0 R >>"],
    [2, "<< /Type /Pages /Count 1 /Kids [4 0 R] >>"],
    [3, FONT],
    [4, `<< /Type /Page /Parent 2 0 R ${A4} ${RESOURCES} /Contents 5 0 R ${more} >>`],
    [5, stream(bytes, filters)],
  ]);
}

function stream(bytes: Buffer, entries: string): Buffer {
  return Buffer.concat([Buffer.from(`<< /Length ${bytes.length} ${entries} >>\nstream\n`), bytes, Buffer.from("\nendstream")]);
}

/** A content stream of so many megabytes of drawing, packed once. */
export function flateBomb(megabytes: number, operator = "0 0 m 9 9 l S "): Buffer {
  return written(onePage(deflateSync(Buffer.alloc(megabytes * MEGABYTE, operator)), "/Filter /FlateDecode"));
}

/** The same stream packed a hundred times. */
export function nestedFilters(count: number): Buffer {
  let bytes: Buffer = Buffer.from(textAt(50, 50, "Invoice number INV-00042"));
  for (let i = 0; i < count; i++) bytes = deflateSync(bytes);
  return written(onePage(bytes, `/Filter [${"/FlateDecode ".repeat(count)}]`));
}

/** Packed twice: each byte of the file is a million bytes of content. */
export function doubleBomb(megabytes: number): Buffer {
  const once = deflateSync(Buffer.alloc(megabytes * MEGABYTE, " "), { level: 9 });
  return written(onePage(deflateSync(once, { level: 9 }), "/Filter [/FlateDecode /FlateDecode]"));
}

/** A small picture in the file that is a large one when it is unpacked. */
export function pictureBomb(sidePx: number): Buffer {
  const objects = onePage(deflateSync(Buffer.from("q 500 0 0 500 50 50 cm /Im Do Q")), "/Filter /FlateDecode");
  objects.set(4, `<< /Type /Page /Parent 2 0 R ${A4} /Resources << /XObject << /Im 6 0 R >> >> /Contents 5 0 R >>`);
  const rows = deflateSync(Buffer.alloc(Math.ceil(sidePx / 8) * sidePx));
  const size = `/Width ${sidePx} /Height ${sidePx} /ColorSpace /DeviceGray /BitsPerComponent 1`;
  objects.set(6, stream(rows, `/Type /XObject /Subtype /Image ${size} /Filter /FlateDecode`));
  return written(objects);
}

/** An object stream that says it holds a million objects, in so many megabytes. */
export function objectStreamBomb(megabytes: number): Buffer {
  const objects = onePage(Buffer.from(textAt(50, 50, "Invoice number INV-00042")), "");
  const packed = deflateSync(Buffer.alloc(megabytes * MEGABYTE, "7 0 "));
  objects.set(6, stream(packed, `/Type /ObjStm /N 1000000 /First ${megabytes * MEGABYTE - 8} /Filter /FlateDecode`));
  objects.set(4, `<< /Type /Page /Parent 2 0 R ${A4} ${RESOURCES} /Contents 5 0 R /Annots [7 0 R] >>`);
  const compressed = Buffer.from([2, 0, 6, 0]);
  return written(objects, compressed);
}

/** A form that draws itself ten times through others, `levels` deep. */
export function formBomb(levels: number): Buffer {
  const objects = onePage(Buffer.from("/F0 Do"), "");
  objects.set(4, `<< /Type /Page /Parent 2 0 R ${A4} /Resources << /XObject << /F0 10 0 R >> >> /Contents 5 0 R >>`);
  for (let level = 0; level < levels; level++) {
    const [name, next] = [`F${level + 1}`, 11 + level];
    const draws = level === levels - 1 ? "0 0 m 9 9 l S" : `/${name} Do `.repeat(10);
    const entries = `/Type /XObject /Subtype /Form /BBox [0 0 500 500] /Resources << /XObject << /${name} ${next} 0 R >> >>`;
    objects.set(10 + level, stream(Buffer.from(draws), entries));
  }
  return written(objects);
}

/** A tree of ten to the power of `levels` pages, written in as many objects. */
export function pageTree(levels: number): Buffer {
  const objects: Objects = new Map([[1, "<< /Type /Catalog /Pages 10 0 R >>"]]);
  for (let level = 0; level < levels; level++) {
    const kids = `${11 + level} 0 R `.repeat(10);
    objects.set(10 + level, `<< /Type /Pages /Count ${10 ** (levels - level)} /Kids [${kids}] /Parent ${Math.max(10, 9 + level)} 0 R >>`);
  }
  objects.set(10 + levels, `<< /Type /Page /Parent ${9 + levels} 0 R ${A4} >>`);
  return written(objects);
}

/** A page tree with a cycle: of kids, of parents, or of the table of objects. */
export function cyclic(kind: "kids" | "parent" | "xref"): Buffer {
  const objects = onePage(Buffer.from(textAt(50, 50, "Invoice number INV-00042")), "");
  if (kind === "kids") objects.set(2, "<< /Type /Pages /Count 3 /Kids [4 0 R 2 0 R 6 0 R] /Parent 2 0 R >>");
  if (kind === "kids") objects.set(6, "<< /Type /Pages /Count 2 /Kids [2 0 R 6 0 R] /Parent 2 0 R >>");
  if (kind === "parent") objects.set(4, `<< /Type /Page /Parent 6 0 R /Contents 5 0 R >>`);
  if (kind === "parent") objects.set(6, "<< /Type /Pages /Parent 4 0 R /Count 1 /Kids [4 0 R] >>");
  const whole = written(objects).toString("latin1");
  if (kind !== "xref") return Buffer.from(whole, "latin1");
  const [, start = "0"] = /startxref\n(\d+)/.exec(whole) ?? [];
  return Buffer.from(whole.replace("/Root", `/Prev ${start} /XRefStm ${start} /Root`), "latin1");
}

/** `inStream`: the last object of the table lies in an object stream, as these bytes of a cross-reference stream say. */
function written(objects: Objects, inStream?: Buffer): Buffer {
  const parts: Buffer[] = [Buffer.from("%PDF-1.7\n")];
  const offsets = new Map<number, number>();
  let at = 9;
  const add = (part: Buffer) => {
    parts.push(part);
    at += part.length;
  };
  for (const [number, object] of objects) {
    offsets.set(number, at);
    add(Buffer.concat([Buffer.from(`${number} 0 obj\n`), Buffer.from(object), Buffer.from("\nendobj\n")]));
  }
  const start = at;
  if (inStream) {
    const rows = [...offsets].map(
      ([number, offset]) => [number, Buffer.from([1, offset >> 16, (offset >> 8) & 0xff, offset & 0xff, 0])] as const,
    );
    const index = [...rows.map(([number]) => `${number} 1`), "7 1"].join(" ");
    const row = Buffer.concat([inStream.subarray(0, 1), Buffer.from([0]), inStream.subarray(1)]);
    const table = Buffer.concat([...rows.map(([, bytes]) => bytes), row.subarray(0, 5)]);
    add(
      Buffer.concat([
        Buffer.from("8 0 obj\n"),
        stream(table, `/Type /XRef /Size 9 /W [1 3 1] /Index [${index}] /Root 1 0 R`),
        Buffer.from("\nendobj\n"),
      ]),
    );
  } else {
    const lines = [...offsets].map(([number, offset]) => `${number} 1\n${String(offset).padStart(10, "0")} 00000 n \n`);
    add(Buffer.from(`xref\n0 1\n0000000000 65535 f \n${lines.join("")}trailer\n<< /Size 100 /Root 1 0 R >>\n`));
  }
  add(Buffer.from(`startxref\n${start}\n%%EOF\n`));
  return Buffer.concat(parts);
}

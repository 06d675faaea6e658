/** Hand-made PDFs for tests: one content stream per page, fonts F1 (Helvetica) and F2 (Helvetica-Bold). */

export type PdfParts = {
  /** Content stream of each page. */
  pages: string[];
  /** [width, height] in points; A4 portrait when absent. */
  size?: [number, number];
  /** Further entries of every page dictionary, such as `/Rotate 90`. */
  pageEntries?: string;
  /** Further objects from number 100 on, without `obj` and `endobj`. */
  objects?: string[];
  /** Further entries of the resources, such as `/XObject << /Im 100 0 R >>`. */
  resources?: string;
  /** Further fonts, such as `/F9 100 0 R`. */
  fonts?: string;
  /** Further entries of the catalogue, such as `/OpenAction 100 0 R`. */
  catalog?: string;
};

export function makePdf(parts: PdfParts): Buffer {
  const [width, height] = parts.size ?? [595, 842];
  const objects = new Map<number, string>();
  const kids = parts.pages.map((_, index) => `${10 + 2 * index} 0 R`);
  objects.set(1, `<< /Type /Catalog /Pages 2 0 R ${parts.catalog ?? ""} >>`);
  objects.set(2, `<< /Type /Pages /Count ${kids.length} /Kids [${kids.join(" ")}] >>`);
  objects.set(3, "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>");
  objects.set(4, "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>");
  const resources = `<< /Font << /F1 3 0 R /F2 4 0 R ${parts.fonts ?? ""} >> ${parts.resources ?? ""} >>`;
  parts.pages.forEach((content, index) => {
    const box = `/MediaBox [0 0 ${width} ${height}]`;
    const page = `<< /Type /Page /Parent 2 0 R ${box} /Resources ${resources} /Contents ${11 + 2 * index} 0 R ${parts.pageEntries ?? ""} >>`;
    objects.set(10 + 2 * index, page);
    objects.set(11 + 2 * index, `<< /Length ${Buffer.byteLength(content, "latin1")} >>\nstream\n${content}\nendstream`);
  });
  for (const [index, object] of (parts.objects ?? []).entries()) objects.set(100 + index, object);
  return assemble(objects);
}

/** Text at a place given from the top left corner of an A4 page, in points. */
export function textAt(x: number, top: number, text: string, more: { size?: number; font?: "F1" | "F2"; before?: string } = {}): string {
  const size = more.size ?? 11;
  const escaped = text.replace(/[\\()]/g, (sign) => `\\${sign}`);
  return `q ${more.before ?? ""} BT /${more.font ?? "F1"} ${size} Tf 1 0 0 1 ${x} ${842 - top - size} Tm (${escaped}) Tj ET Q\n`;
}

function assemble(objects: Map<number, string>): Buffer {
  let file = "%PDF-1.7\n";
  const offsets = new Map<number, number>();
  for (const [number, object] of objects) {
    offsets.set(number, Buffer.byteLength(file, "latin1"));
    file += `${number} 0 obj\n${object}\nendobj\n`;
  }
  const start = Buffer.byteLength(file, "latin1");
  file += "xref\n0 1\n0000000000 65535 f \n";
  for (const [number, offset] of offsets) file += `${number} 1\n${String(offset).padStart(10, "0")} 00000 n \n`;
  file += `trailer\n<< /Size ${Math.max(...objects.keys()) + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, "latin1");
}

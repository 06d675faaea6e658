/** Pages for files that have none. Each reader is loaded with its first document: most children never meet one of these types. */
import { FILE_TYPES, type MimeType } from "#contract/file-types.ts";
import { LIMITS } from "#contract/limits.ts";
import type { Page, ReadingWarning } from "#documents/document.ts";
import type { Block } from "#documents/flow/block.ts";
import { CharactersLeft } from "#documents/flow/characters-left.ts";
import { paginate } from "#documents/flow/paginate.ts";
import type { Grid } from "#documents/sheets/grid.ts";

export type Made = { pages: Page[]; warnings: ReadingWarning[]; cut: boolean };
type Blocks = { blocks: Block[]; warnings?: ReadingWarning[]; cut?: boolean };

/** `onePage`: text, HTML and DOCX are laid out without breaking lines. Throws TaskFailure. */
export async function madePages(type: MimeType, bytes: Buffer, ask: { charactersMax?: number; onePage: boolean }): Promise<Made> {
  const left = new CharactersLeft(ask.charactersMax ?? Number.POSITIVE_INFINITY);
  if (ask.onePage) return { pages: await unbroken(type, bytes, left), warnings: [], cut: left.cut };
  const { blocks, warnings = [], cut = false } = await blocksOf(type, bytes);
  const paged = paginate(left.takeBlocks(blocks), LIMITS.documentPagesMax);
  return { pages: paged.pages, warnings, cut: cut || paged.cut || left.cut };
}

async function unbroken(type: MimeType, bytes: Buffer, left: CharactersLeft): Promise<Page[]> {
  if (type === "text/html") return (await import("#documents/flow/read-html.ts")).readHtml(bytes, left);
  if (FILE_TYPES[type].name === "DOCX") return [await (await import("#documents/office/read-docx.ts")).readDocx(bytes, left)];
  return (await import("#documents/flow/read-text.ts")).readTextFile(bytes, left);
}

async function blocksOf(type: MimeType, bytes: Buffer): Promise<Blocks> {
  switch (FILE_TYPES[type].name) {
    case "DOCX":
      return (await import("#documents/office/read-docx.ts")).docxBlocks(bytes);
    case "PPTX":
      return (await import("#documents/office/read-pptx.ts")).pptxBlocks(bytes);
    case "ODT":
      return (await import("#documents/office/read-odt.ts")).odtBlocks(bytes);
    case "XLSX":
      return ofSheets(await (await import("#documents/sheets/read-xlsx.ts")).readXlsx(bytes));
    case "ODS":
      return ofSheets(await (await import("#documents/sheets/read-ods.ts")).readOds(bytes));
    case "CSV":
    case "TSV":
      return ofSheets({ ...(await import("#documents/sheets/read-csv.ts")).readCsv(bytes), warnings: [] });
    case "HTML": {
      const { decodeHtml } = await import("#documents/flow/read-html.ts");
      return { blocks: (await import("#documents/flow/html-blocks.ts")).htmlBlocks(decodeHtml(bytes)) };
    }
    case "XML":
      return { blocks: (await import("#documents/xml/read-xml.ts")).xmlBlocks(bytes) };
    default:
      return ofText(type, bytes);
  }
}

async function ofText(type: MimeType, bytes: Buffer): Promise<Blocks> {
  const { decodeText, textBlocks } = await import("#documents/flow/read-text.ts");
  const text = decodeText(bytes);
  if (type !== "text/markdown") return { blocks: textBlocks(text) };
  return { blocks: (await import("#documents/flow/read-markdown.ts")).markdownBlocks(text) };
}

async function ofSheets({ grids, ...read }: { grids: Grid[]; warnings: ReadingWarning[]; cut: boolean }) {
  return { ...read, blocks: (await import("#documents/sheets/grid.ts")).sheetBlocks(grids) };
}

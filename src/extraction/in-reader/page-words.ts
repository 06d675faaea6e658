/** Extraction's work in the reader's child: the words of a selected part of a page. */
import type { Bbox } from "#contract/page-words.ts";
import type { WorkContext } from "#documents/child/serve.ts";
import type { Page } from "#documents/document.ts";
import type { ReadOptions } from "#documents/pool/protocol.ts";

/** `reading` selects the one page. */
export async function pageWords(
  { reading, bbox }: { reading: ReadOptions; bbox: Bbox },
  bytes: Buffer,
  context: WorkContext,
): Promise<string> {
  const [page] = (await context.read(reading, bytes)).pages;
  return page ? wordsInside(page, bbox) : "";
}

/** The words whose centre is in the box, line by line. */
export function wordsInside({ lines, width, height }: Page, [left, top, right, bottom]: Bbox): string {
  const isInside = (x: number, y: number) => x >= left * width && x <= right * width && y >= top * height && y <= bottom * height;
  return lines
    .map(({ segments }) =>
      segments
        .flatMap(({ words }) => words)
        .filter(({ box }) => isInside((box.left + box.right) / 2, (box.top + box.bottom) / 2))
        .map(({ text }) => text)
        .join(" "),
    )
    .filter((line) => line !== "")
    .join("\n");
}

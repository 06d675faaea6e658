/** The layouts of a packet's pages, kept beside its file: what is set by hand is remembered by them, without reading the file again. */
import { gunzipSync, gzipSync } from "node:zlib";
import { z } from "zod";
import { Marks } from "#memory/lesson.ts";
import type { Blobs } from "#platform/blobs/blobs.ts";
import type { Mark } from "#structure/layout/marks.ts";
import { layoutsKey } from "./packet-file.ts";

/** Pages with words to know them by. */
export type PageLayouts = { page: number; marks: readonly Mark[] }[];
const PageLayouts = z.array(z.object({ page: z.int().min(1), marks: Marks }));

/** `layouts`: as the reader's child sent them, which has read an untrusted file. */
export async function keepLayouts(blobs: Blobs, blobKey: string, layouts: unknown): Promise<void> {
  await blobs.put(layoutsKey(blobKey), gzipSync(JSON.stringify(PageLayouts.parse(layouts))));
}

/** Empty where none are kept. */
export async function keptLayouts(blobs: Blobs, blobKey: string): Promise<PageLayouts> {
  const bytes = await blobs.get(layoutsKey(blobKey));
  return bytes === null ? [] : PageLayouts.parse(JSON.parse(gunzipSync(bytes).toString("utf8")));
}

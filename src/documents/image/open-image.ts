/** Opens pictures safely: checks the header before decoding, applies EXIF orientation, removes alpha. */
import sharp, { type Sharp } from "sharp";
import { LIMITS } from "#contract/limits.ts";
import { TaskFailure } from "#contract/task-errors.ts";
import { isHeic } from "#documents/kinds/iso.ts";
import { bitmapToPng, isBitmap } from "./bitmap.ts";
import { decodeHeic } from "./heic.ts";
import { tooLarge } from "./too-large.ts";

/** libvips reads dozens of formats; only these loaders are allowed. */
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["Jpeg", "Png", "Tiff", "Webp", "Nsgif"].map((format) => `VipsForeignLoad${format}Buffer`),
});
sharp.cache(false);
sharp.concurrency(1);

export type OpenImage = {
  /** Size as a viewer shows it, EXIF orientation applied, in pixels. */
  width: number;
  height: number;
  /** A new pipeline: oriented, alpha flattened on white. */
  pixels(): Sharp;
};

/** Reads the header only, of a HEIC all of it. `frame`: of a TIFF, counted from 0. Throws TaskFailure `corrupt_document` for too many pixels or a broken header. */
export async function openImage(sent: Buffer, frame = 0): Promise<OpenImage> {
  if (isHeic(sent)) return openHeic(sent);
  const bytes = isBitmap(sent) ? await bitmapToPng(sent) : sent;
  // Damaged rows are shown as far as they can be decoded, as viewers do; a broken header still fails.
  const options = { limitInputPixels: LIMITS.imagePixelsMax, failOn: "none", sequentialRead: true, page: frame } as const;
  const header = await sharp(bytes, { ...options, limitInputPixels: false })
    .metadata()
    .catch((cause: unknown) => {
      throw new TaskFailure("corrupt_document", { internal: `image header: ${String(cause).slice(0, 200)}`, cause });
    });
  if (header.width * (header.pageHeight ?? header.height) > LIMITS.imagePixelsMax) throw tooLarge(header.width, header.height);
  const { width, pageHeight: height = header.height } = header;
  const turned = (header.orientation ?? 1) >= 5;
  return {
    width: turned ? height : width,
    height: turned ? width : height,
    pixels: () => sharp(bytes, options).autoOrient().flatten({ background: "#ffffff" }),
  };
}

/** Its pixels are decoded once, and already turned. */
async function openHeic(bytes: Buffer): Promise<OpenImage> {
  const { data, width, height } = await decodeHeic(bytes);
  return { width, height, pixels: () => sharp(data, { raw: { width, height, channels: 4 } }).flatten({ background: "#ffffff" }) };
}

/** Runs a pipeline; a decoding error means a corrupt file. */
export async function decode<T>(work: Promise<T>): Promise<T> {
  return work.catch((cause: unknown) => {
    throw new TaskFailure("corrupt_document", { internal: `image pixels: ${String(cause).slice(0, 200)}`, cause });
  });
}

/** Decodes Windows bitmaps, which libvips does not read, by bmp-ts. */
import { decode } from "bmp-ts";
import sharp from "sharp";
import { LIMITS } from "#contract/limits.ts";
import { TaskFailure } from "#contract/task-errors.ts";
import { tooLarge } from "./too-large.ts";

export function isBitmap(bytes: Buffer): boolean {
  return bytes.toString("latin1", 0, 2) === "BM";
}

/** Size by the header, in pixels; the height is negative where rows begin at the top. Headers of 12 bytes have shorter numbers. */
function sizeOf(bytes: Buffer): { width: number; height: number } {
  const isOld = bytes.readUInt32LE(14) === 12;
  const [width, height] = isOld ? [bytes.readUInt16LE(18), bytes.readUInt16LE(20)] : [bytes.readInt32LE(18), bytes.readInt32LE(22)];
  return { width, height: Math.abs(height) };
}

/** The same picture as PNG. Throws TaskFailure `corrupt_document`. */
export async function bitmapToPng(bytes: Buffer): Promise<Buffer> {
  try {
    const { width, height } = sizeOf(bytes);
    if (width < 1 || height < 1) throw new Error(`${width}x${height}`);
    if (width * height > LIMITS.imagePixelsMax) throw tooLarge(width, height);
    const bitmap = decode(bytes, { toRGBA: true });
    const raw = { width: bitmap.width, height: bitmap.height, channels: 4 } as const;
    return await sharp(bitmap.data, { raw }).removeAlpha().png({ compressionLevel: 1 }).toBuffer();
  } catch (cause) {
    if (cause instanceof TaskFailure) throw cause;
    throw new TaskFailure("corrupt_document", { internal: `bmp: ${String(cause).slice(0, 200)}`, cause });
  }
}

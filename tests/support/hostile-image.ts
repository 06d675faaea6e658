/** Pictures that mean harm, written chunk by chunk. */
import { crc32, deflateSync } from "node:zlib";

const MEGABYTE = 1024 * 1024;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** One chunk with its length and checksum (PNG, third edition, §5.3). */
export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A white picture of one bit a pixel; `chunks` stand before its pixels. */
export function whitePng(width: number, height: number, chunks: Buffer[] = []): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(Math.ceil(width / 8), 0xff)]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  return Buffer.concat([SIGNATURE, pngChunk("IHDR", header), ...chunks, pngChunk("IDAT", pixels), pngChunk("IEND", Buffer.alloc(0))]);
}

/** Packed text, a packed colour profile, and EXIF of so many megabytes, or that points at itself. */
export const METADATA_BOMBS: Record<string, (megabytes: number) => Buffer> = {
  zTXt: (megabytes) => pngChunk("zTXt", Buffer.concat([Buffer.from("Comment\0\0", "latin1"), packed(megabytes)])),
  "ten zTXt": (megabytes) =>
    Buffer.concat(
      Array.from({ length: 10 }, (_, i) => pngChunk("zTXt", Buffer.concat([Buffer.from(`C${i}\0\0`, "latin1"), packed(megabytes / 5)]))),
    ),
  iTXt: (megabytes) => pngChunk("iTXt", Buffer.concat([Buffer.from("XML:com.adobe.xmp\0\x01\0\0\0", "latin1"), packed(megabytes)])),
  iCCP: (megabytes) => pngChunk("iCCP", Buffer.concat([Buffer.from("icc\0\0", "latin1"), packed(megabytes)])),
  eXIf: () => pngChunk("eXIf", loopingExif()),
};

const packed = (megabytes: number) => deflateSync(Buffer.alloc(megabytes * MEGABYTE, "A"));

/** A TIFF directory whose next directory is itself, with an entry of four billion values. */
export function loopingExif(): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write("II*\0", 0, "latin1");
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt16LE(1, 8);
  tiff.writeUInt16LE(0x8769, 10);
  tiff.writeUInt16LE(4, 12);
  tiff.writeUInt32LE(0xffffffff, 14);
  tiff.writeUInt32LE(8, 18);
  tiff.writeUInt32LE(8, 22);
  return tiff;
}

/** The JPEG with a segment behind its start: EXIF that points at itself, or as many profiles as fit. */
export function withSegments(jpeg: Buffer, segments: Buffer[]): Buffer {
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);
}

/** `marker`: 0xe1 for EXIF, 0xe2 for a colour profile. At most 65,533 bytes. */
export function jpegSegment(marker: number, data: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(data.length + 2);
  return Buffer.concat([Buffer.from([0xff, marker]), length, data]);
}

/** First bytes of formats that are not read, and that a service that goes by names would open. */
export const OTHER_FORMATS: Record<string, Buffer> = {
  AVIF: Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from("ftypavif\0\0\0\0mif1avif", "latin1"), Buffer.alloc(64)]),
  SVG: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>'),
};

/** Smallest and broken files of the formats that are read. */
export const SMALL_PICTURES: Record<string, Buffer> = {
  HEIC: Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from("ftypheic\0\0\0\0mif1heic", "latin1"), Buffer.alloc(64)]),
  GIF: Buffer.from("R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==", "base64"),
  WebP: Buffer.from("UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==", "base64"),
  TIFF: Buffer.concat([loopingExif(), Buffer.alloc(64)]),
  BMP: Buffer.concat([
    Buffer.from("BM"),
    Buffer.from([0x3a, 0, 0, 0, 0, 0, 0, 0, 0x36, 0, 0, 0, 40, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 24, 0]),
    Buffer.alloc(32),
  ]),
};

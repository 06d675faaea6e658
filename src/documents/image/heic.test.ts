import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { decodeHeic } from "./heic.ts";
import { openImage } from "./open-image.ts";

const picture = readFileSync(new URL("../testing/pictures/invoice.heic", import.meta.url));

/** The picture with another size in its header: the property `ispe` (ISO/IEC 23008-12, 6.5.3). */
function ofSize(width: number, height: number): Buffer {
  const bytes = Buffer.from(picture);
  for (let at = bytes.indexOf("ispe"); at >= 0; at = bytes.indexOf("ispe", at + 4)) {
    bytes.writeUInt32BE(width, at + 8);
    bytes.writeUInt32BE(height, at + 12);
  }
  return bytes;
}

describe("a HEIC picture", () => {
  test("is opened with its pixels", async () => {
    const { width, height, pixels } = await openImage(picture);
    expect([width, height]).toEqual([1200, 500]);
    const { data, info } = await pixels().raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height, info.channels]).toEqual([1200, 500, 3]);
    // White paper with dark letters.
    expect(data.at(0)).toBeGreaterThan(245);
    expect(data.filter((value) => value < 80).length).toBeGreaterThan(1000);
  });

  test("of too many pixels is refused before they are decoded", async () => {
    await expect(decodeHeic(ofSize(20_000, 20_000))).rejects.toMatchObject({
      code: "corrupt_document",
      publicMessage: expect.stringContaining("megapixels"),
    });
  });

  test("that is cut off, or has nothing behind its header, is damaged", async () => {
    for (const bytes of [picture.subarray(0, 400), picture.subarray(0, 24)])
      await expect(decodeHeic(bytes)).rejects.toMatchObject({ code: "corrupt_document" });
  });
});

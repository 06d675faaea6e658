/** Files in the ISO base media format (ISO/IEC 14496-12): films, and pictures of the HEIF family, of which HEIC is read. */

/** Of pictures compressed by HEVC, and of HEIF files in general (ISO/IEC 23008-12, annex B). */
const HEIC_BRANDS = new Set(["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"]);

/** The brand at the beginning of such a file (4.3); null for other files. */
export function isoBrandOf(bytes: Buffer): string | null {
  return bytes.toString("latin1", 4, 8) === "ftyp" ? bytes.toString("latin1", 8, 12) : null;
}

export const isHeic = (bytes: Buffer): boolean => HEIC_BRANDS.has(isoBrandOf(bytes) ?? "");

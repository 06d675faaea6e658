/** Decodes files that are sent as base64. */
import { ApiError, type ApiErrorCode } from "./errors.ts";
import { LIMITS } from "./limits.ts";

/** The most decoded bytes, and the error for more. */
type Most = { bytesMax: number; error: ApiErrorCode };
const A_DOCUMENT: Most = { bytesMax: LIMITS.documentBytesMax, error: "document_too_large" };

/** Decodes base64 leniently: `data:` prefix, white space, URL-safe letters and missing padding are accepted. Throws ApiError 400. */
export function decodeBase64(text: string, { bytesMax, error }: Most = A_DOCUMENT): Buffer {
  const comma = text.startsWith("data:") ? text.indexOf(",") : -1;
  if (text.startsWith("data:") && (comma < 0 || !/;base64$/i.test(text.slice(0, comma))))
    throw new ApiError("invalid_base64", { detail: "A `data:` URL has to be base64: `data:application/pdf;base64,…`." });
  const raw = comma >= 0 ? text.slice(comma + 1) : text;
  const letters = /\s/.test(raw) ? raw.replace(/\s+/g, "") : raw;
  if (letters.length > (bytesMax * 4) / 3 + 4) throw new ApiError(error);
  const bytes = lettersDecoded(letters);
  if (bytes === null) throw new ApiError("invalid_base64");
  if (bytes.length > bytesMax) throw new ApiError(error);
  return bytes;
}

/** Null when the text holds anything but base64 letters: the decoder skips such characters, so the decoded length is too short. */
function lettersDecoded(text: string): Buffer | null {
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  const letters = text.length - padding;
  if (letters === 0 || letters % 4 === 1 || Buffer.byteLength(text) !== text.length) return null;
  const bytes = Buffer.from(text, "base64");
  return bytes.length === Math.floor((letters * 3) / 4) ? bytes : null;
}

/** For tests of the code around OCR engines: PP-OCR finds nothing, so that everything is read by `tesseract`. */
import type { OcrEngine } from "#documents/ocr/ocr-engine.ts";
import type { Engines } from "#documents/ocr/recognise.ts";

export const readBy = (tesseract: OcrEngine): Engines => ({
  ppocr: { find: async () => [], read: async () => [], rest: async () => {} },
  tesseract,
});

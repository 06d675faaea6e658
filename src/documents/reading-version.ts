import { weightsVersion } from "./ocr/ppocr/weights/weights.ts";

/** Raise when reading changes, so that readings kept earlier are not used any more; tests/golden detects it, for what is read without OCR. They go with their file. */
export const KEPT_READING_VERSION = 10;

let ocrModelsDir: string | null = null;

/** Said by what opens the readers of a process: pictures are read otherwise with other networks. */
export function readsWith(folder: string | null): void {
  ocrModelsDir = folder;
}

/** The version of the networks in use; empty for those that come with Winnow. */
export const networksVersion = (): string => (ocrModelsDir === null ? "" : weightsVersion(ocrModelsDir));

/** What readings are kept by. */
export const keptReadingVersion = (): string => [KEPT_READING_VERSION, networksVersion()].filter((part) => part !== "").join("-");

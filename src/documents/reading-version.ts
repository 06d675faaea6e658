/** Raise when reading changes, so that readings kept earlier are not used any more; tests/golden detects it, for what is read without OCR. They go with their file. */
export const KEPT_READING_VERSION = 6;

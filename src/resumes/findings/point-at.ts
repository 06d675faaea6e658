/** Collects findings: what the reader of résumés points at. */

import type { Word } from "#documents/document.ts";
import { boxAround } from "#documents/layout/assemble.ts";
import type { Finding } from "#engines/engine.ts";

export type Pointed = { text: string; words: Word[]; page: number };

/** A finding for these words. `path` is a JSON Pointer into JSON Resume. */
export function pointAt(path: string, at: Pointed, more: { margin?: number; value?: string } = {}): Finding {
  return { path, raw: at.text, page: at.page, at: boxAround(at.words), ...more };
}

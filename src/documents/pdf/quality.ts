/** Estimates how far the text layer of a page can be trusted, without knowing what it should say. */
import { disorderedLetters } from "./disorder.ts";
import type { TextItem } from "./parser.ts";

/** Characters that a font without a usable encoding produces: controls, private use, replacement signs, unassigned. */
const BROKEN = /[\p{Cc}\p{Co}\p{Cn}\ufffd]/gu;
const LETTERS = /[\p{L}\p{N}]/gu;
const GARBLED_SHARE_MIN = 0.3;

export type TextLayer = { letters: number; soundness: number; garbled: boolean; disordered: RegExp | null };

/**
 * `soundness` is the share of characters, 0..1, that do not come from a broken font. `garbled`: so many do that OCR of the page is better.
 * `disordered`: matches letters of scripts that are stored in a wrong order. `letters` counts letters and digits of sound items.
 */
export function textLayerOf(items: readonly TextItem[]): TextLayer {
  let characters = 0;
  let broken = 0;
  let letters = 0;
  for (const item of items) {
    const text = item.text.replace(/\s+/g, "");
    const debris = text.match(BROKEN)?.length ?? 0;
    characters += text.length;
    broken += debris;
    if (debris * 2 < text.length) letters += text.match(LETTERS)?.length ?? 0;
  }
  const soundness = characters === 0 ? 1 : 1 - broken / characters;
  const garbled = characters >= 4 && broken / characters >= GARBLED_SHARE_MIN;
  return { letters, soundness, garbled, disordered: disorderedLetters(items.map((item) => item.text)) };
}

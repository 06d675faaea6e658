/** Colours as the PDF engine gives them: eight hex digits, alpha first. */

export type Colour = { alpha: number; red: number; green: number; blue: number };

export const WHITE: Colour = { alpha: 255, red: 255, green: 255, blue: 255 };

/** Null when the text is not a colour. */
export function colourOf(argb: string | undefined): Colour | null {
  if (argb?.length !== 8) return null;
  const value = Number.parseInt(argb, 16);
  if (Number.isNaN(value)) return null;
  return { alpha: value >>> 24, red: (value >>> 16) & 255, green: (value >>> 8) & 255, blue: value & 255 };
}

/** The largest difference of a channel, 0..255. */
export function colourDistance(a: Omit<Colour, "alpha">, b: Omit<Colour, "alpha">): number {
  return Math.max(Math.abs(a.red - b.red), Math.abs(a.green - b.green), Math.abs(a.blue - b.blue));
}

/** Orientation and slant of text in a picture, from its projection profiles along rows and columns. */

/** A small greyscale picture, one byte a pixel, row by row. */
export type Grey = { data: Uint8Array; width: number; height: number };

/** Slants tried, in degrees to either side; a scanner does not skew a page by more. */
const SLANT_MAX_DEGREES = 4;
const SLANT_STEP_DEGREES = 0.25;
/** A smaller slant is left: OCR copes with it, and rotating blurs. */
const SLANT_MIN_DEGREES = 0.5;
/** A slant must sharpen the profile by this factor over no slant to be taken. */
const SLANT_GAIN_MIN = 1.15;
/** Columns must be this much sharper than rows before text is taken to run along them. */
const SIDEWAYS_GAIN_MIN = 1.5;

/**
 * Lines of text make the ink per row rise and fall; the sharper the profile, the straighter the lines. `sideways`: lines run up or down the
 * picture. `degrees`: clockwise slant of the lines, 0 when unsure; rotating by its negative straightens them.
 */
export function slantOf(grey: Grey): { sideways: boolean; degrees: number } {
  const ink = inkOf(grey);
  const straight = sharpness(ink, grey.width, grey.height, 0);
  let best = { degrees: 0, value: straight * SLANT_GAIN_MIN };
  for (let degrees = -SLANT_MAX_DEGREES; degrees <= SLANT_MAX_DEGREES; degrees += SLANT_STEP_DEGREES) {
    if (Math.abs(degrees) < SLANT_MIN_DEGREES) continue;
    const value = sharpness(ink, grey.width, grey.height, Math.tan((degrees * Math.PI) / 180));
    if (value > best.value) best = { degrees, value };
  }
  // Compared at the best slant: slanted lines have no profile along straight rows, while the paper's edges and columns have one.
  const rows = best.degrees === 0 ? straight : best.value;
  const across = sharpness(transposed(ink, grey.width, grey.height), grey.height, grey.width, 0);
  if (across > rows * SIDEWAYS_GAIN_MIN) return { sideways: true, degrees: 0 };
  return { sideways: false, degrees: best.degrees };
}

/** Edges between neighbours in a row: letters have many, shadows and photographs few. */
function inkOf({ data, width, height }: Grey): Uint8Array {
  const ink = new Uint8Array(data.length);
  for (let y = 0; y < height - 1; y += 1) {
    for (let x = 0; x < width - 1; x += 1) {
      const at = y * width + x;
      const here = data[at] ?? 0;
      const edge = Math.abs(here - (data[at + 1] ?? 0)) + Math.abs(here - (data[at + width] ?? 0));
      ink[at] = edge > 60 ? 1 : 0;
    }
  }
  return ink;
}

function transposed(ink: Uint8Array, width: number, height: number): Uint8Array {
  const turned = new Uint8Array(ink.length);
  for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) turned[x * height + y] = ink[y * width + x] ?? 0;
  return turned;
}

/** Squared steps between neighbouring rows of the profile as a share of its squares; rows slanted by `slope`. */
function sharpness(ink: Uint8Array, width: number, height: number, slope: number): number {
  const margin = Math.ceil(Math.abs(slope) * width) + 1;
  const profile = new Float64Array(height + 2 * margin);
  for (let x = 0; x < width; x += 1) {
    const shift = margin - Math.round(slope * x);
    for (let y = 0; y < height; y += 1) profile[y + shift] = (profile[y + shift] ?? 0) + (ink[y * width + x] ?? 0);
  }
  let steps = 0;
  let squares = 0;
  for (let y = 1; y < profile.length; y += 1) {
    steps += ((profile[y] ?? 0) - (profile[y - 1] ?? 0)) ** 2;
    squares += (profile[y] ?? 0) ** 2;
  }
  return squares === 0 ? 0 : steps / squares;
}

/** Pictures that tests draw. */
import sharp from "sharp";

/** Reading images allows sharp to open only PNG and JPEG, and other tests of the same process rely on that. */
const DRAWING = { operation: ["VipsForeignLoadSvgBuffer"] };
let underWay = 0;

/** `density`: dots per inch. */
export async function pngOf(svg: string, { density = 72 } = {}): Promise<Buffer> {
  underWay++;
  sharp.unblock(DRAWING);
  try {
    return await sharp(Buffer.from(svg), { density }).png().toBuffer();
  } finally {
    underWay--;
    if (underWay === 0) sharp.block(DRAWING);
  }
}

/** A PNG of upright strokes like those of print, three pixels of ink and two of paper, from edge to edge. */
export function strokesPng(width: number, height: number): Promise<Buffer> {
  const data = Uint8Array.from({ length: width * height }, (_, at) => ((at % width) % 5 < 3 ? 0 : 255));
  return sharp(data, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();
}

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

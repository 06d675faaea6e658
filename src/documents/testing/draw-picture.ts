/** Pictures that tests draw. */
import sharp from "sharp";

/** Our own reading of images lets sharp open nothing but PNG and JPEG; other tests of the same process rely on that. */
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

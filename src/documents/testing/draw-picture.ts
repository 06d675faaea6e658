/** Pictures that tests draw. */
import sharp from "sharp";

/** Our own reading of images, when another test has loaded it, lets sharp open nothing but PNG and JPEG. `density`: dots per inch. */
export function pngOf(svg: string, { density = 72 } = {}): Promise<Buffer> {
  sharp.unblock({ operation: ["VipsForeignLoadSvgBuffer"] });
  return sharp(Buffer.from(svg), { density }).png().toBuffer();
}

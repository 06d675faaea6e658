/** Decodes HEIC pictures, as iPhones take them, which sharp's libvips does not: by libheif, compiled to WebAssembly (libheif-js). */
import { createRequire } from "node:module";
import { TaskFailure } from "#contract/task-errors.ts";
import { tooLarge } from "./too-large.ts";

/** Four bytes a pixel: red, green, blue, alpha; turned as the file says. */
export type Decoded = { data: Uint8Array; width: number; height: number };

type Picture = {
  get_width(): number;
  get_height(): number;
  is_primary(): boolean;
  display(into: Room, done: (drawn: Room | null) => void): void;
};
type Room = { data: Uint8ClampedArray<ArrayBuffer>; width: number; height: number };
type LibHeif = { HeifDecoder: new () => { decode(bytes: Uint8Array): Picture[] } };

/** A reader has memory for so many: one of 5712 x 4284 pixels was read within its cap, one of 6000 x 6600 was not. */
const PIXELS_MAX = 25_000_000;

const require = createRequire(import.meta.url);

/** The picture that viewers show of a file with several. Throws TaskFailure `corrupt_document`, also for too many pixels, before they are decoded. */
export async function decodeHeic(bytes: Uint8Array): Promise<Decoded> {
  try {
    // A module of its own for each picture: its memory never shrinks, and goes with it.
    const { HeifDecoder } = (require("libheif-js/libheif-wasm/libheif-bundle.js") as () => LibHeif)();
    const pictures = new HeifDecoder().decode(bytes);
    const picture = pictures.find((each) => each.is_primary()) ?? pictures[0];
    if (!picture) throw new Error("no picture");
    const [width, height] = [picture.get_width(), picture.get_height()];
    if (width * height > PIXELS_MAX) throw tooLarge(width, height, PIXELS_MAX);
    const room = { data: new Uint8ClampedArray(4 * width * height), width, height };
    const drawn = await new Promise<Room | null>((resolve) => picture.display(room, resolve));
    if (drawn === null) throw new Error("not decoded");
    return { data: new Uint8Array(drawn.data.buffer), width, height };
  } catch (cause) {
    if (cause instanceof TaskFailure) throw cause;
    throw new TaskFailure("corrupt_document", { internal: `heic: ${String(cause).slice(0, 200)}`, cause });
  }
}

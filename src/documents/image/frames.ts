/** How many pages a picture has. Only TIFF has several; of an animation the first picture is read. */
import { TaskFailure } from "#contract/task-errors.ts";

/** More directories than any scan has; a file of 10 MB may have half a million. */
const DIRECTORIES_MAX = 2_000;

/** Throws TaskFailure `corrupt_document` for a TIFF without a page. */
export function framesOf(bytes: Buffer): number {
  const order = bytes.toString("latin1", 0, 2);
  if (order !== "II" && order !== "MM") return 1;
  const count = directoriesOf(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), order === "II");
  if (count === 0) throw new TaskFailure("corrupt_document", { internal: "tiff: no directory" });
  return count;
}

/** Follows the chain of directories, one for each page (TIFF 6.0, section 2; BigTIFF has wider numbers). */
function directoriesOf(view: DataView, little: boolean): number {
  const isBig = view.getUint16(2, little) === 43;
  const [countBytes, entryBytes, offsetBytes] = isBig ? [8, 20, 8] : [2, 12, 4];
  const numberAt = (at: number, bytes: number): number =>
    bytes === 8 ? Number(view.getBigUint64(at, little)) : bytes === 4 ? view.getUint32(at, little) : view.getUint16(at, little);
  const seen = new Set<number>();
  let at = numberAt(isBig ? 8 : 4, offsetBytes);
  while (at > 0 && at + countBytes <= view.byteLength && !seen.has(at) && seen.size < DIRECTORIES_MAX) {
    const next = at + countBytes + numberAt(at, countBytes) * entryBytes;
    seen.add(at);
    at = next + offsetBytes <= view.byteLength ? numberAt(next, offsetBytes) : 0;
  }
  return seen.size;
}

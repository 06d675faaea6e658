import { LIMITS } from "#contract/limits.ts";
import { TaskFailure } from "#contract/task-errors.ts";

/** Of a picture that is not decoded, as it has more pixels than `most`. */
export function tooLarge(width: number, height: number, most: number = LIMITS.imagePixelsMax): TaskFailure {
  const message = `The image has more than ${most / 1e6} megapixels. Scale it down.`;
  return new TaskFailure("corrupt_document", { message, internal: `${width}x${height}` });
}

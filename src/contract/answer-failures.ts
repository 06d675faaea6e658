/** For endpoints that read a file while the caller waits: a problem with the file is an error of the request, not a failed task. */
import { API_ERRORS, ApiError, type ApiErrorCode } from "./errors.ts";
import { TaskFailure } from "./task-errors.ts";

/** Runs `work`; turns a TaskFailure about the file `name` into an ApiError 400 that names the file. */
export async function answeringFailures<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof TaskFailure) || !isApiCode(error.code)) throw error;
    if (error.code === "internal") throw new ApiError("internal", { internal: error.message, cause: error });
    throw new ApiError(error.code, { detail: `\`${name}\`: ${error.publicMessage}`, cause: error });
  }
}

function isApiCode(code: string): code is ApiErrorCode {
  return code in API_ERRORS;
}

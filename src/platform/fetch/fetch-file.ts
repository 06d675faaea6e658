/** Fetches a file from a caller's URL. Failures have the messages that the caller sees. */
import { LIMITS } from "#contract/limits.ts";
import { TASK_ERRORS, TaskFailure } from "#contract/task-errors.ts";
import { type FetchAnswer, FetchFault, type FetchRules, guardedFetch } from "./guarded-fetch.ts";
import { limitByAccount } from "./limit-by-account.ts";
import { shownUrl } from "./shown-url.ts";

const REDIRECTS_MAX = 3;
const TIMEOUT_SECONDS = 30;

/** Each file is held in memory while it downloads, so an account downloads at most 8 at a time. */
const inTurn = limitByAccount(8);

/** At most 10 MB. Throws TaskFailure `document_unreachable`, `empty_document` and `document_too_large`. */
export async function fetchFile(url: string, rules: FetchRules, signal: AbortSignal): Promise<Buffer<ArrayBuffer>> {
  const answer = await inTurn(() => get(url, rules, signal), signal);
  if (answer.status >= 200 && answer.status < 300) {
    if (answer.body.length === 0)
      throw new TaskFailure("empty_document", { message: `The URL answered with an empty file. ${named(url)}` });
    return answer.body;
  }
  const passing = answer.status === 408 || answer.status === 429 || answer.status >= 500;
  throw new TaskFailure("document_unreachable", { message: `The URL answered ${answer.status}. ${named(url)}`, retryable: passing });
}

async function get(url: string, rules: FetchRules, signal: AbortSignal): Promise<FetchAnswer> {
  try {
    return await guardedFetch(url, rules, {
      method: "GET",
      headers: { accept: "application/pdf, image/png, image/jpeg, */*;q=0.5", "user-agent": "Winnow/1" },
      redirectsMax: REDIRECTS_MAX,
      bytesMax: LIMITS.documentBytesMax,
      whenLonger: "fail",
      timeoutSeconds: TIMEOUT_SECONDS,
      signal,
    });
  } catch (error) {
    if (!(error instanceof FetchFault)) throw error;
    if (error.fault === "too_large")
      throw new TaskFailure("document_too_large", { message: `${TASK_ERRORS.document_too_large.message} ${named(url)}` });
    throw new TaskFailure("document_unreachable", {
      message: `${error.message} ${named(url)}`,
      retryable: error.fault === "unreachable" || error.fault === "timeout",
      cause: error,
    });
  }
}

const SHOWN_CHARACTERS_MAX = 300;

function named(url: string): string {
  const shown = shownUrl(url);
  return `(${shown.length > SHOWN_CHARACTERS_MAX ? `${shown.slice(0, SHOWN_CHARACTERS_MAX)}…` : shown})`;
}

/** The last segment of the path, for display only. */
export function filenameOf(url: string): string | null {
  const last = new URL(url).pathname.split("/").at(-1) ?? "";
  return last === "" ? null : last.slice(0, 255);
}

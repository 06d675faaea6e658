/** Requests to the service with n8n's own helper, so that its proxies, limits and logs apply. */

/** Seconds of one long poll. */
const POLL_SECONDS = 50;
/** Statuses of a task that has ended. */
const ENDED = new Set(["completed", "failed"]);
/** The service or a proxy is overloaded; a request that came twice is answered once, by its `Idempotency-Key`. */
const PASSING = new Set([429, 500, 502, 503, 504]);
/** The first of two equal requests is still running. */
const RUNNING = "idempotency_in_progress";
const RETRIES = 3;
/** A longer Retry-After is not waited for. */
const PAUSE_SECONDS_MAX = 60;

/** What the service says of a request that it refused. `errorCode` is one of docs/errors.md, or null. */
class WinnowError extends Error {
  constructor(status, body) {
    const detail = body?.detail ?? `The service answered ${status}.`;
    super(Array.isArray(detail) ? detail.map(({ loc, msg }) => `${loc.slice(1).join(".")}: ${msg}`).join("\n") : detail);
    this.name = "WinnowError";
    this.status = status;
    this.errorCode = body?.error_code ?? null;
  }
}

const pause = (seconds) => new Promise((resolve) => setTimeout(resolve, 1000 * seconds));

/** `context`: n8n's functions of a node. Returns the body of the answer. Throws WinnowError, or n8n's error when the service cannot be reached. */
async function request(context, { method, path, body, query, key, timeoutSeconds = 120 }) {
  const { baseUrl } = await context.getCredentials("winnowApi");
  const options = {
    method,
    url: `${String(baseUrl).replace(/\/+$/, "")}${path}`,
    headers: { accept: "application/json", ...(key ? { "idempotency-key": key } : {}) },
    ...(query ? { qs: query } : {}),
    ...(body ? { body } : {}),
    json: true,
    returnFullResponse: true,
    ignoreHttpStatusErrors: true,
    timeout: 1000 * timeoutSeconds,
  };
  for (let attempt = 0; ; attempt++) {
    const answer = await context.helpers.httpRequestWithAuthentication.call(context, "winnowApi", options);
    const { statusCode } = answer;
    if (statusCode < 300) return answer.body;
    const wait = Number(answer.headers?.["retry-after"] ?? 2 ** attempt);
    const passes = PASSING.has(statusCode) || answer.body?.error_code === RUNNING;
    if (!passes || attempt === RETRIES || !(wait <= PAUSE_SECONDS_MAX)) throw new WinnowError(statusCode, answer.body);
    await pause(wait);
  }
}

/** The task when it has ended, or as it is after `seconds`. */
async function waitForTask(context, taskId, seconds) {
  const until = Date.now() + 1000 * seconds;
  for (;;) {
    const wait = Math.min(POLL_SECONDS, Math.max(0, Math.ceil((until - Date.now()) / 1000)));
    const path = `/api/extractor/v1/tasks/${encodeURIComponent(taskId)}`;
    const task = await request(context, { method: "GET", path, query: { wait }, timeoutSeconds: wait + 60 });
    if (ENDED.has(task.status) || wait === 0) return task;
  }
}

module.exports = { request, waitForTask };

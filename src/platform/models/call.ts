/** One call to a model: requests JSON of a given schema and returns its text or a failure. Never retries, never logs. */
import {
  AISDKError,
  APICallError,
  type JSONSchema7,
  type LanguageModelV4,
  type LanguageModelV4CallOptions,
  type LanguageModelV4Content,
  type LanguageModelV4FilePart,
  type LanguageModelV4GenerateResult,
  type LanguageModelV4TextPart,
} from "@ai-sdk/provider";
import type { Provider } from "#contract/providers.ts";
import { TaskFailure } from "#contract/task-errors.ts";
import type { Tokens } from "./prices.ts";
import { schemaText } from "./reply-schema.ts";

export type ModelPicture = { mediaType: "image/jpeg"; bytes: Uint8Array };
export type ModelAsk = {
  /** Our prompt: what to do. */
  instructions: string;
  /** The input of the prompt, in order. */
  content: (string | ModelPicture)[];
  /** Name and JSON Schema of the reply: closed objects, every property required, as strict structured output demands. */
  reply: { name: string; schema: JSONSchema7 };
  /** The model's own maximum when absent. */
  outputTokensMax?: number;
};
/**
 * How the form of a reply is asked for: `schema` by strict structured output; `json` by a switch to JSON, and `text` not at all, both with the
 * schema in the prompt.
 */
export type ReplyFormat = "schema" | "json" | "text";
export type CallTarget = {
  provider: Provider;
  /** What messages call it: the vendor, or the software of the user's own server. */
  name: string;
  model: string;
  languageModel: LanguageModelV4;
  timeoutMs: number;
  format: ReplyFormat;
  /** Whether the ask's pictures are sent. */
  pictures: boolean;
  /** False: the request sets `reasoning_effort` to `none`. */
  thinks: boolean;
};
/** `cut`: the reply ended at the token limit. */
export type ModelReply = { text: string; cut: boolean };
/** `status`: of the server's HTTP answer; null for a failure of another kind. */
export type CallOutcome = { reply: ModelReply; tokens: Tokens } | { failure: TaskFailure; tokens: Tokens; status: number | null };

const NO_TOKENS: Tokens = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0 };

/**
 * Rejects only with the signal's reason. Failures contain nothing of the vendor's error text, which may repeat the key or the prompt.
 * Codes: `provider_auth`, `provider_rate_limited`, `provider_unavailable`, `provider_refused`.
 */
export async function callModel(
  { provider, name, model, languageModel, timeoutMs, format, pictures, thinks }: CallTarget,
  ask: ModelAsk,
  signal: AbortSignal,
): Promise<CallOutcome> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const result = await languageModel.doGenerate({
      prompt: [
        { role: "system", content: format === "schema" ? ask.instructions : `${ask.instructions}\n\n${schemaText(ask.reply.schema)}` },
        { role: "user", content: ask.content.filter((part) => pictures || typeof part === "string").map(partOf) },
      ],
      ...responseFormatOf(format, ask),
      ...(thinks ? {} : { providerOptions: { openai: { reasoningEffort: "none" } } }),
      ...(ask.outputTokensMax === undefined ? {} : { maxOutputTokens: ask.outputTokensMax }),
      abortSignal: AbortSignal.any([signal, timeout]),
    });
    return outcomeOf(result);
  } catch (error) {
    signal.throwIfAborted();
    const failure = timeout.aborted
      ? new TaskFailure("provider_unavailable", { message: `${name} did not answer within ${timeoutMs / 1000} seconds.` })
      : failureOf(error, { provider, name, model });
    return { failure, tokens: NO_TOKENS, status: APICallError.isInstance(error) ? (error.statusCode ?? null) : null };
  }
}

function responseFormatOf(format: ReplyFormat, { reply }: ModelAsk): Pick<LanguageModelV4CallOptions, "responseFormat"> {
  if (format === "text") return {};
  return { responseFormat: format === "json" ? { type: "json" } : { type: "json", schema: reply.schema, name: reply.name } };
}

function outcomeOf({ content, structuredOutputText, finishReason, usage }: LanguageModelV4GenerateResult): CallOutcome {
  const tokens: Tokens = {
    input: usage.inputTokens.total ?? 0,
    cacheRead: usage.inputTokens.cacheRead ?? 0,
    cacheWrite: usage.inputTokens.cacheWrite ?? 0,
    output: usage.outputTokens.total ?? 0,
  };
  const text = structuredOutputText ?? content.map(textOf).join("");
  if (finishReason.unified !== "content-filter") return { reply: { text, cut: finishReason.unified === "length" }, tokens };
  const message = "The model declined to answer about this document. Try another provider, or the local engine.";
  return { failure: new TaskFailure("provider_refused", { message }), tokens, status: null };
}

const textOf = (part: LanguageModelV4Content) => (part.type === "text" ? part.text : "");

function partOf(part: string | ModelPicture): LanguageModelV4TextPart | LanguageModelV4FilePart {
  if (typeof part === "string") return { type: "text", text: part };
  return { type: "file", mediaType: part.mediaType, data: { type: "data", data: part.bytes } };
}

function failureOf(error: unknown, { provider, name, model }: Pick<CallTarget, "provider" | "name" | "model">): TaskFailure {
  if (!AISDKError.isInstance(error)) return new TaskFailure("internal", { internal: `a call to ${name}: ${frameOf(error)}` });
  if (!APICallError.isInstance(error))
    return new TaskFailure("provider_unavailable", { message: `${name} sent an answer that could not be read.`, internal: error.name });
  const { statusCode: status, responseHeaders: headers = {}, responseBody: body = "" } = error;
  const internal = `status ${status ?? "none"}`;
  const retryAfterSeconds = retryAfterOf(headers, body);
  const later = retryAfterSeconds === null ? { internal } : { internal, retryAfterSeconds };
  if (status === undefined) return new TaskFailure("provider_unavailable", { message: `${name} could not be reached.`, internal });
  if (status === 401 || status === 403 || (status === 400 && /API_KEY_INVALID/.test(body)))
    return new TaskFailure("provider_auth", {
      message: `${name} refused the configured key (status ${status}). Check ${provider.toUpperCase()}_API_KEY.`,
      internal,
    });
  if (status === 429) {
    const quota = /insufficient_quota|billing/i.test(body);
    const message = quota ? `The quota at ${name} is used up; top it up there.` : `The rate limit at ${name} was reached.`;
    return new TaskFailure("provider_rate_limited", { message, retryable: !quota, waits: !quota, ...later });
  }
  if (status >= 500 || status === 408 || status === 409 || status === 425)
    return new TaskFailure("provider_unavailable", { message: `${name} failed with status ${status}.`, ...later });
  if (status < 400) return new TaskFailure("provider_unavailable", { message: `${name} sent an answer that could not be read.`, internal });
  const message =
    status === 404
      ? `${name} does not know the model \`${model}\`, or the base URL is wrong. Check ${provider.toUpperCase()}_MODEL and ${provider.toUpperCase()}_BASE_URL.`
      : `${name} refused the request (status ${status}).`;
  return new TaskFailure("provider_refused", { message, internal });
}

/** For an error in our code: its kind and location, without its message, which may contain a part of the prompt. */
function frameOf(error: unknown): string {
  return error instanceof Error ? `${error.name} ${/\n {1,8}(at [^\n]+)/.exec(error.stack ?? "")?.[1] ?? ""}` : typeof error;
}

/** Seconds, from the headers `retry-after-ms` and `retry-after` (seconds or a date), or from Gemini's RetryInfo in the body. */
function retryAfterOf(headers: Record<string, string>, body: string): number | null {
  const ms = Number.parseFloat(headers["retry-after-ms"] ?? "");
  if (ms >= 0) return ms / 1000;
  const given = headers["retry-after"] ?? /"retryDelay":\s*"(\d+(?:\.\d+)?)s"/.exec(body)?.[1] ?? "";
  const seconds = /^\s*\d+(\.\d+)?\s*$/.test(given) ? Number(given) : (Date.parse(given) - Date.now()) / 1000;
  return seconds >= 0 ? seconds : null;
}

/** The three vendors behind one interface, by the AI SDK, over one HTTP client that can be closed. */
import type { LanguageModelV4 } from "@ai-sdk/provider";
import { Agent, request } from "undici";
import type { Provider } from "#contract/providers.ts";
import type { ModelSettings } from "./settings.ts";

export type ModelClient = { fetch: typeof globalThis.fetch; [Symbol.asyncDispose](): Promise<void> };

/** Longer replies than a hundred thousand tokens of JSON are none. */
const REPLY_BYTES_MAX = 8 * 1024 * 1024;

/**
 * Keeps connections open between calls. Time is bounded by the caller's signal, which closes the socket. Redirects are not
 * followed: they would take the key and the document to a host that nobody named.
 */
export function openModelClient(): ModelClient {
  const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0, keepAliveTimeout: 30_000, maxResponseSize: REPLY_BYTES_MAX });
  return { fetch: (input, init) => call(dispatcher, input, init), [Symbol.asyncDispose]: () => dispatcher.destroy() };
}

/** What the SDK needs of fetch, by undici's plain request: neither streams nor redirects are wanted. */
async function call(dispatcher: Agent, input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const url = input instanceof Request ? input.url : input;
  try {
    const { statusCode, headers, body } = await request(url, {
      dispatcher,
      method: init.method === "GET" ? "GET" : "POST",
      headers: Object.fromEntries(new Headers(init.headers)),
      body: typeof init.body === "string" ? init.body : null,
      signal: init.signal ?? null,
    });
    const bytes = await body.arrayBuffer();
    const named = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(", ") : value]],
    );
    return new Response(bytes.byteLength === 0 ? null : bytes, { status: statusCode, headers: named });
  } catch (error) {
    init.signal?.throwIfAborted();
    // As fetch says it, so that the SDK knows a broken connection.
    throw new TypeError("fetch failed", { cause: error });
  }
}

/** A server without a key still gets a header: the SDK insists on one. */
const NO_KEY = "none";
/** Said here, as the SDKs would look into the environment for them otherwise. */
const VENDORS: Record<Provider, string> = {
  openai: "https://api.openai.com/v1",
  anthropic: "https://api.anthropic.com/v1",
  gemini: "https://generativelanguage.googleapis.com/v1beta",
};

/** Loads the vendor's SDK, which takes a tenth of a second: most processes never ask most vendors. */
export async function languageModel(provider: Provider, settings: ModelSettings, { fetch }: ModelClient): Promise<LanguageModelV4> {
  const { model, api } = settings;
  // Each SDK makes a client of its own as it is loaded, and fails where the variable is there and empty, as Compose passes it on.
  const variable = `${provider.toUpperCase()}_BASE_URL`;
  if (process.env[variable] === "") delete process.env[variable];
  const options = { apiKey: settings.apiKey ?? NO_KEY, fetch, baseURL: settings.baseUrl ?? VENDORS[provider] };
  if (provider === "anthropic") return (await import("@ai-sdk/anthropic")).createAnthropic(options)(model);
  if (provider === "gemini") return (await import("@ai-sdk/google")).createGoogle(options)(model);
  const openai = (await import("@ai-sdk/openai")).createOpenAI(options);
  return api === "chat" ? openai.chat(model) : openai.responses(model);
}

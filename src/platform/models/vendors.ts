/** The three vendors behind one interface, through the AI SDK, over one HTTP client that can be closed. */
import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { Agent } from "undici";
import { once } from "#contract/memo.ts";
import type { Provider } from "#contract/providers.ts";
import type { ModelSettings } from "./settings.ts";

export type ModelClient = { fetch: typeof globalThis.fetch; [Symbol.asyncDispose](): Promise<void> };

/** A valid reply is shorter: this is more than a hundred thousand tokens of JSON. */
const REPLY_BYTES_MAX = 8 * 1024 * 1024;

/**
 * Keeps connections open between calls. Time is bounded by the caller's signal, which closes the socket. Redirects are not followed,
 * because they would send the key and the document to a host that is not configured. undici is loaded with the first call.
 */
export function openModelClient(): ModelClient {
  let opened: Agent | null = null;
  const open = once(async () => {
    const { Agent, request } = await import("undici");
    opened = new Agent({ headersTimeout: 0, bodyTimeout: 0, keepAliveTimeout: 30_000, maxResponseSize: REPLY_BYTES_MAX });
    return { dispatcher: opened, request };
  });
  return { fetch: async (input, init) => call(await open(), input, init), [Symbol.asyncDispose]: async () => opened?.destroy() };
}

type Client = { dispatcher: Agent; request: typeof import("undici").request };

/** The part of fetch that the SDK needs, implemented with undici's `request`: no streams, no redirects. */
async function call({ dispatcher, request }: Client, input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
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
    // The error that fetch throws, so that the SDK recognises a broken connection.
    throw new TypeError("fetch failed", { cause: error });
  }
}

/** Sent to a server without a key, because the SDK requires one. */
const NO_KEY = "none";
/** Set here, because the SDKs would otherwise read the environment. */
export const VENDORS: Record<Provider, string> = {
  openai: "https://api.openai.com/v1",
  anthropic: "https://api.anthropic.com/v1",
  gemini: "https://generativelanguage.googleapis.com/v1beta",
};

/** Loads the vendor's SDK on first use: loading takes 0.1 s, and most processes never call most vendors. */
export async function languageModel(provider: Provider, settings: ModelSettings, { fetch }: ModelClient): Promise<LanguageModelV4> {
  const { model, api } = settings;
  // Each SDK creates a default client when it is loaded, which fails when the variable is set but empty, as Compose passes it on.
  const variable = `${provider.toUpperCase()}_BASE_URL`;
  if (process.env[variable] === "") delete process.env[variable];
  const options = { apiKey: settings.apiKey ?? NO_KEY, fetch, baseURL: settings.baseUrl ?? VENDORS[provider] };
  if (provider === "anthropic") return (await import("@ai-sdk/anthropic")).createAnthropic(options)(model);
  if (provider === "gemini") return (await import("@ai-sdk/google")).createGoogle(options)(model);
  const openai = (await import("@ai-sdk/openai")).createOpenAI(options);
  return api === "chat" ? openai.chat(model) : openai.responses(model);
}

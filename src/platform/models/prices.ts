/** Prices and context sizes of models, from the table of genai-prices; its release dates the prices. */
import { createRequire } from "node:module";
import type { Provider as PricedProvider } from "@pydantic/genai-prices";
import { once } from "#contract/memo.ts";
import type { Provider } from "#contract/providers.ts";

/** Loaded with the first price: the table is a megabyte, and without a model no price is asked for. */
const table = once((): typeof import("@pydantic/genai-prices") => createRequire(import.meta.url)("@pydantic/genai-prices"));

export type Tokens = {
  /** All tokens of the prompt, cached ones included. */
  input: number;
  /** Of these, tokens read from and written to the vendor's prompt cache. */
  cacheRead: number;
  cacheWrite: number;
  output: number;
};

const TABLE_NAMES: Record<Provider, PricedProvider["id"]> = { openai: "openai", anthropic: "anthropic", gemini: "google" };

/** US dollars; null when the model is not in the table. `at` matters for models whose price has changed. */
export function costOf(provider: Provider, model: string, tokens: Tokens, at = new Date()): number | null {
  const usage = {
    input_tokens: tokens.input,
    cache_read_tokens: tokens.cacheRead,
    cache_write_tokens: tokens.cacheWrite,
    output_tokens: tokens.output,
  };
  return table().calcPrice(usage, model, { providerId: TABLE_NAMES[provider], timestamp: at })?.total_price ?? null;
}

export function hasPrice(provider: Provider, model: string): boolean {
  return costOf(provider, model, { input: 1, cacheRead: 0, cacheWrite: 0, output: 1 }) !== null;
}

/** For a model that is not in the table: a usual size on self-hosted servers. */
const CONTEXT_TOKENS_UNKNOWN = 32_000;

/** Prompt and reply together. */
export function contextTokensOf(provider: Provider, model: string): number {
  const known = table().calcPrice({ input_tokens: 1, output_tokens: 1 }, model, { providerId: TABLE_NAMES[provider] });
  return known?.model.context_window ?? CONTEXT_TOKENS_UNKNOWN;
}

/** The variables of the model providers. */
import { PROVIDER_NAMES, PROVIDERS, type Provider, type ProviderName } from "#contract/providers.ts";
import { amount, ConfigError, type Env, oneOf, optionalInteger, text } from "#platform/env.ts";

export type ModelSettings = {
  /** Null: the server needs none, as vLLM and Ollama by default. */
  apiKey: string | null;
  /** Without a trailing slash; null: the vendor's default. */
  baseUrl: string | null;
  /** Which of OpenAI's two APIs is used; only for `openai`. Compatible servers rarely support the newer one, Responses. */
  api: "responses" | "chat";
  model: string;
  /** Prompt and reply together; null: as the server or the table of models says. */
  contextTokens: number | null;
};
export type ModelsConfig = {
  /** The configured providers. */
  providers: Partial<Record<Provider, ModelSettings>>;
  /** Concurrent calls to one provider, per process; null: as many as its server works on at a time. */
  concurrency: number | null;
  /** A call that takes longer fails; null: what the kind of server needs. */
  timeoutSeconds: number | null;
  /** Per account and calendar month (UTC), for accounts without a budget of their own; null: no limit. */
  monthlyBudgetUsd: number | null;
};

/** Default models when only a key is given: each vendor's inexpensive model that accepts images and follows a JSON schema. */
const DEFAULT_MODELS: Record<Provider, string> = { openai: "gpt-5.4-mini", anthropic: "claude-haiku-4-5", gemini: "gemini-3.5-flash" };
/** The path added to a base URL without one: what the vendors' own libraries add or expect. */
const API_PATHS: Record<Provider, string> = { openai: "/v1", anthropic: "/v1", gemini: "/v1beta" };

/** Below it the prompt alone does not fit. */
const CONTEXT_TOKENS_LEAST = 2_048;
const CONTEXT_TOKENS_MOST = 10_000_000;

/** Throws ConfigError. */
export function modelsOf(env: Env): ModelsConfig {
  const providers: ModelsConfig["providers"] = {};
  for (const provider of PROVIDERS) {
    const settings = modelSettingsOf(env, provider);
    if (settings) providers[provider] = settings;
  }
  return {
    providers,
    concurrency: optionalInteger(env, "WINNOW_PROVIDER_CONCURRENCY", 1, 1000),
    timeoutSeconds: optionalInteger(env, "WINNOW_PROVIDER_TIMEOUT_SECONDS", 1, 3600),
    monthlyBudgetUsd: amount(env, "WINNOW_MONTHLY_BUDGET_USD"),
  };
}

/** Null when neither a key nor a base URL is set. */
function modelSettingsOf(env: Env, provider: Provider): ModelSettings | null {
  const name = provider.toUpperCase();
  const apiKey = text(env, `${name}_API_KEY`);
  const url = text(env, `${name}_BASE_URL`);
  const model = text(env, `${name}_MODEL`);
  if (apiKey === null && url === null) {
    if (model === null) return null;
    throw new ConfigError(`${name}_MODEL`, `is set, but neither ${name}_API_KEY nor ${name}_BASE_URL is; set one of them, or unset it.`);
  }
  const api = oneOf(env, "OPENAI_API", ["responses", "chat"], url === null ? "responses" : "chat");
  return {
    apiKey,
    baseUrl: url === null ? null : baseUrlOf(`${name}_BASE_URL`, url, API_PATHS[provider]),
    api,
    model: model ?? DEFAULT_MODELS[provider],
    contextTokens: optionalInteger(env, `${name}_CONTEXT_TOKENS`, CONTEXT_TOKENS_LEAST, CONTEXT_TOKENS_MOST),
  };
}

function baseUrlOf(variable: string, url: string, path: string): string {
  const parsed = URL.parse(url);
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.username !== "" || parsed.search !== "")
    throw new ConfigError(variable, "has to be an http or https URL without credentials and query, such as http://127.0.0.1:8000/v1.");
  if (parsed.pathname === "/") parsed.pathname = path;
  return parsed.href.replace(/(?<!\/)\/+$/, "");
}

/** The first configured provider by default. Throws ConfigError. */
export function defaultProviderOf(env: Env, { providers }: ModelsConfig): ProviderName {
  const configured = PROVIDERS.filter((provider) => providers[provider]);
  const chosen = oneOf(env, "WINNOW_DEFAULT_PROVIDER", PROVIDER_NAMES, configured[0] ?? "local");
  if (chosen !== "local" && !providers[chosen])
    throw new ConfigError(
      "WINNOW_DEFAULT_PROVIDER",
      `\`${chosen}\` is not configured; set ${chosen.toUpperCase()}_API_KEY, or give \`local\`.`,
    );
  return chosen;
}

/**
 * Reads the facts of a server that is compatible with OpenAI: its software, the context of the running model, and whether the model takes
 * pictures. vLLM has them in its list of models, llama.cpp at /props, Ollama at /api/show and /api/ps.
 */
import { z } from "zod";
import type { Provider } from "#contract/providers.ts";
import type { ModelSettings } from "./settings.ts";
import { type ModelClient, VENDORS } from "./vendors.ts";

export type ServerKind = "vLLM" | "llama.cpp" | "Ollama";
/** Null where the server does not tell. */
export type ServerFacts = {
  kind: ServerKind | null;
  /** Names of the models that may be asked for. */
  models: string[] | null;
  /** Of the running model: prompt and reply together. */
  contextTokens: number | null;
  pictures: boolean | null;
  /** Calls that it works on at a time; more wait in its queue. */
  parallel: number | null;
};

const NOTHING: ServerFacts = { kind: null, models: null, contextTokens: null, pictures: null, parallel: null };

/** Parsed answer of a path; null when the server has no such path, refuses, or answers something else. */
type Get = <T>(path: string, shape: z.ZodType<T>, body?: object) => Promise<T | null>;

/** Rejects when the server cannot be reached, and with the signal's reason. `baseUrl` has the server's API, such as `…/v1`. */
export async function askForFacts(
  { apiKey, model }: ModelSettings,
  baseUrl: string,
  client: ModelClient,
  signal: AbortSignal,
): Promise<ServerFacts> {
  const root = baseUrl.replace(/\/v1$/, "");
  const get: Get = async (path, shape, body) => {
    const headers = { "content-type": "application/json", ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }) };
    const init = body ? { method: "POST", body: JSON.stringify(body) } : { method: "GET" };
    const ends = AbortSignal.any([signal, AbortSignal.timeout(path === LOAD ? LOAD_TIMEOUT_MS : TIMEOUT_MS)]);
    const response = await client.fetch(path.startsWith("/models") ? baseUrl + path : root + path, { ...init, headers, signal: ends });
    if (!response.ok) return null;
    return shape.safeParse(await response.json().catch(() => null)).data ?? null;
  };
  const list = (await get("/models", ModelList))?.data ?? null;
  const entry = list?.find(({ id }) => id === model) ?? null;
  const listed = { ...NOTHING, models: list?.map(({ id }) => id) ?? null, contextTokens: entry?.max_model_len ?? null };
  const owners = new Set(list?.map(({ owned_by }) => owned_by));
  if (owners.has("vllm")) return { ...listed, kind: "vLLM" };
  if (owners.has("llamacpp")) return { ...listed, ...(await llamaCppFacts(get, model)) };
  return { ...listed, ...(await ollamaFacts(get, model)) };
}

/** A busy server takes its time even for what it knows. */
const TIMEOUT_MS = 30_000;
/** Ollama loads a model, from a slow disk in minutes, when it is asked for a reply without a prompt. */
const LOAD = "/api/generate";
const LOAD_TIMEOUT_MS = 300_000;

/** `max_model_len` is vLLM's. */
const ModelList = z.object({
  data: z.array(z.object({ id: z.string(), owned_by: z.string().nullish(), max_model_len: z.number().nullish() })),
});
const Props = z.object({
  default_generation_settings: z.object({ n_ctx: z.number().optional() }).optional(),
  total_slots: z.number().optional(),
  modalities: z.object({ vision: z.boolean().optional() }).optional(),
});

/** The context of one slot: the server's whole context is divided by its slots. A server with several models is asked by name. */
async function llamaCppFacts(get: Get, model: string): Promise<Partial<ServerFacts>> {
  const props = await get(`/props?model=${encodeURIComponent(model)}`, Props);
  return {
    kind: "llama.cpp",
    contextTokens: props?.default_generation_settings?.n_ctx ?? null,
    pictures: props?.modalities?.vision ?? null,
    parallel: props?.total_slots ?? 1,
  };
}

/** The models that a vendor or server offers to this key. Null when it does not tell; rejects when it cannot be reached. */
export async function listModels(
  provider: Provider,
  { apiKey, baseUrl }: ModelSettings,
  client: ModelClient,
  signal: AbortSignal,
): Promise<string[] | null> {
  const key = apiKey ?? "";
  const headers = {
    openai: { authorization: `Bearer ${key}` },
    anthropic: { "x-api-key": key, "anthropic-version": "2023-06-01" },
    gemini: { "x-goog-api-key": key },
  }[provider];
  const response = await client.fetch(`${baseUrl ?? VENDORS[provider]}/models`, { method: "GET", headers, signal });
  const { data } = Listed.safeParse(response.ok ? await response.json().catch(() => null) : null);
  return data?.data?.map(({ id }) => id) ?? data?.models?.map(({ name }) => name) ?? null;
}

/** `models`: Gemini's, whose names begin with `models/`. */
const Listed = z.object({
  data: z.array(z.object({ id: z.string() })).optional(),
  models: z.array(z.object({ name: z.string() })).optional(),
});

const Shown = z.object({
  parameters: z.string().optional(),
  model_info: z.record(z.string(), z.unknown()),
  capabilities: z.array(z.string()).optional(),
});
const Loaded = z.object({ models: z.array(z.object({ name: z.string(), context_length: z.number().optional() })) });
/** Unless OLLAMA_NUM_PARALLEL says otherwise, which Ollama does not tell. */
const OLLAMA_PARALLEL = 1;

/**
 * Ollama runs a model with `num_ctx` of its Modelfile, else with OLLAMA_CONTEXT_LENGTH or a size by the machine's memory, which only a
 * loaded model tells: it is loaded for this, as the first call would do. What the model was trained for bounds it.
 */
async function ollamaFacts(get: Get, model: string): Promise<Partial<ServerFacts>> {
  const shown = await get("/api/show", Shown, { model });
  if (!shown) return {};
  const set = Number(/^num_ctx\s+(\d+)/m.exec(shown.parameters ?? "")?.[1] ?? Number.NaN);
  const running = Number.isNaN(set) ? await loadedContext(get, model) : set;
  const trained = Object.entries(shown.model_info).find(([name]) => name.endsWith(".context_length"))?.[1];
  return {
    kind: "Ollama",
    contextTokens: Math.min(running ?? OLLAMA_CONTEXT_TOKENS, typeof trained === "number" ? trained : Number.POSITIVE_INFINITY),
    pictures: shown.capabilities ? shown.capabilities.includes("vision") : null,
    parallel: OLLAMA_PARALLEL,
  };
}

/** Ollama's default on machines with little memory for the graphics card. */
const OLLAMA_CONTEXT_TOKENS = 4_096;

async function loadedContext(get: Get, model: string): Promise<number | null> {
  await get(LOAD, z.unknown(), { model, stream: false });
  const loaded = await get("/api/ps", Loaded);
  return loaded?.models.find(({ name }) => name === model || name === `${model}:latest`)?.context_length ?? null;
}

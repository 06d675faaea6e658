/** What Ollama, vLLM and llama.cpp tell of themselves and say when they refuse, in the shapes of their sources. */
export type HomeKind = "Ollama" | "vLLM" | "llama.cpp";
/** A call to the model, as it came. `tokens`: of its prompt. */
export type HomeAsked = {
  instructions: string;
  text: string;
  pictures: number;
  format: string;
  thinks: boolean;
  tokens: number;
  key: string;
};
export type HomeOptions = {
  contextTokens: number;
  model?: string;
  /** Whether replies keep to a schema; `refused`: 400 for it, `text only`: 400 for each `response_format`. */
  schema: "kept" | "ignored" | "refused" | "text only";
  vision?: boolean;
  /** Reasons before it answers, unless it is told not to. */
  thinks?: boolean;
  /** False: replies do not say how many tokens they took. */
  usage?: boolean;
  /** Before each reply. */
  delayMs?: number;
  /** Calls at a time; llama.cpp tells it. */
  slots?: number;
  /** Ollama: the Modelfile's `num_ctx`; without it the context is known once the model is loaded. */
  numCtx?: number;
  /** A proxy that hides what the server tells of itself. */
  hidden?: boolean;
};

export const MODELS: Record<HomeKind, string> = { Ollama: "qwen3:8b", vLLM: "Qwen/Qwen3-8B", "llama.cpp": "qwen3-8b" };
const CREATED = 1_760_000_000;
const TRAINED_TOKENS = 40_960;

/** The answer to a request for information; null for a path that this server does not have. `looked`: all requests so far. */
export function infoOf(kind: HomeKind, options: HomeOptions & { model: string }, path: string, looked: readonly string[]): object | null {
  if (options.hidden) return null;
  if (path === "/v1/models") return { object: "list", data: [listed(kind, options)] };
  if (kind === "llama.cpp" && path.startsWith("/props")) return props(options);
  if (kind !== "Ollama") return null;
  if (path === "/api/show") return shown(options);
  if (path === "/api/generate")
    return { model: options.model, created_at: "2026-10-09T00:00:00Z", response: "", done: true, done_reason: "load" };
  if (path !== "/api/ps") return null;
  const isLoaded = looked.includes("POST /api/generate");
  return { models: isLoaded ? [{ name: options.model, model: options.model, size: 1, context_length: options.contextTokens }] : [] };
}

function listed(kind: HomeKind, { model, contextTokens }: HomeOptions & { model: string }): object {
  const entry = { id: model, object: "model", created: CREATED };
  if (kind === "Ollama") return { ...entry, owned_by: "library" };
  if (kind === "llama.cpp") return { ...entry, owned_by: "llamacpp", meta: { n_ctx_train: TRAINED_TOKENS, n_params: 8_000_000_000 } };
  return { ...entry, owned_by: "vllm", root: model, parent: null, max_model_len: contextTokens, permission: [] };
}

const props = ({ contextTokens, slots = 1, vision = false }: HomeOptions) => ({
  default_generation_settings: { id: 0, n_ctx: contextTokens, params: { n_predict: -1 } },
  total_slots: slots,
  model_path: "/models/qwen3-8b.gguf",
  modalities: { vision, audio: false },
  build_info: "b7000-0123456",
});

const shown = ({ numCtx, vision }: HomeOptions) => ({
  parameters: `stop                           "<|im_end|>"${numCtx ? `\nnum_ctx                        ${numCtx}` : ""}`,
  details: { format: "gguf", family: "qwen3" },
  model_info: { "general.architecture": "qwen3", "qwen3.context_length": TRAINED_TOKENS },
  capabilities: ["completion", "tools", ...(vision ? ["vision"] : [])],
});

type Refusal = { status: number; body: object };

function errorOf(kind: HomeKind, status: number, message: string, type = "invalid_request_error"): Refusal {
  if (kind === "vLLM")
    return { status, body: { error: { message, type: status === 404 ? "NotFoundError" : "BadRequestError", param: null, code: status } } };
  if (kind === "llama.cpp") return { status, body: { error: { code: status, message, type } } };
  return { status, body: { error: { message, type, param: null, code: null } } };
}

export function refusalOf(kind: HomeKind, options: HomeOptions, asked: HomeAsked, model: string): Refusal | null {
  const own = options.model ?? MODELS[kind];
  if (model !== own && kind === "vLLM") return errorOf(kind, 404, `The model \`${model}\` does not exist.`);
  if (model !== own && kind === "Ollama") return errorOf(kind, 404, `model '${model}' not found`, "not_found_error");
  if (asked.pictures > 0 && !options.vision) {
    if (kind === "vLLM") return errorOf(kind, 400, `${model} is not a multimodal model`);
    return errorOf(
      kind,
      500,
      "image input is not supported - hint: if this is unexpected, you may need to provide the mmproj",
      kind === "Ollama" ? "api_error" : "server_error",
    );
  }
  const isRefused =
    asked.format !== "text" && (options.schema === "text only" || (options.schema === "refused" && asked.format === "json_schema"));
  return isRefused ? errorOf(kind, 400, `response_format of type ${asked.format} is not supported`) : null;
}

export function tooLong(kind: HomeKind, context: number, prompt: number, output: number): Refusal {
  if (kind === "vLLM")
    return errorOf(
      kind,
      400,
      `This model's maximum context length is ${context} tokens. However, you requested ${output} output tokens and your prompt contains at least ${prompt} input tokens, for a total of at least ${prompt + output} tokens. Please reduce the length of the input prompt or the number of requested output tokens.`,
    );
  const message = `request (${prompt} tokens) exceeds the available context size (${context} tokens), try increasing it`;
  return {
    status: 400,
    body: { error: { code: 400, message, type: "exceed_context_size_error", n_prompt_tokens: prompt, n_ctx: context } },
  };
}

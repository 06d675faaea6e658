/** The models this installation may ask. Each call passes the circuit breaker, is limited, counted and priced. */
import type { LanguageModelV4 } from "@ai-sdk/provider";
import pLimit from "p-limit";
import { PROVIDERS, type Provider } from "#contract/providers.ts";
import { TaskFailure } from "#contract/task-errors.ts";
import type { Log } from "#platform/log.ts";
import type { WorkMetrics } from "#platform/metrics/work-metrics.ts";
import type { Db } from "#platform/postgres/db.ts";
import { annotate, SpanKind, traced } from "#platform/tracing.ts";
import type { ModelAsk, ModelReply } from "./call.ts";
import { type CircuitBreaker, openCircuitBreaker } from "./circuit-breaker.ts";
import { newServer, type Server } from "./known-server.ts";
import { contextTokensOf, costOf, hasPrice, type Tokens } from "./prices.ts";
import { redact } from "./redact.ts";
import type { ModelSettings, ModelsConfig } from "./settings.ts";
import { languageModel, type ModelClient, openModelClient } from "./vendors.ts";

/** Usage of one piece of work. `costUsd` is null when the price of a call is not known. */
export type CallUsage = { inputTokens: number; outputTokens: number; costUsd: number | null };

/** One provider's model for one piece of work of one account; counts what that work costs. */
export type Model = {
  provider: Provider;
  name: string;
  /** What one call may have. Asks a server of the user's own at the first time, and resolves to the usual when it cannot be reached. */
  limits(signal: AbortSignal): Promise<ModelLimits>;
  /** Rejects with TaskFailure (`provider_…`), or with the signal's reason. */
  ask(ask: ModelAsk, signal: AbortSignal): Promise<ModelReply>;
  /** Of all calls so far, including failed ones. */
  usage(): CallUsage;
};

export type ModelLimits = {
  /** Prompt and reply together. */
  contextTokens: number;
  /** Maximum of one reply. */
  outputTokensMax: number;
  /** False: the model's server has told or shown that it takes no pictures; they are left out of asks. */
  pictures: boolean;
};

export type Models = {
  /** In the contract's order. */
  configured: readonly Provider[];
  /** Per account and month (UTC), for accounts without a budget of their own; null: no limit. */
  monthlyBudgetUsd: number | null;
  /** Throws TaskFailure when the provider is not configured. `accountId` null: not billed to an account, bypasses breaker and budget. */
  modelFor(provider: Provider, accountId: string | null): Model;
  /** Rejects as a refused call would; lets callers skip work whose result could not be used. */
  check(provider: Provider, accountId: string): Promise<void>;
  isOverBudget(accountId: string): Promise<boolean>;
  /** What is known of a provider's server, after a call or a question for its limits. Null when the provider is not configured. */
  serverOf(provider: Provider): Readonly<Server> | null;
  [Symbol.asyncDispose](): Promise<void>;
};

/** Loaded with the first call. */
const calling = () => import("./own-server.ts");

/** Enough for about three hundred table rows; a longer answer is requested in parts. */
const OUTPUT_TOKENS_MAX = 16_000;
const OUTPUT_SHARE_MAX = 0.25;
/** Vendors work on many calls at a time and answer within a minute or two; a model at home takes minutes for a long reply. */
const CONCURRENCY = 50;
const TIMEOUT_SECONDS = { vendor: 120, own: 600 } as const;

/** `deps` null: no breaker, budget or metrics, for the command line. */
export function openModels(config: ModelsConfig, deps: { db: Db; log: Log; metrics: WorkMetrics } | null): Models {
  const client = openModelClient();
  const configured = PROVIDERS.filter((provider) => config.providers[provider]);
  const opened = new Map<Provider, Opened>();
  const breaker = deps && openCircuitBreaker(deps, config.monthlyBudgetUsd);
  for (const provider of configured) {
    const settings = config.providers[provider];
    if (!settings) continue;
    opened.set(provider, open(provider, settings, config, client));
  }
  return {
    configured,
    monthlyBudgetUsd: config.monthlyBudgetUsd,
    modelFor(provider, accountId) {
      const vendor = opened.get(provider);
      if (!vendor) {
        const message = `The provider \`${provider}\` is not configured here. Set ${provider.toUpperCase()}_API_KEY, or name another provider.`;
        throw new TaskFailure("provider_auth", { message });
      }
      const onCall = deps && ((call: Call) => count(deps.metrics, provider, call));
      return modelOf(provider, vendor, breaker && accountId !== null ? { breaker, accountId } : null, onCall);
    },
    async check(provider, accountId) {
      const vendor = opened.get(provider);
      if (vendor) await breaker?.pass({ provider, accountId, model: vendor.name, hasPrice: vendor.hasPrice }, false);
    },
    isOverBudget: async (accountId) => (await breaker?.isOverBudget(accountId)) ?? false,
    serverOf: (provider) => opened.get(provider)?.server ?? null,
    async [Symbol.asyncDispose]() {
      await client[Symbol.asyncDispose]();
      await breaker?.[Symbol.asyncDispose]();
    },
  };
}

type Opened = {
  name: string;
  apiKey: string | null;
  languageModel: () => Promise<LanguageModelV4>;
  limit: ReturnType<typeof pLimit>;
  hasPrice: boolean;
  server: Server;
  /** Asks the server what it is, unless it has told. */
  learn: (signal: AbortSignal) => Promise<void>;
  limits: () => ModelLimits;
  timeoutMs: () => number;
};

function open(provider: Provider, settings: ModelSettings, config: ModelsConfig, client: ModelClient): Opened {
  const server = newServer();
  const limit = pLimit(config.concurrency ?? CONCURRENCY);
  const isPriced = hasPrice(provider, settings.model);
  return {
    name: settings.model,
    apiKey: settings.apiKey,
    languageModel: () => languageModel(provider, settings, client),
    limit,
    hasPrice: isPriced,
    server,
    async learn(signal) {
      if (provider !== "openai") return;
      const { learnServer } = await calling();
      await learnServer(server, { settings, isKnown: isPriced, client }, signal);
      limit.concurrency = config.concurrency ?? server.facts?.parallel ?? CONCURRENCY;
    },
    limits() {
      const contextTokens = settings.contextTokens ?? server.facts?.contextTokens ?? contextTokensOf(provider, settings.model);
      const outputTokensMax = Math.min(OUTPUT_TOKENS_MAX, Math.floor(contextTokens * OUTPUT_SHARE_MAX));
      return { contextTokens, outputTokensMax, pictures: server.pictures.taken };
    },
    timeoutMs: () => 1000 * (config.timeoutSeconds ?? TIMEOUT_SECONDS[server.isOwn ? "own" : "vendor"]),
  };
}

type Payer = { breaker: CircuitBreaker; accountId: string };
/** `failure`: its error code; null when the call was answered. */
type Call = { seconds: number; failure: string | null; tokens: Tokens; costUsd: number | null };

function count(metrics: WorkMetrics, provider: Provider, { seconds, failure, tokens, costUsd }: Call): void {
  metrics.modelCalls.inc({ provider, result: failure ?? "ok" });
  metrics.modelSeconds.observe({ provider }, seconds);
  metrics.modelTokens.inc({ provider, direction: "input" }, tokens.input);
  metrics.modelTokens.inc({ provider, direction: "output" }, tokens.output);
  metrics.modelCost.inc({ provider }, costUsd ?? 0);
}

function modelOf(provider: Provider, vendor: Opened, payer: Payer | null, onCall: ((call: Call) => void) | null): Model {
  const { name } = vendor;
  const used: CallUsage = { inputTokens: 0, outputTokens: 0, costUsd: 0 };
  /** Names follow OpenTelemetry's conventions for generative AI. */
  const as = {
    kind: SpanKind.CLIENT,
    attributes: { "gen_ai.operation.name": "chat", "gen_ai.provider.name": provider, "gen_ai.request.model": name },
  };
  const call = async (ask: ModelAsk, signal: AbortSignal): Promise<ModelReply> => {
    signal.throwIfAborted();
    const asked = payer && { provider, model: name, hasPrice: vendor.hasPrice, accountId: payer.accountId };
    if (asked) await payer.breaker.pass(asked, true);
    const target = { provider, model: name, languageModel: await vendor.languageModel(), timeoutMs: vendor.timeoutMs() };
    const { outputTokensMax: most } = vendor.limits();
    const outputTokensMax = Math.min(ask.outputTokensMax ?? most, most);
    const { callServer } = await calling();
    const t0 = performance.now();
    const outcome = await callServer(vendor.server, target, { ...ask, outputTokensMax }, signal);
    const { tokens } = outcome;
    // A reply without a count of tokens costs what nobody knows.
    const isFree = tokens.input + tokens.output === 0 && "failure" in outcome;
    const costUsd = isFree ? 0 : costOf(provider, name, tokens);
    used.inputTokens += tokens.input;
    used.outputTokens += tokens.output;
    used.costUsd = used.costUsd === null || costUsd === null ? null : used.costUsd + costUsd;
    const failure = "failure" in outcome ? outcome.failure : null;
    annotate({ "gen_ai.usage.input_tokens": tokens.input, "gen_ai.usage.output_tokens": tokens.output });
    onCall?.({ seconds: (performance.now() - t0) / 1000, failure: failure?.code ?? null, tokens, costUsd });
    if (asked) await payer.breaker.report(asked, failure, { inputTokens: tokens.input, outputTokens: tokens.output, costUsd });
    if ("failure" in outcome) throw outcome.failure;
    const shown = ask.content.filter((part) => typeof part === "string").join("\n");
    const secrets = { instructions: ask.instructions, shown, apiKey: vendor.apiKey };
    return { ...outcome.reply, text: redact(outcome.reply.text, secrets) };
  };
  return {
    provider,
    name,
    async limits(signal) {
      await vendor.learn(signal);
      return vendor.limits();
    },
    async ask(ask, signal) {
      await vendor.learn(signal);
      return vendor.limit(() => traced("chat", as, () => call(ask, signal)));
    },
    usage: () => ({ ...used }),
  };
}

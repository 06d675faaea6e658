/** `winnow doctor --provider NAME`: what the server of a provider can do, in two small calls, and what to do about what it cannot. */
import { z } from "zod";
import type { Provider } from "#contract/providers.ts";
import { TaskFailure } from "#contract/task-errors.ts";
import { openReader } from "#documents/read-document.ts";
import { unpackTessdata } from "#documents/tessdata.ts";
import type { Config } from "#platform/config.ts";
import { jsonIn } from "#platform/models/ask-usable.ts";
import { type Model, type Models, openModels } from "#platform/models/models.ts";
import { hasPrice } from "#platform/models/prices.ts";
import { replySchemaOf } from "#platform/models/reply-schema.ts";
import { listModels } from "#platform/models/server-facts.ts";
import type { ModelSettings } from "#platform/models/settings.ts";
import { openModelClient } from "#platform/models/vendors.ts";
import { ONE_LINE, ONE_LINE_SAYS } from "./one-line.ts";

/** `ok` with an advice: it works, with less than it could. */
export type Found = { name: string; ok: boolean; text: string; advice: string | null };
type Asked = { models: Models; model: Model; provider: Provider; settings: ModelSettings };

/** Ends at the first thing without which nothing works. Never names the key. */
export async function* providerFindings(config: Config, provider: Provider, signal: AbortSignal): AsyncGenerator<Found> {
  const settings = config.models.providers[provider];
  const name = provider.toUpperCase();
  if (!settings) {
    const advice = `Set ${name}_API_KEY, or ${name}_BASE_URL for a server of your own; docs/providers.md says what each needs.`;
    return yield { name: "provider", ok: false, text: `${provider} is not configured here`, advice };
  }
  await using models = openModels(config.models, null);
  const asked: Asked = { models, model: models.modelFor(provider, null), provider, settings };
  const { contextTokens } = await asked.model.limits(signal);
  const listed = models.serverOf(provider)?.facts?.models ?? (await modelsOf(provider, settings, signal));
  yield serverFinding(asked, listed !== null);
  yield modelFinding(asked, listed);
  yield contextFinding(asked, contextTokens);
  const answered = await answer(asked, signal);
  yield* answered.findings;
  if (!answered.works) return;
  yield await picturesFinding(config, asked, signal);
  yield priceFinding(provider, settings);
}

/** Null when it cannot be had. */
async function modelsOf(provider: Provider, settings: ModelSettings, signal: AbortSignal): Promise<string[] | null> {
  await using client = openModelClient();
  const ends = AbortSignal.any([signal, AbortSignal.timeout(LIST_TIMEOUT_MS)]);
  return await listModels(provider, settings, client, ends).catch(() => null);
}

const LIST_TIMEOUT_MS = 10_000;

function serverFinding({ models, provider, settings }: Asked, answers: boolean): Found {
  const kind = models.serverOf(provider)?.facts?.kind;
  const at = settings.baseUrl ?? "the vendor's own address";
  const key = settings.apiKey === null ? "without a key" : "with a key";
  const text = `${kind ?? (settings.baseUrl === null ? "the vendor" : "a compatible server")} at ${at}, ${key}`;
  const advice = `It does not list its models. If the next lines fail, check that the server runs, ${provider.toUpperCase()}_BASE_URL with its path, and the key.`;
  return { name: "server", ok: true, text, advice: answers ? null : advice };
}

/** Names that are printed. */
const LISTED_MAX = 8;

function modelFinding({ models, provider, settings }: Asked, listed: string[] | null): Found {
  const { model } = settings;
  if (listed === null) return { name: "model", ok: true, text: model, advice: null };
  const isThere = listed.some((id) => id === model || id === `${model}:latest` || id === `models/${model}`);
  // A server of llama.cpp with one model answers to every name.
  if (isThere || models.serverOf(provider)?.facts?.kind === "llama.cpp")
    return { name: "model", ok: true, text: `${model}, of ${listed.length} that the server lists`, advice: null };
  const names = `${listed.slice(0, LISTED_MAX).join(", ")}${listed.length > LISTED_MAX ? ", …" : ""}`;
  const advice = `Set ${provider.toUpperCase()}_MODEL to one of its models: ${names || "it has none; load one"}.`;
  return { name: "model", ok: false, text: `${model} is not among the ${listed.length} models of the server`, advice };
}

/** Below it a document of some pages takes many calls, and no picture fits. */
const CONTEXT_TOKENS_SCARCE = 12_000;

function contextFinding({ models, provider, settings }: Asked, contextTokens: number): Found {
  const { facts } = models.serverOf(provider) ?? {};
  const name = provider.toUpperCase();
  const set = settings.contextTokens === null ? null : `as ${name}_CONTEXT_TOKENS says`;
  const told = facts?.contextTokens == null ? "as is known of the model, or assumed" : "as the server tells";
  const text = `${contextTokens.toLocaleString("en")} tokens, ${set ?? told}`;
  const how = { Ollama: "OLLAMA_CONTEXT_LENGTH, or num_ctx in a Modelfile", "llama.cpp": "--ctx-size", vLLM: "--max-model-len" };
  if (settings.contextTokens !== null && facts?.contextTokens != null && settings.contextTokens > facts.contextTokens) {
    const advice = `The server tells ${facts.contextTokens.toLocaleString("en")}: unset ${name}_CONTEXT_TOKENS, or raise the server's context.`;
    return { name: "context", ok: false, text, advice };
  }
  const scarce = `Documents are read in many small parts, without pictures. Raise it if memory allows: ${facts?.kind ? how[facts.kind] : "see the server's manual"}.`;
  const unknown = `If the server has another context, set ${name}_CONTEXT_TOKENS to it.`;
  const isAssumed = settings.baseUrl !== null && set === null && facts?.contextTokens == null;
  return { name: "context", ok: true, text, advice: contextTokens < CONTEXT_TOKENS_SCARCE ? scarce : isAssumed ? unknown : null };
}

const Counted = z.object({ numbers: z.string() });
/** Some hundred tokens for the reply, and room for a reasoning model's thoughts. */
const REPLY_TOKENS_MAX = 800;

/** Asks for words; a server that keeps to the schema answers in JSON. */
async function answer({ models, model, provider }: Asked, signal: AbortSignal): Promise<{ works: boolean; findings: Found[] }> {
  const t0 = performance.now();
  const reply = { name: "counted", schema: replySchemaOf(Counted) };
  const asked = {
    instructions: "You count.",
    content: ["Write the numbers from one to forty as words."],
    reply,
    outputTokensMax: REPLY_TOKENS_MAX,
  };
  try {
    const { text } = await model.ask(asked, signal);
    const seconds = (performance.now() - t0) / 1000;
    const { outputTokens } = model.usage();
    const speed = outputTokens === 0 ? "it does not count tokens" : `${(outputTokens / seconds).toFixed(0)} tokens per second`;
    const advice = outputTokens === 0 ? "Costs are not known, and a prompt that the server cuts is not noticed." : null;
    const answers = { name: "answers", ok: true, text: `in ${seconds.toFixed(1)} s, ${speed}`, advice };
    return { works: true, findings: [answers, schemaFinding(models.serverOf(provider)?.format.now ?? "schema", text)] };
  } catch (error) {
    if (!(error instanceof TaskFailure)) throw error;
    const name = provider.toUpperCase();
    const advice = `Check ${name}_API_KEY, ${name}_MODEL and ${name}_BASE_URL; docs/guides/models-at-home.md and docs/providers.md say what each server needs.`;
    return { works: false, findings: [{ name: "answers", ok: false, text: error.publicMessage, advice }] };
  }
}

function schemaFinding(format: "schema" | "json" | "text", text: string): Found {
  const json = jsonIn(text);
  const keeps = "json" in json && Counted.safeParse(json.json).success;
  const mended = "Replies are mended, and asked for once more when that fails. A server or model with structured output is surer.";
  if (format === "schema" && keeps) return { name: "schema", ok: true, text: "keeps to a JSON Schema", advice: null };
  const takes = {
    schema: "takes a JSON Schema, but does not keep to it",
    json: "takes no JSON Schema, but JSON",
    text: "takes no JSON Schema",
  };
  return { name: "schema", ok: true, text: takes[format], advice: mended };
}

const Seen = z.object({ text: z.string() });
const PICTURE_WIDTH_PX = 600;

/** Shows the model a line of text that stands nowhere else. */
async function picturesFinding(config: Config, { models, model, provider }: Asked, signal: AbortSignal): Promise<Found> {
  const advice = "Pages that were scanned are read from the words of the OCR alone (`pictures_not_seen`). A model with vision sees them.";
  const none = { name: "pictures", ok: true, text: "takes none", advice };
  if (!(await model.limits(signal)).pictures) return none;
  const bytes = await drawnLine(config, signal);
  const picture = { mediaType: "image/jpeg" as const, bytes };
  const reply = { name: "seen", schema: replySchemaOf(Seen) };
  const asked = {
    instructions: "You read pictures.",
    content: ["Which words does the picture show?", picture],
    reply,
    outputTokensMax: REPLY_TOKENS_MAX,
  };
  try {
    const { text } = await model.ask(asked, signal);
    if (!models.serverOf(provider)?.pictures.taken) return none;
    if (text.includes(ONE_LINE_SAYS)) return { name: "pictures", ok: true, text: "reads them", advice: null };
    return {
      name: "pictures",
      ok: true,
      text: "takes them, but did not read the line in one",
      advice: "Choose a model with vision for scans.",
    };
  } catch (error) {
    if (!(error instanceof TaskFailure)) throw error;
    return { name: "pictures", ok: true, text: `did not take one: ${error.publicMessage}`, advice };
  }
}

async function drawnLine(config: Config, signal: AbortSignal): Promise<Uint8Array> {
  await unpackTessdata(config.readerDirs.tessdataDir);
  await using reader = openReader({ ...config.readerDirs, size: 1 });
  return await reader.renderPage(Buffer.from(ONE_LINE), { page: 1, widthPx: PICTURE_WIDTH_PX, format: "jpeg" }, signal);
}

function priceFinding(provider: Provider, { model }: ModelSettings): Found {
  if (hasPrice(provider, model)) return { name: "price", ok: true, text: "known", advice: null };
  return {
    name: "price",
    ok: true,
    text: "not known",
    advice: "Costs are null, and accounts with a budget are refused (`winnow budget`).",
  };
}

/**
 * A server of the user's own, such as Ollama, vLLM or llama.cpp: what it can do is found out once and kept for the process. Vendors' servers
 * take what we send, and are not asked.
 */
import { TaskFailure } from "#contract/task-errors.ts";
import { type CallOutcome, type CallTarget, callModel, type ModelAsk, type ReplyFormat } from "./call.ts";
import type { Server } from "./known-server.ts";
import { askForFacts } from "./server-facts.ts";
import type { ModelSettings } from "./settings.ts";
import { nameOf } from "./vendor-names.ts";
import type { ModelClient } from "./vendors.ts";

/**
 * Asks a compatible server of the provider `openai` once what it is. One that is not reached is asked again at the next call. A server whose
 * model is not in the table of models (`isKnown`), or whose software is one of those at home, is the user's own.
 */
export async function learnServer(
  server: Server,
  { settings, isKnown, client }: { settings: ModelSettings; isKnown: boolean; client: ModelClient },
  signal: AbortSignal,
): Promise<void> {
  if (server.facts !== null || settings.baseUrl === null || settings.api !== "chat") return;
  try {
    const facts = await askForFacts(settings, settings.baseUrl, client, signal);
    server.facts = facts;
    server.isOwn = facts.kind !== null || !isKnown;
    if (facts.pictures === false) server.pictures = { taken: false, worked: false };
  } catch {
    signal.throwIfAborted();
  }
}

const FORMATS: readonly ReplyFormat[] = ["schema", "json", "text"];

/**
 * Calls the model in the richest way that its server takes. One that refuses is asked without the pictures, and in plainer formats; what it
 * took is what later calls begin with. Returns the first refusal when it takes none.
 */
export async function callServer(
  server: Server,
  target: Omit<CallTarget, "name" | "format" | "pictures" | "thinks">,
  ask: ModelAsk,
  signal: AbortSignal,
): Promise<CallOutcome> {
  const hasPictures = ask.content.some((part) => typeof part !== "string");
  const name = server.facts?.kind ?? nameOf(target.provider);
  let refused: Failed | null = null;
  for (const way of waysOf(server, hasPictures)) {
    const outcome = await callModel({ ...target, ...way, name, thinks: !canStopThinking(server) }, ask, signal);
    if ("reply" in outcome) {
      server.format = { now: way.format, worked: true };
      if (hasPictures) server.pictures = { taken: way.pictures, worked: way.pictures };
      return server.isOwn ? whole(outcome, ask, way.pictures) : outcome;
    }
    if (!REFUSED.has(outcome.status ?? 0) && !(outcome.status === PICTURE_REFUSED && hasPictures && way.pictures)) return outcome;
    refused ??= outcome;
  }
  if (refused === null) throw new Error("a server is asked in one way at least");
  return server.isOwn ? withAdvice(refused, name) : refused;
}

/** A status says nothing of the reason: a prompt longer than the context is refused like everything else that is not taken. */
function withAdvice(refused: Failed, name: string): Failed {
  const message = `${name} refused the request (status ${refused.status}). Its context may be smaller than it tells, or than Winnow assumes: set OPENAI_CONTEXT_TOKENS to it. \`winnow doctor --provider openai\` says what the server can do.`;
  return { ...refused, failure: new TaskFailure("provider_refused", { message, internal: `status ${refused.status}` }) };
}

/** Statuses of a server that does not take a property or part of the request. */
const REFUSED: ReadonlySet<number> = new Set([400, 415, 422, 501]);
/** From llama.cpp and Ollama, for a picture that the model cannot see. */
const PICTURE_REFUSED = 500;

type Failed = Extract<CallOutcome, { failure: TaskFailure }>;
type Way = { format: ReplyFormat; pictures: boolean };

function waysOf({ isOwn, format, pictures }: Server, hasPictures: boolean): Way[] {
  const first = { format: format.now, pictures: pictures.taken };
  if (!isOwn) return [first];
  const formats = format.worked ? [format.now] : FORMATS.slice(FORMATS.indexOf(format.now));
  const seen = hasPictures && pictures.taken && !pictures.worked ? [true, false] : [pictures.taken];
  return formats.flatMap((each) => seen.map((taken) => ({ format: each, pictures: taken })));
}

/** Thoughts take a small context's room for the reply; these two servers take a word that ends them (`reasoning_effort`: `none`). */
const canStopThinking = ({ facts }: Server): boolean => facts?.kind === "Ollama" || facts?.kind === "llama.cpp";

/** More letters than any model puts into one token on average, and digits: a prompt of fewer tokens was not read whole. */
const LETTERS_PER_TOKEN_MOST = 6;
const DIGITS_PER_TOKEN_MOST = 3;

/** The least tokens that this text can be. Runs of one sign count as one, because models have tokens for long runs of spaces and dots. */
export function tokensAtLeast(text: string): number {
  const short = text.replace(/(.)\1{2,}/gsu, "$1");
  const digits = short.replace(/\D/g, "").length;
  return Math.floor((short.length - digits) / LETTERS_PER_TOKEN_MOST + digits / DIGITS_PER_TOKEN_MOST);
}

/** Ollama cuts a prompt that is longer than its context and answers from the rest: such an answer is refused, because parts are missing. */
function whole(outcome: CallOutcome, ask: ModelAsk, pictures: boolean): CallOutcome {
  if (pictures && ask.content.some((part) => typeof part !== "string")) return outcome;
  const texts = ask.content.filter((part) => typeof part === "string");
  const least = tokensAtLeast([ask.instructions, ...texts].join("\n"));
  const { input } = outcome.tokens;
  if (input === 0 || input >= least) return outcome;
  const message = `The model's server read ${input} tokens of a prompt of at least ${least}: it cut the prompt, because its context is too small. Raise the server's context (OLLAMA_CONTEXT_LENGTH), or set OPENAI_CONTEXT_TOKENS to what it has.`;
  return { failure: new TaskFailure("provider_refused", { message }), tokens: outcome.tokens, status: null };
}

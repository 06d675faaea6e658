/**
 * Stand-ins for the servers of models at home: Ollama, vLLM and llama.cpp, each with its own routes, errors and quirks. No key, a small
 * context, perhaps no pictures and no schema. Ollama cuts prompts that are too long, without a word. The shapes are those of their sources.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { type HomeAsked, type HomeKind, type HomeOptions, infoOf, MODELS, refusalOf, tooLong } from "./home-server-words.ts";

export type HomeServer = {
  url: string;
  model: string;
  /** Calls to the model, also refused ones. */
  asked: HomeAsked[];
  /** Paths of all other requests. */
  looked: string[];
  /** The most calls that were open at a time. */
  atOnce(): number;
  /** Variables of a service that uses it, without a key. */
  env: Record<string, string>;
  [Symbol.asyncDispose](): Promise<void>;
};

/** `answer` plays the model, from the part of the prompt that the server did not cut. */
export async function startHomeServer(kind: HomeKind, options: HomeOptions, answer: (asked: HomeAsked) => unknown): Promise<HomeServer> {
  const asked: HomeAsked[] = [];
  const looked: string[] = [];
  const model = options.model ?? MODELS[kind];
  const open = { now: 0, most: 0 };
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    if (request.url !== "/v1/chat/completions") {
      looked.push(`${request.method} ${request.url}`);
      const info = infoOf(kind, { ...options, model }, request.url ?? "", looked);
      return send(response, info === null ? 404 : 200, info ?? { error: "not found" });
    }
    const entry = { ...askedIn(body), key: request.headers.authorization ?? "" };
    asked.push(entry);
    open.now++;
    open.most = Math.max(open.most, open.now);
    await pause(options.delayMs ?? 0);
    open.now--;
    reply(kind, options, body, entry, answer, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const url = `http://127.0.0.1:${address.port}/v1`;
  return {
    url,
    model,
    asked,
    looked,
    atOnce: () => open.most,
    env: { OPENAI_BASE_URL: url, OPENAI_MODEL: model },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: the body of a chat completion, read as it comes
type Body = any;
type Part = { type: string; text?: string };

async function bodyOf(request: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  return text === "" ? null : JSON.parse(text);
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

/** Some four letters make a token; a picture takes Ollama's number of them. */
const LETTERS_PER_TOKEN = 4;
const TOKENS_PER_PICTURE = 768;

function askedIn(body: Body): Omit<HomeAsked, "key"> {
  const textOf = (role: string) => {
    const { content } = body.messages.find((each: Body) => each.role === role) ?? { content: "" };
    return typeof content === "string" ? content : content.flatMap((part: Part) => part.text ?? []).join("\n");
  };
  const pictures = JSON.stringify(body.messages).split('"type":"image_url"').length - 1;
  const [instructions, text] = [textOf("system"), textOf("user")];
  return {
    instructions,
    text,
    pictures,
    format: body.response_format?.type ?? "text",
    thinks: body.reasoning_effort !== "none",
    tokens: Math.ceil((instructions.length + text.length) / LETTERS_PER_TOKEN) + pictures * TOKENS_PER_PICTURE,
  };
}

function reply(
  kind: HomeKind,
  options: HomeOptions,
  body: Body,
  entry: HomeAsked,
  answer: (asked: HomeAsked) => unknown,
  to: ServerResponse,
) {
  const refused = refusalOf(kind, options, entry, body.model);
  if (refused) return send(to, refused.status, refused.body);
  const isLong = entry.tokens + (kind === "vLLM" ? body.max_tokens : 1) > options.contextTokens;
  if (isLong && kind !== "Ollama") {
    const { status, body: error } = tooLong(kind, options.contextTokens, entry.tokens, body.max_tokens);
    return send(to, status, error);
  }
  // Ollama keeps the end of the prompt, of half the context's length.
  const kept = isLong ? Math.floor(options.contextTokens / 2) : entry.tokens;
  const seen = isLong ? { ...entry, instructions: "", text: entry.text.slice(-kept * LETTERS_PER_TOKEN) } : entry;
  const said = saidBy(options, seen, answer);
  const lettersMax = (body.max_tokens ?? Number.POSITIVE_INFINITY) * LETTERS_PER_TOKEN;
  const thoughts = options.thinks && entry.thinks ? "Let me think. ".repeat(2_000) : "";
  const content = said.slice(0, Math.max(0, lettersMax - thoughts.length));
  const completion = Math.ceil((thoughts.length + content.length) / LETTERS_PER_TOKEN);
  send(to, 200, {
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1_760_000_000,
    model: body.model,
    choices: [
      {
        index: 0,
        message: { role: "assistant", content, ...(thoughts === "" ? {} : { reasoning: thoughts }) },
        finish_reason: content.length < said.length ? "length" : "stop",
      },
    ],
    ...(options.usage === false ? {} : { usage: { prompt_tokens: kept, completion_tokens: completion, total_tokens: kept + completion } }),
  });
}

/** A model without a grammar wraps its JSON in words, and answers in words alone when nothing asks for JSON. */
function saidBy(options: HomeOptions, seen: HomeAsked, answer: (asked: HomeAsked) => unknown): string {
  const json = JSON.stringify(answer(seen));
  if (seen.format === "json_schema" && options.schema === "kept") return json;
  if (seen.format === "json_object" && options.schema !== "ignored") return json;
  const isAsked = /JSON/.test(seen.instructions);
  return isAsked ? `Sure! Here is the answer:\n\`\`\`json\n${json}\n\`\`\`\nTell me if you need more.` : "Gladly: one, two, three.";
}

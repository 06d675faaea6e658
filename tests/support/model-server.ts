/**
 * A stand-in for the model vendors: one server that speaks OpenAI's Responses and chat completions, Anthropic's Messages and
 * Gemini's generateContent as their SDKs' types describe them, and can be told to fail in every way they do.
 */

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

export type Dialect = "responses" | "chat" | "messages" | "generateContent";

/** What a vendor was asked, whatever the dialect. */
export type Asked = {
  dialect: Dialect;
  instructions: string;
  /** All text of the user's message. */
  text: string;
  pictures: number;
  /** The JSON Schema that the reply has to keep to. */
  schema: unknown;
  schemaName: string;
  maxOutputTokens: number | undefined;
  model: string;
  key: string;
  at: number;
};

export type Step =
  /** The model's reply: an object is sent as JSON text. */
  | { reply: unknown; ends?: "length" | "refusal" }
  | { status: number; headers?: Record<string, string>; message?: string; code?: string; details?: unknown[] }
  /** `hang`: never a byte. `headers`: silence after the headers. `break`: the connection ends in the middle of the JSON. */
  | { fault: "hang" | "headers" | "break" | "not json" };

export type ModelServer = {
  url: string;
  asked: Asked[];
  /** Steps for the next calls, in order; after them `answer` is asked again. */
  next(...steps: Step[]): void;
  /** From now on, for every call without a step of its own. */
  always(step: ((asked: Asked) => Step | Promise<Step>) | Step): void;
  openSockets(): number;
  /** Environment variables that send a provider here. */
  env(
    provider: "openai" | "anthropic" | "gemini",
    more?: { api?: "responses" | "chat"; model?: string; key?: string },
  ): Record<string, string>;
  [Symbol.asyncDispose](): Promise<void>;
};

/** `answer` plays the model. */
export async function startModelServer(answer: (asked: Asked) => unknown = () => ({})): Promise<ModelServer> {
  const asked: Asked[] = [];
  const steps: Step[] = [];
  let standing: (asked: Asked) => Step | Promise<Step> = (each) => ({ reply: answer(each) });
  let sockets = 0;
  const server = createServer(async (request, response) => {
    // Compatible servers are asked what they are, which the vendors' do not tell.
    if (request.method === "GET" || request.url?.startsWith("/api/")) return void response.writeHead(404).end();
    const entry = askedBy(request, JSON.parse(await bodyOf(request)));
    asked.push(entry);
    const step = steps.shift() ?? (await standing(entry));
    play(entry, step, response);
  });
  server.on("connection", (socket) => {
    sockets++;
    socket.on("close", () => {
      sockets--;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const url = `http://127.0.0.1:${address.port}`;
  return {
    url,
    asked,
    next: (...more) => void steps.push(...more),
    always(step) {
      standing = typeof step === "function" ? step : () => step;
    },
    openSockets: () => sockets,
    env(provider, { api, model, key = `key-of-${provider}` } = {}) {
      const name = provider.toUpperCase();
      const all = {
        [`${name}_BASE_URL`]: url,
        [`${name}_API_KEY`]: key,
        [`${name}_MODEL`]: model,
        ...(provider === "openai" ? { OPENAI_API: api } : {}),
      };
      return Object.fromEntries(Object.entries(all).flatMap(([variable, value]) => (value === undefined ? [] : [[variable, value]])));
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

// biome-ignore lint/suspicious/noExplicitAny: the bodies of four vendors, read as they come
type Body = any;
type Part = { text?: string; type?: string };

const texts = (parts: string | Part[]): string =>
  typeof parts === "string" ? parts : parts.flatMap((part) => (part.text === undefined ? [] : [part.text])).join("\n");
const picturesIn = (parts: string | object[]): number =>
  typeof parts === "string"
    ? 0
    : parts.filter((part) => /"(image|image_url|input_image|inlineData)"/.test(JSON.stringify(part).slice(0, 200))).length;

/** Throws for a path or body that the vendor would not take; the test sees the connection end. */
function askedBy(request: IncomingMessage, body: Body): Asked {
  const path = request.url ?? "";
  const at = Date.now();
  const bearer = request.headers.authorization?.replace(/^Bearer /, "") ?? "";
  const base = { model: String(body.model), at, key: bearer };
  if (path === "/v1/responses") {
    const user = body.input.find((each: Body) => each.role === "user").content;
    const system = body.input.filter((each: Body) => each.role === "system" || each.role === "developer");
    return {
      ...base,
      dialect: "responses",
      instructions: [body.instructions, ...system.map((each: Body) => texts(each.content))].filter(Boolean).join("\n"),
      text: texts(user),
      pictures: picturesIn(user),
      schema: body.text?.format?.schema,
      schemaName: body.text?.format?.name,
      maxOutputTokens: body.max_output_tokens,
    };
  }
  if (path === "/v1/chat/completions") {
    const user = body.messages.find((each: Body) => each.role === "user").content;
    return {
      ...base,
      dialect: "chat",
      instructions: body.messages
        .filter((each: Body) => each.role !== "user")
        .map((each: Body) => texts(each.content))
        .join("\n"),
      text: texts(user),
      pictures: picturesIn(user),
      schema: body.response_format?.json_schema?.schema,
      schemaName: body.response_format?.json_schema?.name,
      maxOutputTokens: body.max_tokens ?? body.max_completion_tokens,
    };
  }
  if (path === "/v1/messages") {
    const user = body.messages[0].content;
    return {
      ...base,
      key: String(request.headers["x-api-key"]),
      dialect: "messages",
      instructions: texts(body.system ?? ""),
      text: texts(user),
      pictures: picturesIn(user),
      schema: body.output_config?.format?.schema ?? body.output_format?.schema ?? body.tools?.[0]?.input_schema,
      schemaName: "answer",
      maxOutputTokens: body.max_tokens,
    };
  }
  const [, model] = /^\/v1beta\/models\/([^:]+):generateContent$/.exec(path) ?? [];
  if (model === undefined) throw new Error(`no vendor has ${path}`);
  const { parts } = body.contents[0];
  return {
    ...base,
    model,
    key: String(request.headers["x-goog-api-key"]),
    dialect: "generateContent",
    instructions: texts(body.systemInstruction?.parts ?? ""),
    text: texts(parts),
    pictures: picturesIn(parts),
    schema: body.generationConfig?.responseJsonSchema ?? body.generationConfig?.responseSchema,
    schemaName: "answer",
    maxOutputTokens: body.generationConfig?.maxOutputTokens,
  };
}

/** Some four letters make a token, in and out; a reply over the limit is cut there, as a vendor would. */
const LETTERS_PER_TOKEN = 4;

function play(asked: Asked, step: Step, response: ServerResponse): void {
  if ("fault" in step) playFault(asked, step.fault, response);
  else if ("status" in step) {
    response.writeHead(step.status, { "content-type": "application/json", ...step.headers });
    response.end(JSON.stringify(errorBody(asked.dialect, step)));
  } else playReply(asked, step, response);
}

function playReply(asked: Asked, step: Extract<Step, { reply: unknown }>, response: ServerResponse): void {
  const whole = typeof step.reply === "string" ? step.reply : JSON.stringify(step.reply);
  const lettersMax = (asked.maxOutputTokens ?? Number.POSITIVE_INFINITY) * LETTERS_PER_TOKEN;
  const ends = step.ends ?? (whole.length > lettersMax ? "length" : "stop");
  const text = whole.slice(0, Math.min(whole.length, lettersMax));
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify(replyBody(asked, text, ends)));
}

function playFault(asked: Asked, fault: "hang" | "headers" | "break" | "not json", response: ServerResponse): void {
  if (fault === "hang") return;
  response.writeHead(200, { "content-type": "application/json" });
  if (fault === "not json") response.end("<html>502 Bad Gateway</html>");
  else if (fault === "headers") response.flushHeaders();
  else response.write(JSON.stringify(replyBody(asked, "{}", "stop")).slice(0, 40), () => response.socket?.destroy());
}

type Ends = "stop" | "length" | "refusal";

function replyBody({ dialect, model, text: prompt }: Asked, text: string, ends: Ends): object {
  const input = Math.ceil(prompt.length / LETTERS_PER_TOKEN);
  const output = Math.ceil(text.length / LETTERS_PER_TOKEN);
  if (dialect === "responses") {
    const content = ends === "refusal" ? { type: "refusal", refusal: text } : { type: "output_text", text, annotations: [], logprobs: [] };
    return {
      id: "resp_1",
      object: "response",
      created_at: 1_760_000_000,
      status: ends === "length" ? "incomplete" : "completed",
      error: null,
      incomplete_details: ends === "length" ? { reason: "max_output_tokens" } : null,
      model,
      output: [
        { type: "message", id: "msg_1", status: ends === "length" ? "incomplete" : "completed", role: "assistant", content: [content] },
      ],
      usage: {
        input_tokens: input,
        input_tokens_details: { cached_tokens: 0 },
        output_tokens: output,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: input + output,
      },
    };
  }
  if (dialect === "chat") {
    const message =
      ends === "refusal" ? { role: "assistant", content: null, refusal: text } : { role: "assistant", content: text, refusal: null };
    return {
      id: "chatcmpl-1",
      object: "chat.completion",
      created: 1_760_000_000,
      model,
      choices: [{ index: 0, message, logprobs: null, finish_reason: ends === "length" ? "length" : "stop" }],
      usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output },
    };
  }
  if (dialect === "messages") {
    return {
      id: "msg_1",
      type: "message",
      role: "assistant",
      model,
      content: ends === "refusal" ? [] : [{ type: "text", text }],
      stop_reason: { stop: "end_turn", length: "max_tokens", refusal: "refusal" }[ends],
      stop_sequence: null,
      usage: { input_tokens: input, output_tokens: output, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 },
    };
  }
  const usageMetadata = { promptTokenCount: input, candidatesTokenCount: output, totalTokenCount: input + output };
  if (ends === "refusal") return { promptFeedback: { blockReason: "PROHIBITED_CONTENT" }, usageMetadata, modelVersion: model };
  const content = { role: "model", parts: [{ text }] };
  return {
    candidates: [{ content, finishReason: ends === "length" ? "MAX_TOKENS" : "STOP", index: 0 }],
    usageMetadata,
    modelVersion: model,
  };
}

function errorBody(dialect: Dialect, { status, message = "no", code, details }: Extract<Step, { status: number }>): object {
  if (dialect === "messages") return { type: "error", error: { type: code ?? "api_error", message } };
  if (dialect === "generateContent")
    return { error: { code: status, message, status: code ?? "UNAVAILABLE", ...(details ? { details } : {}) } };
  return { error: { message, type: code ?? "server_error", param: null, code: code ?? null } };
}

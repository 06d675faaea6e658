/** The four ways in which the three vendors are spoken to. */
import type { ModelServer } from "../support/model-server.ts";
import { startTestService, type TestService } from "../support/service.ts";

export const WAYS = [
  { provider: "openai", api: "responses", dialect: "responses" },
  { provider: "openai", api: "chat", dialect: "chat" },
  { provider: "anthropic", api: undefined, dialect: "messages" },
  { provider: "gemini", api: undefined, dialect: "generateContent" },
] as const;

export type Way = (typeof WAYS)[number];

/** Services that ask this model: two for the four ways, as one service speaks to OpenAI in one of them. */
export async function startServices(server: ModelServer, env: Record<string, string> = {}) {
  await using stack = new AsyncDisposableStack();
  const serving = async (ways: readonly Way[]) =>
    stack.use(await startTestService({ env: Object.assign({}, env, ...ways.map((way) => envOf(server, way))) }));
  const isChat = ({ dialect }: Way) => dialect === "chat";
  const [chat, others] = [await serving(WAYS.filter(isChat)), await serving(WAYS.filter((way) => !isChat(way)))];
  const whole = stack.move();
  return { of: (way: Way): TestService => (isChat(way) ? chat : others), [Symbol.asyncDispose]: () => whole.disposeAsync() };
}

/** Of a service that asks this model in this way. */
export function envOf(server: ModelServer, { provider, api }: Way): Record<string, string> {
  return server.env(provider, api ? { api } : {});
}

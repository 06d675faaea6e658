/** GET /server: its version and the configured providers. */
import { ServerRecord } from "#contract/account.ts";
import { VERSION } from "#contract/version.ts";
import type { App } from "#http/app.ts";
import type { AccountDeps } from "#http/http-deps.ts";
import { errorReplies } from "#http/replies.ts";

export function server(app: App, { models, defaultProvider }: Pick<AccountDeps, "models" | "defaultProvider">): void {
  const schema = { tags: ["account"], summary: "What this server can do", response: { 200: ServerRecord, ...errorReplies } };
  app.get("/server", { schema }, async () => ({
    version: VERSION,
    default_provider: defaultProvider,
    providers: [
      { name: "local" as const, model: null },
      ...models.configured.map((name) => ({ name, model: models.modelFor(name, null).name })),
      ...models.configured.slice(0, 1).map((first) => ({ name: "hybrid" as const, model: models.modelFor(first, null).name })),
    ],
  }));
}

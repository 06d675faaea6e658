/** GET /healthz: the process runs. GET /readyz: it can serve requests. */
import { sql } from "kysely";
import { z } from "zod";
import type { App } from "#http/app.ts";
import type { ServerDeps } from "#http/http-deps.ts";

const DATABASE_MS_MAX = 2_000;
const Status = z.object({ status: z.enum(["ok", "unavailable"]) });

export function health(app: App, { db, systemDb, stopping }: Pick<ServerDeps, "db" | "systemDb" | "stopping">): void {
  app.get(
    "/healthz",
    { schema: { tags: ["service"], summary: "Liveness", response: { 200: Status } } },
    async () => ({ status: "ok" }) as const,
  );
  app.get(
    "/readyz",
    { schema: { tags: ["service"], summary: "Readiness", response: { 200: Status, 503: Status } } },
    async (_request, reply) => {
      const answers = Promise.all([db, systemDb].map((each) => sql`SELECT 1`.execute(each))).then(
        () => true,
        () => false,
      );
      const late = new Promise<boolean>((resolve) => setTimeout(resolve, DATABASE_MS_MAX, false).unref());
      const ready = !stopping.aborted && (await Promise.race([answers, late]));
      return ready ? reply.send({ status: "ok" }) : reply.code(503).send({ status: "unavailable" });
    },
  );
}

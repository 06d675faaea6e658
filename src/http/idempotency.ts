/** `Idempotency-Key` on every POST: requests with the same key and body get the same response and have one effect. */
import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { forgetIdempotencyKey, type HeldKey, keepResponse, renewIdempotencyKey, takeIdempotencyKey } from "#accounts/idempotency.store.ts";
import { ApiError, invalid } from "#contract/errors.ts";
import { LIMITS } from "#contract/limits.ts";
import { once } from "#contract/memo.ts";
import { showsSecret } from "#contract/secret.ts";
import type { Db, Tx } from "#platform/postgres/db.ts";
import { afterCommit } from "#platform/postgres/transaction.ts";
import type { SecretBox } from "#platform/secret-box.ts";
import { requestHash } from "./body/read-body.ts";
import { withWarnings } from "./body/unknown-properties.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Set for the first request with a key; `kept` once its response is committed. */
    idempotency: { held: HeldKey; kept: boolean; renewing: NodeJS.Timeout; seal: SecretBox["seal"] } | null;
  }
  interface FastifyContextConfig {
    /** A response of this route contains a secret (contract/secret.ts). */
    showsSecret?: () => boolean;
  }
}

/** Several heartbeats within the time after which a silent request loses its key. */
const RENEW_MS = 5_000;

/**
 * Installs the hooks on all POST routes of this instance that require a key. Responses are stored sealed. A response with a secret is not
 * stored at all, because someone with a copy of the database may also have the service's own secret.
 */
export function addIdempotency(
  app: FastifyInstance,
  { db, secretBox, instance }: { db: Db; secretBox: SecretBox; instance: string | null },
): void {
  app.addHook("onRoute", (route) => {
    if (route.method !== "POST") return;
    const answers = Object.values(route.schema?.response ?? {});
    route.config = { ...route.config, showsSecret: once(() => answers.some(showsSecret)) };
  });
  app.addHook("preValidation", async (request, reply) => {
    const header = request.headers["idempotency-key"];
    if (request.method !== "POST" || header === undefined) return;
    const held = { accountId: request.accountId, key: keyOf(header), run: randomUUID() };
    const first = { requestHash: request.requestHash ?? requestHash(request).digest(), holder: instance };
    const earlier = await takeIdempotencyKey(db, held, first);
    if (earlier.kind === "running") throw new ApiError("idempotency_in_progress");
    if (earlier.kind === "other_body") throw new ApiError("idempotency_mismatch");
    if (earlier.kind === "answered") {
      if (earlier.body === null) throw new ApiError("idempotency_answer_not_kept");
      return replay(reply, earlier.status, secretBox.open(earlier.body));
    }
    const renew = () =>
      void renewIdempotencyKey(db, held).catch((err: unknown) => request.log.warn({ err }, "an Idempotency-Key was not renewed"));
    request.idempotency = { held, kept: false, renewing: setInterval(renew, RENEW_MS).unref(), seal: secretBox.seal };
  });
  app.addHook("onSend", async (request, reply, payload) => {
    const { idempotency } = request;
    if (!idempotency) return payload;
    const { held, kept, renewing, seal } = idempotency;
    request.idempotency = null;
    clearInterval(renewing);
    if (kept) return payload;
    if (reply.statusCode < 300 && typeof payload === "string")
      await keepResponse(db, held, { status: reply.statusCode, body: bodyToKeep(request, { seal }, payload) });
    else await forgetIdempotencyKey(db, held);
    return payload;
  });
}

/**
 * Stores the response in the transaction that does the work; does nothing for requests without an idempotency key. Throws ApiError 400 when
 * another request holds the key by now, which rolls the work back.
 */
export async function keepIdempotentAnswer(tx: Tx, request: FastifyRequest, status: number, answer: object): Promise<void> {
  const { idempotency } = request;
  if (!idempotency) return;
  const body = bodyToKeep(request, idempotency, JSON.stringify(withWarnings(request, answer)));
  if (!(await keepResponse(tx, idempotency.held, { status, body }))) throw new ApiError("idempotency_in_progress");
  afterCommit(tx, () => {
    idempotency.kept = true;
  });
}

const bodyToKeep = ({ routeOptions }: FastifyRequest, { seal }: Pick<SecretBox, "seal">, body: string): string | null =>
  routeOptions.config.showsSecret?.() ? null : seal(body);

function replay(reply: FastifyReply, status: number, body: string): FastifyReply {
  return reply.code(status).header("idempotent-replayed", "true").type("application/json; charset=utf-8").send(body);
}

function keyOf(header: string | string[]): string {
  const key = Array.isArray(header) ? header.join(",") : header;
  if (key.length >= 1 && key.length <= LIMITS.idempotencyKeyCharactersMax && /^[\x20-\x7e]+$/.test(key)) return key;
  throw invalid(
    ["header", "idempotency-key"],
    `An Idempotency-Key has 1 to ${LIMITS.idempotencyKeyCharactersMax} printable ASCII characters.`,
  );
}

/** `Idempotency-Key` on every POST: the same key and body give the same answer and one effect (contract §3). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { forgetIdempotencyKey, keepAnswer, takeIdempotencyKey } from "#accounts/idempotency.store.ts";
import { ApiError, invalid } from "#contract/errors.ts";
import { LIMITS } from "#contract/limits.ts";
import type { Db, Tx } from "#platform/postgres/db.ts";
import type { SecretBox } from "#platform/secret-box.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The body as it came, while an Idempotency-Key has to be compared. */
    rawBody: Buffer | null;
    /** Set for the first request of a key; `kept` once its answer is stored. */
    idempotency: { key: string; kept: boolean; seal: SecretBox["seal"] } | null;
  }
}

/** Installs the hooks on all POST routes of this instance that need a key. Answers are kept sealed: one may hold a webhook secret. */
export function addIdempotency(
  app: FastifyInstance,
  { db, secretBox, instance }: { db: Db; secretBox: SecretBox; instance: string | null },
): void {
  app.addHook("preValidation", async (request, reply) => {
    const header = request.headers["idempotency-key"];
    if (request.method !== "POST" || header === undefined) return;
    const key = keyOf(header);
    const first = { requestHash: await hashOf(request), holder: instance };
    const earlier = await takeIdempotencyKey(db, { accountId: request.accountId, key }, first);
    if (earlier.kind === "running") throw new ApiError("idempotency_in_progress");
    if (earlier.kind === "other_body") throw new ApiError("idempotency_mismatch");
    if (earlier.kind === "answered") return replay(reply, earlier.status, secretBox.open(earlier.body));
    request.idempotency = { key, kept: false, seal: secretBox.seal };
  });
  app.addHook("onSend", async (request, reply, payload) => {
    const held = request.idempotency;
    if (!held || held.kept) return payload;
    held.kept = true;
    const key = { accountId: request.accountId, key: held.key };
    if (reply.statusCode < 300 && typeof payload === "string")
      await keepAnswer(db, key, { status: reply.statusCode, body: held.seal(payload) });
    else await forgetIdempotencyKey(db, key);
    return payload;
  });
}

/** Stores the answer in the transaction that does the work; for requests without a key it does nothing. */
export async function keepIdempotentAnswer(tx: Tx, request: FastifyRequest, status: number, answer: object): Promise<void> {
  const held = request.idempotency;
  if (!held) return;
  await keepAnswer(tx, { accountId: request.accountId, key: held.key }, { status, body: held.seal(JSON.stringify(answer)) });
  held.kept = true;
}

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

/** Method, address and body; off the event loop. */
async function hashOf(request: FastifyRequest): Promise<Buffer> {
  const head = Buffer.from(`${request.method} ${request.url}\n`);
  return Buffer.from(await crypto.subtle.digest("SHA-256", new Uint8Array(Buffer.concat([head, request.rawBody ?? Buffer.alloc(0)]))));
}

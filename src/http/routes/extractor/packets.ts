/** POST, GET /packets: a file that holds several documents. */
import { z } from "zod";
import { cursorOf, Limit } from "#contract/json.ts";
import { LIMITS } from "#contract/limits.ts";
import { PacketBody, PacketPage, PacketReply } from "#contract/packets.ts";
import { packetRecord } from "#extraction/packets/packet-record.ts";
import { listPackets } from "#extraction/packets/packets.store.ts";
import { type PacketDeps, submitPacket } from "#extraction/packets/submit-packet.ts";
import type { App } from "#http/app.ts";
import { DOCUMENT_UPLOAD } from "#http/body/uploads.ts";
import { keepIdempotentAnswer } from "#http/idempotency.ts";
import { errorReplies, security } from "#http/replies.ts";

const base = { tags: ["packets"], security };

export function packets(app: App, deps: PacketDeps): void {
  const create = {
    ...base,
    summary: "Split a file that holds several documents",
    body: PacketBody,
    response: { 200: PacketReply, ...errorReplies },
  };
  app.post("/packets", { schema: create, bodyLimit: LIMITS.extractBodyBytesMax, config: { uploads: DOCUMENT_UPLOAD } }, async (request) =>
    submitPacket(deps, request.accountId, request.body, (tx, answer) => keepIdempotentAnswer(tx, request, 200, answer)),
  );
  const querystring = z.object({ limit: Limit, cursor: cursorOf("pkt").optional() });
  app.get(
    "/packets",
    { schema: { ...base, summary: "List the packets, newest first", querystring, response: { 200: PacketPage, ...errorReplies } } },
    async (request) => {
      const { limit, cursor } = request.query;
      const found = await listPackets(deps.db, request.accountId, { after: cursor ?? null, limit: limit + 1 });
      const page = found.slice(0, limit).map(packetRecord);
      return { packets: page, next_cursor: found.length > limit ? (page.at(-1)?.packet_id ?? null) : null };
    },
  );
}

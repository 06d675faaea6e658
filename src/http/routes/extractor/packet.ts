/** GET, DELETE /packets/{packet_id}; PUT …/parts; GET …/pages/{n}.png. */
import { z } from "zod";
import { idShape } from "#contract/ids.ts";
import { wholeNumber } from "#contract/json.ts";
import { LIMITS } from "#contract/limits.ts";
import { PacketPartsBody, PacketRecord } from "#contract/packets.ts";
import { waitForPacket } from "#extraction/packets/packet-record.ts";
import { packetFile, removePacket, setPartsOf } from "#extraction/packets/set-parts.ts";
import type { App } from "#http/app.ts";
import type { ExtractionDeps, TaskDeps } from "#http/http-deps.ts";
import { PAGE_ADDRESS, PAGE_BYTES_MAX, pageHeaders, pageNumber, pageQuery, pageReply, sendPage, withPage } from "#http/page-picture.ts";
import { errorRepliesWithId, security } from "#http/replies.ts";

const params = z.object({ packet_id: idShape("pkt") });
const base = { tags: ["packets"], security, params };
const record = { 200: PacketRecord, ...errorRepliesWithId };
const wait = wholeNumber(0, LIMITS.waitSecondsMax, 0).describe("Seconds to wait for the packet to be cut.");

export function packet(app: App, deps: ExtractionDeps & TaskDeps): void {
  const get = { ...base, summary: "Read a packet, or wait for it", querystring: z.object({ wait }), response: record };
  app.get("/packets/:packet_id", { schema: get }, async (request) => {
    const gone = AbortSignal.any([deps.stopping, request.signal]);
    return waitForPacket(deps, request.accountId, request.params.packet_id, request.query.wait, gone);
  });
  app.put(
    "/packets/:packet_id/parts",
    { schema: { ...base, summary: "Set the parts of a packet by hand", body: PacketPartsBody, response: record } },
    async ({ caller, params: { packet_id }, body }) => setPartsOf(deps, caller, packet_id, body),
  );
  app.delete(
    "/packets/:packet_id",
    { schema: { ...base, summary: "Delete a packet with its file", response: { 204: z.null(), ...errorRepliesWithId } } },
    async (request, reply) => {
      await removePacket(deps, request.caller, request.params.packet_id);
      return reply.code(204).send(null);
    },
  );
  const page = {
    ...base,
    summary: "A rendered page of a packet",
    params: params.extend({ n: pageNumber }),
    querystring: pageQuery,
    headers: pageHeaders,
    response: { 200: pageReply, ...errorRepliesWithId },
  };
  app.get(`/packets/:packet_id${PAGE_ADDRESS}`, { schema: page, config: { answerBytesMax: PAGE_BYTES_MAX } }, async (request, reply) => {
    const bytes = await packetFile(deps, request.accountId, request.params.packet_id);
    const signal = AbortSignal.any([deps.stopping, request.signal]);
    const password = request.headers["document-password"] ?? null;
    const ask = { page: request.params.n, widthPx: request.query.width, password };
    return sendPage(reply, await withPage(() => deps.reader.renderPage(bytes, ask, signal)), password === null);
  });
}

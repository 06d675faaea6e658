/** Accepts a packet: validates everything, then stores file, packet and job together. */
import { ApiError, invalid } from "#contract/errors.ts";
import { documentSource } from "#contract/extraction.ts";
import { newId } from "#contract/ids.ts";
import { LIMITS } from "#contract/limits.ts";
import { MIN_CONFIDENCE_DEFAULT, type PacketBody } from "#contract/packets.ts";
import { emptySummary, sentDocument } from "#extraction/files/sent-document.ts";
import { checkUrls, type SubmitDeps } from "#extraction/submit.ts";
import { sentKey } from "#platform/blobs/keys.ts";
import { chooseProvider } from "#platform/models/choose.ts";
import type { Db, Tx } from "#platform/postgres/db.ts";
import { CommitUnknown, transaction } from "#platform/postgres/transaction.ts";
import type { Queue } from "#platform/queue/queue.ts";
import { findTemplate } from "#templates/templates.store.ts";
import { insertPacket, type NewPacket } from "./packets.store.ts";

export type PacketDeps = SubmitDeps & { queue: Queue };
export type SubmittedPacket = { packet_id: string; status: "processing" };

/** `keep` stores the response in the same transaction. Throws ApiError 400, 422. */
export async function submitPacket(
  deps: PacketDeps,
  accountId: string,
  body: PacketBody,
  keep: (tx: Tx, answer: SubmittedPacket) => Promise<void>,
): Promise<SubmittedPacket> {
  const source = documentSource(body);
  const provider = await chooseProvider(deps, accountId, body.provider ?? null);
  const callbackUrl = body.callback_url ?? null;
  checkUrls(deps.allowHosts, { source, callbackUrl });
  const templates = [...new Set(body.templates)];
  const file = source.kind === "url" ? null : await sentDocument(deps, accountId, source);
  await requireTemplates(deps.db, accountId, templates, (i) => ["body", "templates", i]);
  const id = newId("pkt");
  const blobKey = file ? sentKey(accountId, id) : null;
  const packet: NewPacket = {
    id,
    request: {
      url: source.kind === "url" ? source.url : null,
      templates,
      minConfidence: body.min_confidence ?? MIN_CONFIDENCE_DEFAULT,
      provider,
      retentionDays: body.retention_days ?? null,
      deadlineSeconds: body.deadline_seconds ?? LIMITS.deadlineSecondsDefault,
      ...(body.learn === false ? { learn: false } : {}),
    },
    metadata: body.metadata ?? {},
    document: file?.summary ?? emptySummary(source),
    callbackUrl,
    sealedPassword: body.password == null ? null : deps.secretBox.seal(body.password),
    blobKey,
  };
  const answer: SubmittedPacket = { packet_id: id, status: "processing" };
  if (file && blobKey) await file.storeAs(blobKey);
  try {
    await transaction(deps.db, async (tx) => {
      await insertPacket(tx, accountId, packet);
      await deps.queue.send(tx, "split-packet", { packetId: id, run: 1 }, { accountId });
      await keep(tx, answer);
    });
  } catch (error) {
    if (blobKey && !(error instanceof CommitUnknown)) await deps.blobs.delete(blobKey);
    throw error;
  }
  return answer;
}

/** `at`: where the id with this index stands in the request. Throws ApiError 422. */
export async function requireTemplates(
  db: Db,
  accountId: string,
  ids: readonly string[],
  at: (index: number) => (string | number)[],
): Promise<void> {
  for (const [i, id] of ids.entries())
    if (!(await findTemplate(db, accountId, id))) throw invalid(at(i), new ApiError("template_unknown").detail);
}

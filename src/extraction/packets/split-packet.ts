/** Handler of a packet's job: reads the file, cuts it, and makes tasks of its parts. */

import type { ProviderName } from "#contract/providers.ts";
import type { DocumentSummary, TaskErrorRecord } from "#contract/task.ts";
import { TaskFailure } from "#contract/task-errors.ts";
import type { TemplateRecord } from "#contract/templates.ts";
import { type DocumentReader, readingOf } from "#documents/read-document.ts";
import { vendorOf } from "#engines/versions.ts";
import { answersOf } from "#extraction/ask-memory.ts";
import { fetchOnce } from "#extraction/fetch-document.ts";
import { dropFile } from "#extraction/files/drop-file.ts";
import { deleteUse } from "#extraction/files/file-uses.store.ts";
import { keepReading } from "#extraction/files/packet-file.ts";
import { keepLayouts } from "#extraction/files/page-layouts.ts";
import { keepDays } from "#extraction/finish.ts";
import { type PageHead, SPLIT } from "#extraction/in-reader/works.ts";
import { countPages } from "#extraction/pages-read.ts";
import { classOfTemplate, looksForAny } from "#extraction/template-class.ts";
import { countUse } from "#memory/memory.store.ts";
import type { FetchRules } from "#platform/fetch/guarded-fetch.ts";
import type { Log } from "#platform/log.ts";
import type { WorkMetrics } from "#platform/metrics/work-metrics.ts";
import type { Tx } from "#platform/postgres/db.ts";
import { transaction } from "#platform/postgres/transaction.ts";
import { type Attempted, inAttempts } from "#platform/queue/attempt.ts";
import type { Handler, Hands } from "#platform/queue/handler.ts";
import type { SecretBox } from "#platform/secret-box.ts";
import { findTemplates } from "#templates/templates.store.ts";
import { announce } from "#webhooks/announce.ts";
import { askDoubts } from "./doubts/ask-doubts.ts";
import { doubtfulPages, weighAnswers } from "./doubts/weigh-answers.ts";
import { packetRecord } from "./packet-record.ts";
import {
  clearBlobKey,
  completePacket,
  failPacket,
  findPacket,
  pausePacket,
  releasePacket,
  type StartedPacket,
  setFetched,
  startPacket,
} from "./packets.store.ts";
import { enqueueParts, type PartDeps, prepareParts, type StartedParts } from "./start-parts.ts";
import type { StoredPart } from "./tables.ts";

export type SplitDeps = PartDeps & {
  reader: DocumentReader;
  secretBox: SecretBox;
  fetchRules: FetchRules;
  log: Log;
  metrics: WorkMetrics;
  retentionDays: number;
};

type Work = Attempted & { packet: StartedPacket };

export function splitPacket(deps: SplitDeps): Handler<"split-packet", Work, TaskFailure> {
  const { db, log } = deps;
  return inAttempts(
    { log, called: "Cutting this packet", idName: "packetId" },
    {
      name: "split-packet",
      async start(tx, payload) {
        const packet = await startPacket(tx, payload);
        return packet && { ...packet, accountId: packet.account_id, packet };
      },
      async work({ packet }, { signal, aside }) {
        const { read, parts, layoutIds } = await cut({ ...deps, aside }, packet, signal);
        const started = await prepareParts(deps, read, parts);
        const write = async (tx: Tx) => {
          for (const id of layoutIds) await countUse(tx, packet.account_id, id);
          return completed(tx, read, started);
        };
        return { kind: "done", write };
      },
      async giveUp(tx, { packet }, failure) {
        await failPacket(tx, packet, recordOf(failure), keepDays(deps, packet));
        await announcePacket(tx, deps, packet);
        return () => forgetFile(deps, packet);
      },
      async retry(tx, { packet }, { waits }, afterSeconds) {
        await pausePacket(tx, packet, { waits }, afterSeconds);
        return 0;
      },
      release: ({ packet }) => releasePacket(db, packet),
    },
  );

  async function completed(tx: Tx, packet: StartedPacket, { parts, tasks }: StartedParts) {
    await completePacket(tx, packet, { parts, document: packet.document }, keepDays(deps, packet));
    await enqueueParts(tx, deps.queue, packet, tasks);
    await announcePacket(tx, deps, packet);
    return () => forgetFile(deps, packet);
  }
}

const recordOf = ({ code, publicMessage: message, retryable }: TaskFailure): TaskErrorRecord => ({
  code,
  message,
  retryable,
  stage: "reading",
});

/** `read`: the packet with what is known of its file now. */
type Cut = { read: StartedPacket; parts: StoredPart[]; layoutIds: string[] };

async function cut(deps: SplitDeps & Pick<Hands, "aside">, packet: StartedPacket, signal: AbortSignal): Promise<Cut> {
  const { db, blobs, reader, secretBox } = deps;
  const { account_id: accountId, request } = packet;
  let blobKey = packet.blob_key;
  const keep = async (document: DocumentSummary, key: string): Promise<boolean> => {
    blobKey = key;
    return setFetched(db, packet, document, key);
  };
  const { bytes, document: source } = await fetchOnce(deps, packet, keep, signal);
  const password = packet.sealed_password === null ? null : secretBox.open(packet.sealed_password);
  const templates = await findTemplates(db, accountId, request.templates);
  const { said, onQuestion } = await answersOf(db, accountId, request.learn === false ? [] : templates);
  const reading = readingOf(bytes, { password, ...looksForAny(templates) });
  const vendor = deps.models.configured.length === 0 ? "local" : vendorOf(request.provider, deps.models);
  const ask = { reading, classes: templates.map(classOfTemplate), said, heads: vendor !== "local" };
  const { document, parts: found, layouts, kept, heads } = await reader.work(SPLIT, ask, bytes, signal, { onQuestion });
  signal.throwIfAborted();
  countPages(deps.metrics, document.pages);
  // As with results: what is known of a protected file is not there without its password.
  if (blobKey !== null && password === null) await keepReading(blobs, blobKey, kept);
  if (blobKey !== null && request.learn !== false) await keepLayouts(blobs, blobKey, layouts);
  const parts = found.map(({ pages, classId, cut: at, class: of, reasons }) => ({
    pages,
    templateId: classId,
    cut: at,
    template: of,
    reasons,
    taskId: null,
  }));
  return {
    read: { ...packet, blob_key: blobKey, document: { ...source, ...document } },
    parts: await askedAgain(deps, packet, { vendor, templates, parts, heads }, signal),
    layoutIds: found.flatMap(({ layoutId }) => layoutId ?? []),
  };
}

type Doubts = { vendor: ProviderName; templates: readonly TemplateRecord[]; parts: StoredPart[]; heads: readonly PageHead[] };

/** What a model says of what is doubtful. Where none can be asked it stays so. */
async function askedAgain(
  { models, aside, log }: Pick<SplitDeps, "models" | "log"> & Pick<Hands, "aside">,
  { id, account_id, request }: StartedPacket,
  { vendor, templates, parts, heads }: Doubts,
  signal: AbortSignal,
): Promise<StoredPart[]> {
  const shown = doubtfulPages(parts, heads, request.minConfidence);
  if (vendor === "local" || shown.length === 0) return parts;
  try {
    const model = models.modelFor(vendor, account_id);
    const answers = await aside(() => askDoubts(model, shown, templates, signal));
    return weighAnswers(parts, answers, heads, request.minConfidence);
  } catch (error) {
    if (signal.aborted || !(error instanceof TaskFailure)) throw error;
    log.warn({ packetId: id, code: error.code }, "no model could be asked about the doubtful parts of a packet");
    return parts;
  }
}

type Announced = Pick<StartedPacket, "id" | "account_id" | "callback_url">;

/** Queues the webhook of a packet that has ended, if it has a callback URL. */
export async function announcePacket(
  tx: Tx,
  { queue }: Pick<SplitDeps, "queue">,
  { id, account_id: accountId, callback_url: url }: Announced,
): Promise<void> {
  const row = url === null ? null : await findPacket(tx, accountId, id);
  if (!row || url === null) return;
  const record = packetRecord(row);
  const timestamp = record.completed_at ?? record.created_at;
  const short = { ...record, parts: record.parts.map((part) => ({ ...part, reasons: [] })) };
  await announce(tx, queue, { accountId, about: { packetId: id }, url, type: "packet.completed", timestamp, data: [record, short] });
}

/** Lets go of the file when the packet or the server's setting demands it; it is deleted when the last of its tasks does. */
export async function forgetFile(
  deps: Pick<SplitDeps, "db" | "blobs" | "retentionDays">,
  { id, request }: Pick<StartedPacket, "id" | "request">,
): Promise<void> {
  if ((request.retentionDays ?? deps.retentionDays) > 0) return;
  const blobKey = await transaction(deps.db, async (tx) => {
    await deleteUse(tx, id);
    return clearBlobKey(tx, id);
  });
  if (blobKey !== null) await dropFile(deps, blobKey);
}

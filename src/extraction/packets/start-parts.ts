/** Makes a task of each part of a packet that has a template: of the part's pages in the packet's file. */
import { newId } from "#contract/ids.ts";
import { insertUses } from "#extraction/files/file-uses.store.ts";
import { modelAsked, type Plan, templatePlan } from "#extraction/submit.ts";
import { insertTasks, type NewTask } from "#extraction/tasks.store.ts";
import type { Blobs } from "#platform/blobs/blobs.ts";
import type { Models } from "#platform/models/models.ts";
import type { Db, Tx } from "#platform/postgres/db.ts";
import { BACKLOG_MAX, priorityOf } from "#platform/queue/priority.ts";
import type { Queue } from "#platform/queue/queue.ts";
import { REVIEW_BELOW_DEFAULT } from "#results/measure/thresholds.ts";
import type { PacketRow } from "./packets.store.ts";
import type { StoredPart } from "./tables.ts";

export type PartDeps = { db: Db; blobs: Blobs; queue: Queue; models: Models };
type Packet = Pick<PacketRow, "id" | "account_id" | "request" | "metadata" | "document" | "callback_url" | "sealed_password" | "blob_key">;

export type StartedParts = { parts: StoredPart[]; tasks: NewTask[] };

/**
 * The parts with the ids of their tasks, and these; parts that have a task keep it. A part whose template was deleted meanwhile has none.
 * Call `enqueueParts` in the transaction that stores the parts.
 */
export async function prepareParts(
  { db, models }: Pick<PartDeps, "db" | "models">,
  packet: Packet,
  parts: readonly StoredPart[],
): Promise<StartedParts> {
  const plans = new Map<string, Plan | null>();
  const started: StartedParts = { parts: [], tasks: [] };
  for (const part of parts) {
    const { templateId } = part;
    if (part.taskId !== null || templateId === null) {
      started.parts.push(part);
      continue;
    }
    if (!plans.has(templateId)) plans.set(templateId, await templatePlan(db, packet.account_id, templateId));
    const plan = plans.get(templateId) ?? null;
    if (plan === null) {
      started.parts.push({ ...part, templateId: null, reasons: [...part.reasons, "Its template was deleted meanwhile."] });
      continue;
    }
    const id = newId("task");
    started.tasks.push(taskOf({ id, plan, pages: part.pages, packet, models }));
    started.parts.push({ ...part, taskId: id });
  }
  return started;
}

type Ingredients = { id: string; plan: Plan; pages: number[]; packet: Packet; models: Models };

function taskOf({ id, plan, pages, packet, models }: Ingredients): NewTask {
  const { provider, retentionDays, deadlineSeconds } = packet.request;
  return {
    id,
    request: {
      url: null,
      schema: plan.schema,
      documentDescription: plan.schema.document_description ?? null,
      provider,
      fallback: [],
      pages,
      cache: "use",
      retentionDays,
      deadlineSeconds,
      priority: 0,
      ...(plan.learn && packet.request.learn !== false ? {} : { learn: false }),
      reviewBelow: plan.reviewBelow ?? REVIEW_BELOW_DEFAULT,
      ...(plan.rules ? { rules: plan.rules } : {}),
    },
    callbackUrl: packet.callback_url,
    sealedPassword: packet.sealed_password,
    blobKey: packet.blob_key,
    template: plan.template,
    metadata: packet.metadata,
    document: { ...packet.document, pages: [] },
    asked: { engine: provider, ...modelAsked(provider, models) },
  };
}

/** In the transaction that stores the parts. A packet was admitted as a whole: its parts are not refused for a full queue. */
export async function enqueueParts(
  tx: Tx,
  queue: Queue,
  { id: packetId, account_id: accountId, blob_key: blobKey }: Pick<Packet, "id" | "account_id" | "blob_key">,
  tasks: readonly NewTask[],
): Promise<void> {
  if (tasks.length === 0 || blobKey === null) return;
  const backlog = await insertTasks(tx, accountId, tasks, BACKLOG_MAX);
  const use = { accountId, blobKey, packetId };
  await insertUses(
    tx,
    use,
    tasks.map(({ id }) => id),
  );
  const jobs = tasks.map(({ id, request }, i) => ({
    payload: { taskId: id, run: 1 },
    priority: priorityOf(backlog + i, request.priority),
  }));
  await queue.sendAll(tx, "process-extraction", jobs, accountId);
}

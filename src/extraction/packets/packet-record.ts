/** Converts a packet's row to the record in the API. */
import { ApiError } from "#contract/errors.ts";
import type { PacketPart, PacketRecord } from "#contract/packets.ts";
import type { Db } from "#platform/postgres/db.ts";
import { type Watch, waitFor } from "#platform/postgres/watch.ts";
import { findPacket, type PacketRow } from "./packets.store.ts";
import type { StoredPart } from "./tables.ts";

export function packetRecord(row: PacketRow): PacketRecord {
  const parts = row.parts ?? [];
  const { minConfidence, templates } = row.request;
  return {
    packet_id: row.id,
    status: row.state,
    created_at: row.created_at.toISOString(),
    completed_at: row.finished_at?.toISOString() ?? null,
    filename: row.document.filename,
    templates,
    min_confidence: minConfidence,
    page_count: row.document.page_count,
    parts: parts.map(partOf),
    needs_review: parts.flatMap((part, i) => doubtOf(part, i, minConfidence)),
    metadata: row.metadata,
    error: row.error,
  };
}

function partOf({ pages, templateId, cut, template, reasons, taskId }: StoredPart): PacketPart {
  return { pages, template_id: templateId, confidence: confidenceOf(cut, template), reasons, task_id: taskId };
}

const confidenceOf = (cut: number | null, template: number | null): number | null =>
  cut === null || template === null ? null : Math.round(1_000 * cut * template) / 1_000;

function doubtOf({ cut, template }: StoredPart, part: number, least: number): PacketRecord["needs_review"] {
  const confidence = confidenceOf(cut, template);
  if (confidence === null || confidence >= least) return [];
  return [{ part, reason: (cut ?? 1) < (template ?? 1) ? "cut" : "template" }];
}

export const packetUnknown = () => new ApiError("not_found", { detail: "No packet with this id exists." });

/** Throws ApiError 404. */
export async function readPacket(db: Db, accountId: string, id: string): Promise<PacketRecord> {
  const row = await findPacket(db, accountId, id);
  if (!row) throw packetUnknown();
  return packetRecord(row);
}

/** Returns when the packet is finished or after `waitSeconds`, whichever is first. Throws ApiError 404. */
export async function waitForPacket(
  { db, watch }: { db: Db; watch: Watch },
  accountId: string,
  id: string,
  waitSeconds: number,
  signal: AbortSignal,
): Promise<PacketRecord> {
  const read = () => readPacket(db, accountId, id);
  return waitFor(watch, id, { read, isDone: ({ status }) => status !== "processing", waitSeconds, signal });
}

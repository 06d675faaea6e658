/** Lists as callers make, replace and delete them. */
import { answeringFailures } from "#contract/answer-failures.ts";
import { decodeBase64 } from "#contract/base64.ts";
import { ApiError } from "#contract/errors.ts";
import { newId } from "#contract/ids.ts";
import { LIMITS } from "#contract/limits.ts";
import type { ListBody, ListRecord } from "#contract/lists.ts";
import type { DocumentReader } from "#documents/read-document.ts";
import { type Caller, recordAudit } from "#platform/audit.store.ts";
import type { Blobs } from "#platform/blobs/blobs.ts";
import { sentKey } from "#platform/blobs/keys.ts";
import type { Db, Tx } from "#platform/postgres/db.ts";
import { CommitUnknown, transaction } from "#platform/postgres/transaction.ts";
import { SURVEY_LIST } from "./in-reader/works.ts";
import { countLists, deleteList, findList, insertList, type ListContent, lockList, replaceList, type StoredList } from "./lists.store.ts";

export type ListDeps = { db: Db; blobs: Blobs; reader: DocumentReader };

/** Throws ApiError 400. */
export async function createList(deps: ListDeps, accountId: string, body: ListBody, signal: AbortSignal): Promise<ListRecord> {
  if ((await countLists(deps.db, accountId)) >= LIMITS.listsMax) throw new ApiError("too_many_lists");
  return storing(deps, accountId, body, signal, async (tx, content) => {
    const id = newId("lst");
    await insertList(tx, accountId, id, content);
    return id;
  });
}

/** All rows are replaced; tasks that are read from then on look them up. Throws ApiError 400, 404. */
export async function changeList(deps: ListDeps, caller: Caller, id: string, body: ListBody, signal: AbortSignal): Promise<ListRecord> {
  const { accountId } = caller;
  foundList(await findList(deps.db, accountId, id));
  let before: string | null = null;
  const record = await storing(deps, accountId, body, signal, async (tx, content) => {
    before = foundList(await lockList(tx, accountId, id)).blobKey;
    await replaceList(tx, accountId, id, content);
    await recordAudit(tx, caller, "list.replaced", id);
    return id;
  });
  if (before !== null) await deps.blobs.delete(before);
  return record;
}

/** Lookups in it find nothing from then on. Throws ApiError 404. */
export async function removeList({ db, blobs }: Pick<ListDeps, "db" | "blobs">, caller: Caller, id: string): Promise<void> {
  const blobKey = await transaction(db, async (tx) => {
    const key = foundList(await deleteList(tx, caller.accountId, id));
    await recordAudit(tx, caller, "list.deleted", id);
    return key;
  });
  await blobs.delete(blobKey);
}

export function foundList<T>(found: T | null): T {
  if (found === null) throw new ApiError("not_found", { detail: "No list with this id exists." });
  return found;
}

export const listRecord = ({ blobKey: _, ...record }: StoredList): ListRecord => record;

/** Writes the file first: a row without one would find nothing. Maintenance deletes a file whose row was not written. */
async function storing(
  { db, blobs, reader }: ListDeps,
  accountId: string,
  body: ListBody,
  signal: AbortSignal,
  write: (tx: Tx, content: ListContent) => Promise<string>,
): Promise<ListRecord> {
  const bytes = bytesOf(body);
  const survey = await answeringFailures(body.csv == null ? "file_content" : "csv", () => reader.work(SURVEY_LIST, null, bytes, signal));
  if ("refused" in survey) throw new ApiError("list_unreadable", { detail: survey.refused });
  const blobKey = sentKey(accountId, newId("lst"));
  await blobs.put(blobKey, bytes);
  try {
    return await transaction(db, async (tx) => {
      const id = await write(tx, { name: body.name, ...survey, blobKey });
      return listRecord(foundList(await findList(tx, accountId, id)));
    });
  } catch (error) {
    if (!(error instanceof CommitUnknown)) await blobs.delete(blobKey);
    throw error;
  }
}

function bytesOf({ csv, file_content }: ListBody): Buffer {
  if (file_content != null) return decodeBase64(file_content, { bytesMax: LIMITS.listBytesMax, error: "list_too_large" });
  const bytes = Buffer.from(csv ?? "");
  if (bytes.length > LIMITS.listBytesMax) throw new ApiError("list_too_large");
  return bytes;
}

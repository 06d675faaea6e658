/** The address that a file is put to. The server signs it, so the PUT needs no key; the signature holds for this PUT only. */
import { timingSafeEqual } from "node:crypto";
import { ApiError } from "#contract/errors.ts";
import type { KeyedHash } from "#platform/keyed-hash.ts";
import type { Db } from "#platform/postgres/db.ts";
import { findAccountOfUpload } from "./uploads.store.ts";

/** `expires`: Unix time in seconds. */
export type Signature = { expires: string; signature: string };

const signed = (hash: KeyedHash, id: string, expires: string): string => hash(`put upload\n${id}\n${expires}`);

export function uploadUrl(hash: KeyedHash, publicUrl: string, id: string, expiresAt: Date): string {
  const expires = String(Math.floor(expiresAt.getTime() / 1000));
  const query = new URLSearchParams({ expires, signature: signed(hash, id, expires) });
  return `${publicUrl}/api/extractor/v1/uploads/${id}?${query}`;
}

/** The account that the address was made for. `db` sees the rows of all accounts. Throws ApiError 401, and 404 when the upload is gone. */
export async function accountOfSignature(
  { db, keyedHash }: { db: Db; keyedHash: KeyedHash },
  id: string,
  { expires, signature }: Signature,
): Promise<string> {
  const [given, right] = [Buffer.from(signature), Buffer.from(signed(keyedHash, id, expires))];
  if (given.length !== right.length || !timingSafeEqual(given, right) || Number(expires) * 1000 <= Date.now())
    throw new ApiError("upload_url_invalid");
  const accountId = await findAccountOfUpload(db, id);
  if (accountId === null) throw uploadGone();
  return accountId;
}

export const uploadGone = () => new ApiError("not_found", { detail: "No upload with this id exists." });

/**
 * Names of documents: `account/id` for what was sent to us. The name of a fetched document also contains the attempt, so that a late
 * attempt can delete only its own document.
 */
import { randomBytes } from "node:crypto";

/** Prefix of the id in the name of a fetched document. */
export const FETCHED = "fetched-";

export const sentKey = (accountId: string, id: string): string => `${accountId}/${id}`;

/** Unique for every call, because a retry of a failed task counts its attempts from 1 again. */
export const fetchedKey = ({ account_id, id, attempts }: { account_id: string; id: string; attempts: number }): string =>
  `${account_id}/${FETCHED}${id}-${attempts}-${randomBytes(6).toString("hex")}`;

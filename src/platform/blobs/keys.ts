/** Names of documents: `account/id` of what was sent to us; what we fetched is named by the attempt as well, so that a late one can only delete its own. */
import { randomBytes } from "node:crypto";

/** Before the id in the name of a fetched document. */
export const FETCHED = "fetched-";

export const sentKey = (accountId: string, id: string): string => `${accountId}/${id}`;

/** Different at every call: a retry of a failed task counts its attempts from 1 again. */
export const fetchedKey = ({ account_id, id, attempts }: { account_id: string; id: string; attempts: number }): string =>
  `${account_id}/${FETCHED}${id}-${attempts}-${randomBytes(6).toString("hex")}`;

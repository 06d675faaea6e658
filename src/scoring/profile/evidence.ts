/** Where a claim stands, as evidence. */
import type { Evidence } from "#contract/task.ts";
import type { Claim } from "#scoring/claims.ts";

export const evidenceOfClaim = ({ page, text, bbox }: Claim): Evidence => ({ page, text, bbox });

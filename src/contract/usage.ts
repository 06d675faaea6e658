/** An account's usage by day, and its limits. An addition to the source API; see docs/decisions/spec-gaps.md. */
import { z } from "zod";
import { wholeNumber } from "./json.ts";
import { LIMITS } from "./limits.ts";
import { TIERS } from "./tiers.ts";

const counts = {
  /** Requests with a key, and requests of the dashboard that start work; viewing does not count. */
  requests: z.int(),
  tasks: z.int(),
  completed: z.int(),
  failed: z.int(),
  pages: z.int(),
  input_tokens: z.int(),
  output_tokens: z.int(),
  /** Sum over calls with a known price. */
  cost_usd: z.number(),
  resumes: z.int(),
  evaluations: z.int(),
};
export const UsageCounts = z.object(counts).meta({ id: "UsageCounts" });
export type UsageCounts = z.infer<typeof UsageCounts>;

/** Days are UTC. A task, résumé or evaluation counts on the day it was submitted, even after its deletion. */
export const UsageDay = z.object({ date: z.iso.date(), ...counts }).meta({ id: "UsageDay" });
export type UsageDay = z.infer<typeof UsageDay>;

export const UsageLimits = z
  .object({
    tier: z.enum(TIERS),
    requests_per_minute: z.int(),
    requests_last_minute: z.int(),
    /** Unfinished tasks. */
    tasks_waiting: z.int(),
    tasks_waiting_max: z.int(),
    /** The account's own budget, else the server's; null: no limit. */
    monthly_budget_usd: z.number().nullable(),
    /** In this calendar month (UTC), over calls with a known price. */
    spent_this_month_usd: z.number(),
    retention_days: z.int(),
    document_bytes_max: z.int(),
    document_pages_max: z.int(),
  })
  .meta({ id: "UsageLimits" });
export type UsageLimits = z.infer<typeof UsageLimits>;

export const UsageDays = wholeNumber(1, LIMITS.usageDaysMax, LIMITS.usageDaysDefault).describe("Number of days, including today.");
export const UsageReport = z.object({ days: z.array(UsageDay), totals: UsageCounts, limits: UsageLimits }).meta({ id: "UsageReport" });

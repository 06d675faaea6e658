/** The database's tables as Kysely sees them; the truth is migrations/. */
import type { AccountTables } from "./tables/accounts.ts";
import type { ExtractionTables } from "./tables/extraction.ts";
import type { RecruitingTables } from "./tables/recruiting.ts";
import type { WebhookTables } from "./tables/webhooks.ts";

export type Tables = AccountTables & ExtractionTables & RecruitingTables & WebhookTables;

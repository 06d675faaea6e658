/**
 * The database's tables for Kysely; migrations/ is authoritative. Each room declares its own in its `tables.ts`, and only its stores write
 * them (tests/rules/tables.test.ts).
 */
import type { Generated } from "kysely";
import type { Time } from "./columns.ts";

export interface Tables {
  audit_lines: {
    id: Generated<number>;
    account_id: string | null;
    at: Time;
    action: string;
    subject: string;
    actor: Generated<string>;
    ip: string | null;
    /** Position in the chain and hash; set by the database when the line is committed. */
    seq: Generated<number | null>;
    hash: Generated<Buffer | null>;
  };
}

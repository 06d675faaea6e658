/**
 * The database's tables as Kysely sees them; the truth is migrations/. Each room declares its own in its `tables.ts`, and its stores alone
 * write them (tests/rules/tables.test.ts).
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
    /** Place in the chain and its hash; given by the database when the line is committed. */
    seq: Generated<number | null>;
    hash: Generated<Buffer | null>;
  };
}

/** Tables of accounts, sign-in and request counts. */
import type { ColumnType, Generated } from "kysely";
import type { MemberRole } from "#contract/roles.ts";
import type { Tier } from "#contract/tiers.ts";
import type { MaybeTime, Time } from "#platform/postgres/columns.ts";
import type { ScimProfile } from "./scim/profile.ts";

declare module "#platform/postgres/tables.ts" {
  interface Tables {
    accounts: {
      id: string;
      /** Null for a workspace that was made in the dashboard: it is known by its id and name. */
      email: string | null;
      name: Generated<string>;
      role: Generated<"owner" | "member">;
      tier: Tier;
      rate_per_minute: number;
      monthly_budget_usd: string | null;
      email_verified: Generated<boolean>;
      image: string | null;
      created_at: Time;
      updated_at: Time;
    };
    people: {
      id: string;
      email: string;
      name: Generated<string>;
      role: Generated<"owner" | "member">;
      email_verified: Generated<boolean>;
      image: string | null;
      two_factor_enabled: Generated<boolean>;
      created_at: Time;
      updated_at: Time;
    };
    second_factors: {
      id: string;
      person_id: string;
      secret: string;
      backup_codes: string;
      verified: Generated<boolean>;
      failures: Generated<number>;
      locked_until: MaybeTime;
      used_codes: Generated<string[]>;
    };
    passkeys: {
      id: string;
      person_id: string;
      name: string;
      credential_id: string;
      public_key: Buffer;
      counter: ColumnType<string, number, number>;
      transports: string[];
      created_at: Time;
      last_used_at: MaybeTime;
    };
    sign_in_steps: { id: string; identifier: string; value: string; expires_at: Time; created_at: Time; updated_at: Time };
    members: {
      account_id: string;
      person_id: string;
      role: MemberRole;
      created_at: Time;
      entered_at: MaybeTime;
      from_group: Generated<boolean>;
    };
    api_keys: {
      id: string;
      account_id: string;
      name: string;
      hash: Buffer;
      last_four: string;
      created_at: Time;
      last_used_at: MaybeTime;
      revoked_at: MaybeTime;
    };
    credentials: {
      id: string;
      /** Of the version before; null in what was written since. */
      account_id: Generated<string | null>;
      person_id: string;
      provider_id: string;
      provider_account_id: string;
      subject: ColumnType<string, never, never>;
      /** Null for an identity at the OIDC provider. */
      password: string | null;
      created_at: Time;
      updated_at: Time;
    };
    sessions: {
      id: string;
      /** As in credentials. */
      account_id: Generated<string | null>;
      person_id: string;
      workspace_id: string | null;
      id_token: string | null;
      provider_session: string | null;
      ends_at: MaybeTime;
      token: string;
      expires_at: Time;
      ip: string | null;
      user_agent: string | null;
      created_at: Time;
      updated_at: Time;
    };
    account_links: {
      token_hash: Buffer;
      kind: "owner" | "invite" | "password" | "member";
      email: string | null;
      tier: Tier | null;
      member_role: MemberRole | null;
      created_by: string | null;
      created_at: Time;
      expires_at: Time;
    };
    sign_in_failures: { email_hash: Buffer; failures: number; blocked_until: Time };
    scim_users: {
      id: string;
      user_name: string;
      external_id: string | null;
      email: string | null;
      active: boolean;
      profile: ColumnType<ScimProfile, string, string>;
      person_id: string | null;
      created_at: Time;
      updated_at: Time;
    };
    scim_groups: { id: string; display_name: string; external_id: string | null; created_at: Time; updated_at: Time };
    scim_group_members: { group_id: string; user_id: string };
    idempotency_keys: {
      account_id: string;
      key: string;
      request_hash: Buffer;
      status: number | null;
      body: string | null;
      holder: string | null;
      run: string | null;
      created_at: Time;
    };
  }
}

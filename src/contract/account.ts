/** Wire shapes of the dashboard: people, keys and links. An addition to the source API; see docs/decisions/spec-gaps.md. */
import { z } from "zod";
import { withoutNul } from "./ids.ts";
import { ENGINE_NAMES, PROVIDER_NAMES } from "./providers.ts";
import { MEMBER_ROLES } from "./roles.ts";
import { Secret } from "./secret.ts";
import { requestWarnings } from "./task.ts";
import { TIERS } from "./tiers.ts";

const normalised = (text: string) => text.trim().toLowerCase();
/** Lower case, so that two spellings of one address are the same account. RFC 5321 limits an address to 254 characters. */
export const Email = z
  .string()
  .max(254, "An e-mail address has at most 254 characters.")
  .transform(normalised)
  .pipe(z.email("Enter a valid e-mail address."));
/** NIST SP 800-63B-4 §3.1.1.2: length counts, composition does not. */
const Password = z
  .string()
  .min(12, "Use at least 12 characters; a short sentence is easy to remember.")
  .max(256, "Use at most 256 characters.");
export const Name = z.string().trim().min(1, "Enter a name.").max(100);
const Token = z.string().min(1).max(200).overwrite(withoutNul);
const Tier = z.enum(TIERS);

export const SignUpBody = z.object({ name: Name, email: Email, password: Password, token: Token.nullish() }).meta({ id: "SignUpRequest" });
export const SignInBody = z
  .object({ email: z.string().min(1).max(254).transform(normalised), password: z.string().min(1).max(256, "Use at most 256 characters.") })
  .meta({ id: "SignInRequest" });
export const PasswordBody = z
  .object({ current_password: z.string().min(1).max(256), new_password: Password })
  .meta({ id: "PasswordRequest" });
export const PasswordByLinkBody = z.object({ token: Token, new_password: Password }).meta({ id: "PasswordByLinkRequest" });
export const LinkBody = z.object({ token: Token }).meta({ id: "LinkRequest" });
export const InviteBody = z.object({ email: Email, tier: Tier.default("free") }).meta({ id: "InviteRequest" });
export const KeyBody = z.object({ name: z.string().trim().min(1, "Enter a name for the key.").max(100) }).meta({ id: "KeyRequest" });

export const SessionRecord = z
  .object({
    account_id: z.string().describe("The workspace that the person looks at."),
    person_id: z.string(),
    email: z.string(),
    name: z.string(),
    role: z.enum(["owner", "member"]).describe("Of the server: its owner invites people who get a workspace of their own."),
    tier: Tier,
    workspace_name: z.string(),
    workspace_role: z.enum(MEMBER_ROLES).describe("The person's role in the workspace."),
    ...requestWarnings,
  })
  .meta({ id: "Session" });
export type SessionRecord = z.infer<typeof SessionRecord>;

export const SsoBody = z
  .object({
    token: Token.nullish().describe("Of the invitation that the sign-in accepts."),
    next: z
      .string()
      .max(2000)
      .overwrite(withoutNul)
      .nullish()
      .describe("Path of the dashboard to go on to; one of another site is not followed."),
  })
  .meta({ id: "SsoRequest" });
export const SsoStart = z
  .object({ url: z.string().describe("The provider's page for this sign-in."), ...requestWarnings })
  .meta({ id: "SsoStart" });
export const NeedsCode = z.object({ needs_code: z.literal(true), ...requestWarnings }).meta({ id: "NeedsCode" });
export type NeedsCode = z.infer<typeof NeedsCode>;
const Code = z.string().min(1, "Enter a code.").max(50).overwrite(withoutNul);
export const SignInCodeBody = z
  .object({
    code: Code.describe("Of the app, or one of the codes to keep."),
    trust_device: z.boolean().default(false).describe("Whether this browser is not asked again for 30 days."),
  })
  .meta({ id: "SignInCodeRequest" });
export const SecondFactorBody = z.object({ password: z.string().min(1).max(256) }).meta({ id: "SecondFactorRequest" });
export const CodeBody = z.object({ code: Code }).meta({ id: "CodeRequest" });
export const SecondFactor = z
  .object({
    on: z.boolean(),
    has_password: z.boolean().describe("Whether the person has one here; only then does this server ask for a second factor."),
  })
  .meta({ id: "SecondFactor" });
const backupCodes = { backup_codes: z.array(Secret).describe("Each works once in place of a code of the app. Shown once.") };
export const BackupCodes = z.object({ ...backupCodes, ...requestWarnings }).meta({ id: "BackupCodes" });
export const NewSecondFactor = z
  .object({ uri: Secret.describe("For the app, mostly as a QR code. Shown once."), ...backupCodes, ...requestWarnings })
  .meta({ id: "NewSecondFactor" });

/** As the provider says it (RFC 6749 §4.1.2, RFC 9207); what else it says is not looked at. */
export const SsoCallbackQuery = z.object({
  code: z.string().optional(),
  state: z.string().optional(),
  iss: z.string().optional(),
  error: z.string().optional(),
  error_description: z.string().optional(),
});
export const SsoLogoutBody = z.object({ logout_token: z.string().min(1).max(20_000) });
export const SignedOut = z
  .object({ provider_url: z.string().describe("Where the browser goes on to, so that the session at the sign-in provider ends too.") })
  .meta({ id: "SignedOut" });

/** Features of this server that a signed-in person may use. */
export const ServerRecord = z
  .object({
    version: z.string(),
    default_provider: z.enum(PROVIDER_NAMES),
    providers: z.array(z.object({ name: z.enum(ENGINE_NAMES), model: z.string().nullable() })),
  })
  .meta({ id: "Server" });

/**
 * `owner`: whether this installation has an owner. `owner_by_link`: there is no owner yet, and becoming it requires the link that the
 * server printed. `session`: the signed-in person, or null.
 */
export const SetupState = z
  .object({
    owner: z.boolean(),
    owner_by_link: z.boolean(),
    sign_up: z.enum(["invite", "open"]),
    sso: z
      .object({
        name: z.string().describe("What the button says after “Sign in with”."),
        only: z.boolean().describe("Whether passwords are for the owner of the server alone."),
      })
      .nullable()
      .describe("The sign-in provider; null without one."),
    session: SessionRecord.nullable(),
  })
  .meta({ id: "Setup" });

export const LinkRecord = z
  .object({
    kind: z.enum(["owner", "invite", "password", "member"]),
    email: z.string().nullable(),
    expires_at: z.string(),
    workspace: z.string().nullable().describe("Name of the workspace that an invitation of the kind `member` is to."),
    has_account: z.boolean().describe("Whether the address can sign in already; an invitation is then accepted by doing so."),
    ...requestWarnings,
  })
  .meta({ id: "Link" });

const invite = { email: z.string(), tier: Tier, expires_at: z.string() };
export const NewInvite = z.object({ ...invite, url: Secret.describe("Shown once."), ...requestWarnings }).meta({ id: "NewInvite" });
export const InviteList = z.object({ invites: z.array(z.object(invite).meta({ id: "Invite" })) }).meta({ id: "InviteList" });
export const InviteAddress = z.object({ email: z.string().max(254).overwrite(withoutNul).describe("The address that was invited.") });

const key = {
  key_id: z.string(),
  name: z.string(),
  last_four: z.string(),
  status: z.enum(["active", "revoked"]),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
};
export const KeyRecord = z.object(key).meta({ id: "ApiKey" });
export type KeyRecord = z.infer<typeof KeyRecord>;
export const NewKeyRecord = z
  .object({
    key_id: z.string(),
    name: z.string(),
    key: Secret.describe("Shown once."),
    revoked_key_id: z.string().nullable().describe("The key it replaced, which is refused from now on."),
    ...requestWarnings,
  })
  .meta({ id: "NewApiKey" });
export const KeyList = z.object({ keys: z.array(KeyRecord) }).meta({ id: "ApiKeyList" });

/**
 * `actor`: `person:…` or `key:…` with its id, `command` for the command line, `service` for the service's own maintenance; `session:…` in lines from
 * before there were workspaces. `person`: the address of a person who still has one here.
 */
const ActivityLine = z
  .object({
    at: z.string(),
    action: z.string(),
    subject: z.string(),
    actor: z.string(),
    person: z.string().nullable(),
    ip: z.string().nullable(),
  })
  .meta({ id: "ActivityLine" });
export const Activity = z.object({ lines: z.array(ActivityLine), next_cursor: z.string().nullable() }).meta({ id: "Activity" });

/** Settings of signing in with an OIDC provider. */
import { ConfigError, type Env, integer, oneOf, text } from "./env.ts";

const ROLES = ["admin", "reviewer", "viewer"] as const;

/** Members of the group have the role in the workspace; `workspace` null: in the one of the server's owner. */
export type GroupRole = { group: string; role: (typeof ROLES)[number]; workspace: string | null };

export type OidcConfig = {
  /** URL, as the provider writes it in its tokens. */
  issuer: string;
  clientId: string;
  /** Null: a public client, which proves itself by PKCE alone. */
  clientSecret: string | null;
  /** What the sign-in page calls the provider. */
  name: string;
  scopes: string[];
  /** The claim that lists a person's groups. */
  groupsClaim: string;
  roles: GroupRole[];
  /** Whether addresses count as verified when the provider says nothing of it. */
  trustsEmails: boolean;
  /** After this time a person has to come from the provider again. */
  sessionHours: number;
  /** Whether passwords are for the server's owner alone. */
  isOnly: boolean;
  /** What the provider shows when it says by SCIM who its people and groups are; null: it does not. */
  scimToken: string | null;
};

/** Null without WINNOW_OIDC_ISSUER. Throws ConfigError. */
export function oidcOf(env: Env): OidcConfig | null {
  const issuer = text(env, "WINNOW_OIDC_ISSUER");
  const clientId = text(env, "WINNOW_OIDC_CLIENT_ID");
  if (issuer === null) {
    if (clientId !== null)
      throw new ConfigError("WINNOW_OIDC_CLIENT_ID", "needs WINNOW_OIDC_ISSUER, the provider's URL; or leave it unset.");
    if (text(env, "WINNOW_SCIM_TOKEN") !== null)
      throw new ConfigError("WINNOW_SCIM_TOKEN", "needs WINNOW_OIDC_ISSUER: who is known by SCIM signs in there.");
    return null;
  }
  if (!/^https?:\/\//.test(issuer) || !URL.canParse(issuer) || issuer.includes("?") || issuer.includes("#"))
    throw new ConfigError(
      "WINNOW_OIDC_ISSUER",
      "has to be the provider's http or https URL, such as https://id.example.com/realms/company.",
    );
  if (clientId === null)
    throw new ConfigError("WINNOW_OIDC_CLIENT_ID", "has to be set with WINNOW_OIDC_ISSUER: the id that the provider gave this server.");
  return {
    issuer,
    clientId,
    clientSecret: text(env, "WINNOW_OIDC_CLIENT_SECRET"),
    name: text(env, "WINNOW_OIDC_NAME") ?? "single sign-on",
    scopes: (text(env, "WINNOW_OIDC_SCOPES") ?? "openid profile email").split(/\s+/),
    groupsClaim: text(env, "WINNOW_OIDC_GROUPS_CLAIM") ?? "groups",
    roles: rolesOf(text(env, "WINNOW_OIDC_ROLES") ?? ""),
    trustsEmails: oneOf(env, "WINNOW_OIDC_TRUST_EMAILS", ["true", "false"], "false") === "true",
    sessionHours: integer(env, "WINNOW_OIDC_SESSION_HOURS", 12, 1, 720),
    isOnly: oneOf(env, "WINNOW_OIDC_ONLY", ["true", "false"], "false") === "true",
    scimToken: scimTokenOf(env),
  };
}

/** As many characters as 128 random bits have in hexadecimal. */
const TOKEN_LENGTH_MIN = 32;

function scimTokenOf(env: Env): string | null {
  const token = text(env, "WINNOW_SCIM_TOKEN");
  if (token !== null && !(token.length >= TOKEN_LENGTH_MIN && /^[\w.~+/=-]+$/.test(token)))
    throw new ConfigError(
      "WINNOW_SCIM_TOKEN",
      `has to have ${TOKEN_LENGTH_MIN} characters or more, letters, digits and - . _ ~ + / = only. \`openssl rand -hex 32\` prints one.`,
    );
  return token;
}

/** `GROUP=ROLE` or `GROUP=ROLE@WORKSPACE_ID`, separated by semicolons: a group may have the commas and equal signs of a distinguished name. */
function rolesOf(value: string): GroupRole[] {
  const entries = value.split(";").map((entry) => entry.trim());
  return entries.filter(Boolean).map((entry) => {
    const end = entry.lastIndexOf("=");
    const [role = "", workspace = null, ...more] = entry
      .slice(end + 1)
      .split("@")
      .map((part) => part.trim());
    const group = entry.slice(0, Math.max(0, end)).trim();
    const known = ROLES.find((each) => each === role);
    if (group === "" || known === undefined || more.length > 0 || (workspace !== null && !workspace.startsWith("acct_")))
      throw new ConfigError(
        "WINNOW_OIDC_ROLES",
        `\`${entry}\` is not allowed; give group=role or group=role@acct_…, with the role admin, reviewer or viewer, several separated by semicolons.`,
      );
    return { group, role: known, workspace };
  });
}

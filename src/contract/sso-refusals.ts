/** Why a return from the sign-in provider is refused; the sign-in page shows it. A file of its own, as the dashboard needs nothing else of the errors. */

export const SSO_REFUSALS = {
  sso_failed: "The sign-in was not completed: it was refused, took longer than ten minutes, or began in another browser. Begin again.",
  sso_unreachable: "The sign-in provider does not answer. Try again in a minute; `winnow doctor` on the server says what is wrong.",
  sso_email_missing: "The sign-in provider did not tell your e-mail address. Its administrator gives this server the claim `email`.",
  sso_email_unverified:
    "The sign-in provider does not vouch for your e-mail address. Have it verified there, or ask the person who runs this server to set `WINNOW_OIDC_TRUST_EMAILS`.",
  sso_no_workspace:
    "You are in no group that has a workspace here, and have no invitation. Ask an admin for one of the two, then sign in again.",
  link_invalid: "This link was already used, has expired or is for another address. Ask for a new one.",
  owner_link_needed:
    "This server has no owner yet. Open the link that it printed when it started, or run `winnow accounts link` on its machine for a new one.",
  email_taken: "An account with this e-mail address already exists. Sign in instead.",
} as const;

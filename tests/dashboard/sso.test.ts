/** Signing in with an OIDC provider: who comes in as what, who does not, and how it ends. The provider is a real one. */
import { randomInt } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLink } from "#accounts/links.ts";
import { type OidcServer, startOidcServer } from "../support/oidc-server.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { Browser, FROM_HERE, PASSWORD } from "../support/signed-in.ts";
import { winnowHere } from "../support/winnow-here.ts";

const ACCOUNT = "/api/account/v1";
const OWNER = "owner@example.com";

let provider: OidcServer;
let service: TestService;
let owner: Browser;
beforeAll(async () => {
  provider = await startOidcServer(() => service.url);
  service = await startTestService({
    worker: false,
    env: { ...provider.env, WINNOW_OIDC_ROLES: "accounting=reviewer; cn=it,dc=example,dc=com=admin" },
  });
  owner = new Browser(service.url);
  expect((await owner.signUp(OWNER, {}, FROM_HERE)).status).toBe(201);
});
afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  await provider?.[Symbol.asyncDispose]();
});

/** Somebody whom the provider knows, by its id of them. */
function known(claims: { groups?: string[]; email?: string; email_verified?: boolean }): string {
  const id = `u${randomInt(1e12)}`;
  provider.people.set(id, { email: `${id}@example.com`, email_verified: true, name: "Ben Example", ...claims });
  return id;
}
/** Where the dashboard sends the browser in the end. */
async function arrive(browser: Browser, id: string, token: string | null = null): Promise<string> {
  const start = await browser.post(`${ACCOUNT}/sso/start`, { token });
  expect(start.status).toBe(200);
  const back = await provider.visit(start.json.url, id);
  const answer = await browser.get(back.pathname + back.search);
  expect(answer.status).toBe(302);
  return answer.headers.get("location") ?? "";
}
const newBrowser = () => new Browser(service.url);
const session = async (browser: Browser) => (await browser.get(`${ACCOUNT}/session`)).json;
const roles = async (browser: Browser) =>
  (await browser.get(`${ACCOUNT}/workspaces`)).json.workspaces.map(({ role }: { role: string }) => role);
const emailOf = (id: string) => provider.people.get(id)?.email ?? "";

describe("who comes in", () => {
  test("a member of a group, with the group's role in the owner's workspace, and the code is worth something to this browser alone", async () => {
    const id = known({ groups: ["accounting", "everyone"] });
    const browser = newBrowser();
    const start = await browser.post(`${ACCOUNT}/sso/start`, {});
    const asked = new URL(start.json.url).searchParams;
    expect(asked.get("response_type")).toBe("code");
    expect(asked.get("code_challenge_method")).toBe("S256");
    expect(asked.get("nonce")).toBeTruthy();
    const back = await provider.visit(start.json.url, id);
    const stranger = await newBrowser().get(back.pathname + back.search);
    expect(stranger.headers.get("location")).toBe("/sign-in?refused=sso_failed");
    expect((await browser.get(back.pathname + back.search)).headers.get("location")).toBe("/");
    expect(await session(browser)).toMatchObject({
      email: emailOf(id),
      name: "Ben Example",
      role: "member",
      workspace_role: "reviewer",
      account_id: (await session(owner)).account_id,
    });
    // The same answer of the provider a second time.
    expect((await browser.get(back.pathname + back.search)).headers.get("location")).toBe("/sign-in?refused=sso_failed");
  });

  test("each time with what the groups give then, and without a group not at all", async () => {
    const id = known({ groups: ["accounting"] });
    const browser = newBrowser();
    expect(await arrive(browser, id)).toBe("/");
    const { person_id } = await session(browser);
    const change = await owner.call("PUT", `${ACCOUNT}/members/${person_id}`, { role: "viewer" });
    expect(change.json.error_code).toBe("role_from_group");
    expect((await owner.delete(`${ACCOUNT}/members/${person_id}`)).json.error_code).toBe("role_from_group");

    provider.people.set(id, { email: emailOf(id), email_verified: true, groups: ["accounting", "cn=it,dc=example,dc=com"] });
    const again = newBrowser();
    expect(await arrive(again, id)).toBe("/");
    expect(await session(again)).toMatchObject({ person_id, workspace_role: "admin" });

    provider.people.set(id, { email: emailOf(id), email_verified: true, groups: [] });
    expect(await arrive(newBrowser(), id)).toBe("/sign-in?refused=sso_no_workspace");
    // The sessions that were open ended with the memberships.
    expect((await again.get(`${ACCOUNT}/session`)).status).toBe(401);
    const { members } = (await owner.get(`${ACCOUNT}/members`)).json;
    expect(members.map((member: { email: string }) => member.email)).not.toContain(emailOf(id));
  });

  test("somebody without a group or an invitation does not, and leaves nothing", async () => {
    const id = known({ groups: ["everyone"] });
    expect(await arrive(newBrowser(), id)).toBe("/sign-in?refused=sso_no_workspace");
    expect(await service.db.selectFrom("people").select("id").where("email", "=", emailOf(id)).execute()).toEqual([]);
  });

  test("somebody with an invitation to a workspace, whose groups then change nothing of it", async () => {
    const id = known({});
    const invite = await owner.post(`${ACCOUNT}/member-invites`, { email: emailOf(id), role: "viewer" });
    const browser = newBrowser();
    expect(await arrive(browser, id, invite.json.url.split("#")[1])).toBe("/");
    expect(await session(browser)).toMatchObject({ workspace_role: "viewer" });
    provider.people.set(id, { email: emailOf(id), email_verified: true, groups: ["accounting"] });
    const again = newBrowser();
    await arrive(again, id);
    expect(await session(again)).toMatchObject({ workspace_role: "viewer" });
    const other = known({});
    expect(await arrive(newBrowser(), other, invite.json.url.split("#")[1])).toBe("/sign-in?refused=link_invalid");
  });

  test("somebody with an account of their own keeps it, and gets the group's workspace beside it", async () => {
    const id = known({ groups: ["accounting"] });
    const { url } = await createLink(service.db, service.url, {
      kind: "invite",
      email: emailOf(id),
      tier: "free",
      createdBy: (await session(owner)).account_id,
    });
    const before = newBrowser();
    expect((await before.signUp(emailOf(id), { token: url.split("#")[1] })).status).toBe(201);
    const after = newBrowser();
    expect(await arrive(after, id)).toBe("/");
    expect((await session(after)).person_id).toBe((await session(before)).person_id);
    expect((await roles(after)).sort()).toEqual(["owner", "reviewer"]);
    // The password goes on working, for what does not depend on the provider.
    const byPassword = newBrowser();
    expect((await byPassword.signIn(emailOf(id))).status).toBe(200);
    expect(await roles(byPassword)).toEqual(["owner"]);
    const { account_id } = await session(owner);
    expect((await byPassword.post(`${ACCOUNT}/workspaces/${account_id}/enter`)).status).toBe(404);
  });

  test("nobody by a password for the workspaces of a group", async () => {
    const id = known({ groups: ["accounting"] });
    await arrive(newBrowser(), id);
    const { url } = await createLink(service.db, service.url, { kind: "password", email: emailOf(id) });
    const browser = newBrowser();
    const byLink = await browser.post(`${ACCOUNT}/password/by-link`, { token: url.split("#")[1], new_password: PASSWORD });
    expect(byLink.json.error_code).toBe("sso_needed");
    expect((await browser.get(`${ACCOUNT}/setup`)).json.session).toBeNull();
  });

  test("nobody by an address that the provider does not vouch for", async () => {
    const id = known({ groups: ["accounting"], email: OWNER, email_verified: false });
    expect(await arrive(newBrowser(), id)).toBe("/sign-in?refused=sso_email_unverified");
    const silent = known({ groups: ["accounting"] });
    provider.people.set(silent, { email: "", groups: ["accounting"] });
    expect(await arrive(newBrowser(), silent)).toBe("/sign-in?refused=sso_email_missing");
  });

  test("nobody while the provider hangs up, who is told so", async () => {
    const id = known({ groups: ["accounting"] });
    provider.down.add("/me");
    expect(await arrive(newBrowser(), id)).toBe("/sign-in?refused=sso_unreachable");
    provider.down.clear();
    expect(await arrive(newBrowser(), id)).toBe("/");
  });

  test("is not turned away for good by a server whose first question to the provider failed", async () => {
    await using fresh = await startTestService({ worker: false, beside: service, env: provider.env });
    provider.down.add("/.well-known/openid-configuration");
    expect((await new Browser(fresh.url).post(`${ACCOUNT}/sso/start`, {})).json.error_code).toBe("sso_unreachable");
    provider.down.clear();
    expect((await new Browser(fresh.url).post(`${ACCOUNT}/sso/start`, {})).status).toBe(200);
  });

  test("two sign-ins of a new person at the same moment make one person", async () => {
    const id = known({ groups: ["accounting"] });
    const browsers = [newBrowser(), newBrowser(), newBrowser()];
    const arrived = await Promise.all(browsers.map((browser) => arrive(browser, id)));
    expect(arrived).toEqual(["/", "/", "/"]);
    const sessions = await Promise.all(browsers.map(session));
    expect(new Set(sessions.map(({ person_id }) => person_id)).size).toBe(1);
  });
});

describe("how it ends", () => {
  test("signing out here goes on to the provider, which asks and comes back", async () => {
    const id = known({ groups: ["accounting"] });
    const browser = newBrowser();
    await arrive(browser, id);
    const out = await browser.post(`${ACCOUNT}/sign-out`);
    expect(out.status).toBe(200);
    const url = new URL(out.json.provider_url);
    expect(url.origin).toBe(provider.issuer);
    expect(url.searchParams.get("post_logout_redirect_uri")).toBe(`${service.url}/sign-in`);
    expect(url.searchParams.get("id_token_hint")).toBeTruthy();
    expect((await browser.get(`${ACCOUNT}/session`)).status).toBe(401);
    // A session by password ends here alone.
    expect((await newBrowser().signIn(OWNER)).status).toBe(200);
  });

  test("signing out at the provider ends the session here, and no other one", async () => {
    const [id, other] = [known({ groups: ["accounting"] }), known({ groups: ["accounting"] })];
    const [browser, another] = [newBrowser(), newBrowser()];
    await arrive(browser, id);
    await arrive(another, other);
    await provider.signOut(id);
    await expect.poll(async () => (await browser.get(`${ACCOUNT}/session`)).status).toBe(401);
    expect((await another.get(`${ACCOUNT}/session`)).status).toBe(200);
    const forged = await fetch(`${service.url}${ACCOUNT}/sso/back-channel-logout`, {
      method: "POST",
      body: new URLSearchParams({ logout_token: "eyJhbGciOiJub25lIn0.e30." }),
    });
    expect(await forged.json()).toMatchObject({ error_code: "sso_logout_invalid" });
    expect((await another.get(`${ACCOUNT}/session`)).status).toBe(200);
  });

  test("a session ends when the person has to come from the provider again, however much it is used", async () => {
    const id = known({ groups: ["accounting"] });
    const browser = newBrowser();
    await arrive(browser, id);
    const { person_id } = await session(browser);
    const { rows } = await sql<{ hours: number }>`SELECT extract(epoch FROM expires_at - created_at)::float8 / 3600 AS hours
      FROM sessions WHERE person_id = ${person_id}`.execute(service.db);
    expect(rows).toEqual([{ hours: 12 }]);
    await sql`UPDATE sessions SET expires_at = now() + interval '3 days' WHERE person_id = ${person_id}`.execute(service.db);
    expect(
      (await sql`SELECT FROM sessions WHERE person_id = ${person_id} AND expires_at > created_at + interval '12 hours'`.execute(service.db))
        .rows,
    ).toEqual([]);
  });
});

describe("when only the provider is for people", () => {
  test("passwords are for the owner of the server", async () => {
    await using only = await startTestService({
      worker: false,
      beside: service,
      env: { ...provider.env, WINNOW_OIDC_ONLY: "true", WINNOW_SIGN_UP: "open" },
    });
    const browser = new Browser(only.url);
    expect((await browser.get(`${ACCOUNT}/setup`)).json.sso).toEqual({ name: "Example ID", only: true });
    expect((await browser.signUp("eve@example.com")).json.error_code).toBe("passwords_off");
    const { url } = await createLink(service.db, service.url, { kind: "password", email: emailOf([...provider.people.keys()][0] ?? "") });
    const byLink = await browser.post(`${ACCOUNT}/password/by-link`, { token: url.split("#")[1], new_password: PASSWORD });
    expect(byLink.json.error_code).toBe("passwords_off");
    expect((await browser.get(`${ACCOUNT}/setup`)).json.session).toBeNull();
    expect((await browser.signIn(OWNER)).status).toBe(200);
  });
});

test("`winnow doctor` asks the provider, and says when the issuer is written otherwise", async () => {
  const env = { ...provider.env, DATABASE_URL: service.databaseUrl, WINNOW_DATA_DIR: service.config.dataDir };
  const lineOf = async (issuer: string) => {
    const { stdout } = await winnowHere(["doctor", "--json"], { ...env, WINNOW_OIDC_ISSUER: issuer });
    return JSON.parse(stdout).checks.find(({ name }: { name: string }) => name === "sign-in");
  };
  expect(await lineOf(provider.issuer)).toMatchObject({ ok: true, text: `${provider.issuer}, 0 groups with a role` });
  expect(await lineOf(`${provider.issuer}/`)).toMatchObject({
    ok: false,
    text: expect.stringContaining(`calls itself ${provider.issuer},`),
  });
});

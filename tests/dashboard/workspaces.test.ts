/** Workspaces: who is a member, what each role may do, and that nothing of another workspace is seen. */
import { randomInt } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hashPassword } from "#accounts/passwords.ts";
import { newId } from "#contract/ids.ts";
import type { MemberRole } from "#contract/roles.ts";
import { colleague } from "../support/colleague.ts";
import { becomeOwner } from "../support/dashboard.ts";
import { auditOf } from "../support/database-state.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { Browser, PASSWORD, type Person, signedIn } from "../support/signed-in.ts";

const ACCOUNT = "/api/account/v1";
const TASKS = "/api/extractor/v1/tasks";

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ worker: false, env: { WINNOW_TRUST_PROXY: "127.0.0.1" } });
  await becomeOwner(service, "owner@example.com");
});
afterAll(() => service?.[Symbol.asyncDispose]());

const newEmail = () => `${randomInt(1e12)}@example.com`;
const tokenOf = ({ json }: { json: { url: string } }) => json.url.split("#")[1];
const errorOf = ({ status, json }: { status: number; json: { error_code?: string } | null }) => [status, json?.error_code];

/** Somebody new who joins by invitation. */
async function guest(of: Person, role: MemberRole, email = newEmail()) {
  const invite = await of.browser.post(`${ACCOUNT}/member-invites`, { email, role });
  expect(invite.status).toBe(201);
  const browser = new Browser(service.url);
  const { status, json } = await browser.signUp(email, { token: tokenOf(invite) });
  expect(status).toBe(201);
  return { browser, email, personId: json.person_id as string, session: json };
}
const whereIs = async ({ browser }: { browser: Browser }) => (await browser.get(`${ACCOUNT}/session`)).json;

describe("an invitation", () => {
  test("brings somebody new into the workspace, with the role, and nowhere else", async () => {
    const ada = await signedIn(service);
    const ben = await guest(ada, "reviewer");
    expect(ben.session).toMatchObject({ account_id: ada.accountId, role: "member", workspace_role: "reviewer" });
    expect((await ben.browser.get(`${ACCOUNT}/workspaces`)).json.workspaces).toMatchObject([
      { account_id: ada.accountId, role: "reviewer" },
    ]);
    const { members } = (await ben.browser.get(`${ACCOUNT}/members`)).json;
    expect(members).toMatchObject([
      { email: ada.email, role: "owner" },
      { email: ben.email, role: "reviewer", name: "Ada Example" },
    ]);
    expect(members).toHaveLength(2);
    expect(errorOf(await ben.browser.post(`${ACCOUNT}/workspaces`, { name: "Mine" }))).toEqual([403, "role_too_low"]);
  });

  test("brings somebody who is here already into a second one; each sees only what it looks at", async () => {
    const [ada, ben] = await Promise.all([signedIn(service), signedIn(service)]);
    const task = await ada.client.submit({ file_content: "aGVsbG8=", extraction_schema: { fields: [{ name: "a" }] } });
    const invite = await ada.browser.post(`${ACCOUNT}/member-invites`, { email: ben.email, role: "viewer" });
    const inspected = await new Browser(service.url).post(`${ACCOUNT}/links/inspect`, { token: tokenOf(invite) });
    expect(inspected.json).toMatchObject({ kind: "member", email: ben.email, workspace: ada.email, has_account: true });
    const stranger = await new Browser(service.url).signUp(ben.email, { token: tokenOf(invite) });
    expect(errorOf(stranger)).toEqual([400, "email_taken"]);
    expect((await ben.browser.get(`${TASKS}/${task}`)).status).toBe(404);
    const again = await ada.browser.post(`${ACCOUNT}/member-invites`, { email: ben.email, role: "viewer" });
    expect((await ben.browser.post(`${ACCOUNT}/links/accept`, { token: tokenOf(again) })).json).toMatchObject({
      account_id: ada.accountId,
    });
    expect((await whereIs(ben)).account_id).toBe(ada.accountId);
    expect((await ben.browser.get(`${TASKS}/${task}`)).status).toBe(200);
    expect((await ben.browser.post(`${ACCOUNT}/workspaces/${ben.accountId}/enter`)).status).toBe(200);
    expect((await ben.browser.get(`${TASKS}/${task}`)).status).toBe(404);
    expect((await ben.client.get(`/v1/tasks/${task}`)).status).toBe(404);
  });

  test("is for its address, for once, for a week, and can be withdrawn", async () => {
    const ada = await signedIn(service);
    const ben = await signedIn(service);
    const other = await signedIn(service);
    const ask = async (email = ben.email) => tokenOf(await ada.browser.post(`${ACCOUNT}/member-invites`, { email, role: "admin" }));
    const accept = (who: Person, token: unknown) => who.browser.post(`${ACCOUNT}/links/accept`, { token });
    const replaced = await ask();
    const token = await ask();
    expect(errorOf(await accept(ben, replaced))).toEqual([400, "link_invalid"]);
    expect(errorOf(await accept(other, token))).toEqual([400, "link_invalid"]);
    expect((await accept(ben, token)).status).toBe(200);
    expect(errorOf(await accept(ben, token))).toEqual([400, "link_invalid"]);
    expect(errorOf(await ada.browser.post(`${ACCOUNT}/member-invites`, { email: ben.email, role: "viewer" }))).toEqual([
      400,
      "already_member",
    ]);
    const withdrawn = await ask(other.email);
    expect((await ada.browser.get(`${ACCOUNT}/member-invites`)).json.invites).toMatchObject([{ email: other.email, role: "admin" }]);
    expect((await ada.browser.delete(`${ACCOUNT}/member-invites/${other.email}`)).status).toBe(204);
    expect((await ada.browser.delete(`${ACCOUNT}/member-invites/${other.email}`)).status).toBe(404);
    expect(errorOf(await accept(other, withdrawn))).toEqual([400, "link_invalid"]);
    const late = await ask(other.email);
    await service.db
      .updateTable("account_links")
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where("email", "=", other.email)
      .execute();
    expect(errorOf(await accept(other, late))).toEqual([400, "link_invalid"]);
  });

  test("somebody it was meant for, who lost the race of a wrong one, keeps it", async () => {
    const ada = await signedIn(service);
    const [ben, other] = [await signedIn(service), await signedIn(service)];
    const token = tokenOf(await ada.browser.post(`${ACCOUNT}/member-invites`, { email: ben.email, role: "viewer" }));
    await other.browser.post(`${ACCOUNT}/links/accept`, { token });
    expect((await ben.browser.post(`${ACCOUNT}/links/accept`, { token })).status).toBe(200);
  });
});

describe("a role", () => {
  test("is given by no one above whose own it is", async () => {
    const ada = await signedIn(service);
    const admin = await colleague(service, ada, "admin");
    const ben = await colleague(service, ada, "viewer");
    const set = (who: Person, personId: string, role: MemberRole) => who.browser.call("PUT", `${ACCOUNT}/members/${personId}`, { role });
    expect((await set(admin, ben.personId, "reviewer")).json).toMatchObject({ role: "reviewer" });
    expect(errorOf(await set(admin, ben.personId, "owner"))).toEqual([403, "role_too_low"]);
    expect(errorOf(await set(admin, ada.personId, "viewer"))).toEqual([403, "role_too_low"]);
    expect(errorOf(await set(ben, ben.personId, "admin"))).toEqual([403, "role_too_low"]);
    expect(errorOf(await admin.browser.post(`${ACCOUNT}/member-invites`, { email: newEmail(), role: "owner" }))).toEqual([
      403,
      "role_too_low",
    ]);
    expect(errorOf(await set(ada, ada.personId, "admin"))).toEqual([400, "last_owner"]);
    expect((await set(ada, admin.personId, "owner")).status).toBe(200);
    expect((await set(admin, ada.personId, "admin")).json).toMatchObject({ role: "admin" });
    expect((await whereIs(ada)).workspace_role).toBe("admin");
  });

  test("of the last owner stays when two owners leave at the same moment", async () => {
    const ada = await signedIn(service);
    const ben = await colleague(service, ada, "owner");
    const answers = await Promise.all([ada, ben].map(({ browser, personId }) => browser.delete(`${ACCOUNT}/members/${personId}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400]);
  });

  test("changes at the next request", async () => {
    const ada = await signedIn(service);
    const ben = await colleague(service, ada, "viewer");
    const make = () => ben.browser.post("/api/extractor/v1/templates", { name: "a", extraction_schema: { fields: [{ name: "a" }] } });
    expect(errorOf(await make())).toEqual([403, "role_too_low"]);
    await ada.browser.call("PUT", `${ACCOUNT}/members/${ben.personId}`, { role: "admin" });
    expect((await make()).status).toBe(201);
  });
});

describe("who leaves or is removed", () => {
  test("is out at the next request: elsewhere, or nobody any more", async () => {
    const ada = await signedIn(service);
    const ben = await colleague(service, ada, "admin");
    const eve = await guest(ada, "viewer");
    expect((await whereIs(ben)).account_id).toBe(ada.accountId);
    expect((await ada.browser.delete(`${ACCOUNT}/members/${ben.personId}`)).status).toBe(204);
    expect((await whereIs(ben)).account_id).toBe(ben.accountId);
    expect((await ben.browser.post(`${ACCOUNT}/workspaces/${ada.accountId}/enter`)).status).toBe(404);
    expect((await eve.browser.delete(`${ACCOUNT}/members/${eve.personId}`)).status).toBe(204);
    expect((await eve.browser.get(`${ACCOUNT}/session`)).status).toBe(401);
    expect((await eve.browser.signIn(eve.email)).status).toBe(401);
    expect(await service.db.selectFrom("people").select("id").where("id", "=", eve.personId).execute()).toEqual([]);
    // The address may be invited again.
    expect((await guest(ada, "reviewer", eve.email)).session).toMatchObject({ account_id: ada.accountId });
  });
});

describe("workspaces of one person", () => {
  test("are made, named and entered; keys and data of each are its own", async () => {
    const ada = await signedIn(service);
    const made = await ada.browser.post(`${ACCOUNT}/workspaces`, { name: "Shop" });
    expect([made.status, made.json]).toMatchObject([201, { name: "Shop", role: "owner" }]);
    expect((await whereIs(ada)).account_id).toBe(ada.accountId);
    await ada.browser.post(`${ACCOUNT}/workspaces/${made.json.account_id}/enter`);
    expect(await whereIs(ada)).toMatchObject({ account_id: made.json.account_id, workspace_name: "Shop", workspace_role: "owner" });
    expect((await ada.browser.get(`${ACCOUNT}/keys`)).json.keys).toEqual([]);
    expect((await ada.browser.post(`${ACCOUNT}/keys`, { name: "shop" })).status).toBe(201);
    expect((await ada.client.get("/v1/tasks")).status).toBe(200);
    expect((await ada.browser.call("PUT", `${ACCOUNT}/workspace`, { name: "Shop 2" })).json).toMatchObject({ name: "Shop 2" });
    expect((await ada.browser.get(`${ACCOUNT}/workspaces`)).json.workspaces.map(({ name }: { name: string }) => name)).toContain("Shop 2");
  });

  test("a new session begins where the person was last, also after a changed password", async () => {
    const ada = await signedIn(service);
    const ben = await colleague(service, ada, "viewer");
    const body = { current_password: PASSWORD, new_password: PASSWORD };
    expect((await ben.browser.post(`${ACCOUNT}/password`, body)).status).toBe(204);
    expect((await whereIs(ben)).account_id).toBe(ada.accountId);
    await ben.browser.post(`${ACCOUNT}/workspaces/${ben.accountId}/enter`);
    expect((await new Browser(service.url).signIn(ben.email)).json.account_id).toBe(ben.accountId);
  });

  test("each writes the audit of what was done in it, with the person", async () => {
    const ada = await signedIn(service);
    const ben = await colleague(service, ada, "admin");
    await ben.browser.post(`${ACCOUNT}/keys`, { name: "by Ben" });
    const lines = await auditOf(service.db, "account_id", ada.accountId);
    expect(lines.filter(({ actor }) => actor === `person:${ben.personId}`).map(({ action }) => action)).toEqual([
      "member.joined",
      "key.revoked",
      "key.created",
    ]);
    expect((await ada.browser.get(`${ACCOUNT}/activity`)).json.lines[0]).toMatchObject({ action: "key.created", person: ben.email });
  });
});

test("somebody who signed up with the version before signs in, and changes the password", async () => {
  const email = newEmail();
  const account = newId("acct");
  const password = await hashPassword(PASSWORD);
  await sql`INSERT INTO accounts (id, email, tier, rate_per_minute) VALUES (${account}, ${email}, 'free', 100)`.execute(service.db);
  await sql`INSERT INTO credentials (id, account_id, provider_id, provider_account_id, password)
    VALUES (${newId("cred")}, ${account}, 'credential', ${account}, ${password})`.execute(service.db);
  const browser = new Browser(service.url);
  expect((await browser.signIn(email)).json).toMatchObject({ account_id: account, workspace_role: "owner" });
  const change = { current_password: PASSWORD, new_password: `${PASSWORD} again` };
  expect((await browser.post("/api/account/v1/password", change)).status).toBe(204);
  expect((await new Browser(service.url).signIn(email, change.new_password)).status).toBe(200);
});

/** What a sign-in provider says by SCIM of its people and groups, in the requests that Okta, Microsoft Entra ID and others send (RFC 7644). */
import { randomInt } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLink } from "#accounts/links.ts";
import { WRONG_KEYS_PER_MINUTE } from "#contract/tiers.ts";
import { type OidcServer, startOidcServer } from "../support/oidc-server.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { Browser, FROM_HERE } from "../support/signed-in.ts";
import { winnowHere } from "../support/winnow-here.ts";

const ACCOUNT = "/api/account/v1";
const TOKEN = "0123456789abcdef0123456789abcdef";
const USER = "urn:ietf:params:scim:schemas:core:2.0:User";
const ENTERPRISE = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";
const GROUP = "urn:ietf:params:scim:schemas:core:2.0:Group";
const PATCH = "urn:ietf:params:scim:api:messages:2.0:PatchOp";

let provider: OidcServer;
let service: TestService;
let owner: Browser;
/** Ids of the two groups, by name. */
const groupIds: Record<string, string> = {};
beforeAll(async () => {
  provider = await startOidcServer(() => service.url);
  const roles = "accounting=reviewer; IT=admin";
  service = await startTestService({
    worker: false,
    env: { ...provider.env, WINNOW_OIDC_ROLES: roles, WINNOW_SCIM_TOKEN: TOKEN },
  });
  owner = new Browser(service.url);
  expect((await owner.signUp("owner@example.com", {}, FROM_HERE)).status).toBe(201);
  for (const displayName of ["accounting", "IT"]) {
    const { status, json } = await call("POST", "/Groups", { schemas: [GROUP], displayName, externalId: `of-${displayName}` });
    expect(status).toBe(201);
    groupIds[displayName] = json.id;
  }
});
afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  await provider?.[Symbol.asyncDispose]();
});

async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const answer = await fetch(`${service.url}/scim/v2${path}`, {
    method,
    headers: { authorization: `Bearer ${TOKEN}`, ...(body === undefined ? {} : { "content-type": "application/scim+json" }), ...headers },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const sent = await answer.text();
  return {
    status: answer.status,
    location: answer.headers.get("location"),
    type: answer.headers.get("content-type"),
    json: sent === "" ? null : JSON.parse(sent),
  };
}
const operations = (...Operations: object[]) => ({ schemas: [PATCH], Operations });
const patch = (path: string, ...given: object[]) => call("PATCH", path, operations(...given));
const joins = (group: string, id: string) => patch(`/Groups/${groupIds[group]}`, { op: "Add", path: "members", value: [{ value: id }] });
const leaves = (group: string, id: string) => patch(`/Groups/${groupIds[group]}`, { op: "Remove", path: `members[value eq "${id}"]` });

/** Somebody whom the provider tells of, in these groups. */
async function told(...of: string[]) {
  const email = `u${randomInt(1e12)}@example.com`;
  const body = {
    schemas: [USER, ENTERPRISE],
    userName: email,
    externalId: `ext-${email}`,
    name: { givenName: "Ben", familyName: "Example" },
    emails: [{ value: email, type: "work", primary: true }],
    title: "Bookkeeper",
    phoneNumbers: [{ value: "+49 30 5550100", type: "work" }],
    [ENTERPRISE]: { department: "Accounting" },
    active: true,
  };
  const made = await call("POST", "/Users", body);
  expect([made.status, made.location]).toEqual([201, made.json.meta.location]);
  for (const group of of) expect((await joins(group, made.json.id)).status).toBe(200);
  return { id: made.json.id as string, email, body, json: made.json };
}
/** Signs in at the provider; where the dashboard sends the browser. */
async function arrives(browser: Browser, email: string, groups: string[] = []): Promise<string> {
  provider.people.set(email, { email, email_verified: true, name: "Ben Example", groups });
  const start = await browser.post(`${ACCOUNT}/sso/start`, {});
  const back = await provider.visit(start.json.url, email);
  return (await browser.get(back.pathname + back.search)).headers.get("location") ?? "";
}
const memberOf = async (email: string) =>
  (await owner.get(`${ACCOUNT}/members`)).json.members.find((member: { email: string }) => member.email === email);

describe("people", () => {
  test("who joins a group has an account with its role before the first sign-in, and then signs in to it", async () => {
    const { id, email } = await told();
    expect(await memberOf(email)).toBeUndefined();
    await joins("accounting", id);
    expect(await memberOf(email)).toMatchObject({ name: "Ben Example", role: "reviewer", from_group: true });
    const browser = new Browser(service.url);
    // What the token says of groups does not count where SCIM tells of them.
    expect(await arrives(browser, email, ["IT"])).toBe("/");
    expect((await browser.get(`${ACCOUNT}/session`)).json).toMatchObject({ email, workspace_role: "reviewer" });
    await joins("IT", id);
    expect(await memberOf(email)).toMatchObject({ role: "admin" });
    await leaves("IT", id);
    expect(await memberOf(email)).toMatchObject({ role: "reviewer" });
    await leaves("accounting", id);
    expect(await memberOf(email)).toBeUndefined();
    expect((await browser.get(`${ACCOUNT}/session`)).status).toBe(401);
  });

  test("who has an account already gets the workspace beside their own", async () => {
    const { id, email } = await told();
    const createdBy = (await owner.get(`${ACCOUNT}/session`)).json.account_id;
    const { url } = await createLink(service.db, service.url, { kind: "invite", email, tier: "free", createdBy });
    expect((await new Browser(service.url).signUp(email, { token: url.split("#")[1] })).status).toBe(201);
    await joins("accounting", id);
    const browser = new Browser(service.url);
    expect(await arrives(browser, email)).toBe("/");
    const { workspaces } = (await browser.get(`${ACCOUNT}/workspaces`)).json;
    expect(workspaces.map(({ role }: { role: string }) => role).sort()).toEqual(["owner", "reviewer"]);
  });

  test("of whom SCIM tells nothing come in by the groups of their token", async () => {
    const email = `u${randomInt(1e12)}@example.com`;
    expect(await arrives(new Browser(service.url), email, ["accounting"])).toBe("/");
    expect(await memberOf(email)).toMatchObject({ role: "reviewer" });
  });

  test.each([
    ["Okta says that they are inactive", (id: string) => patch(`/Users/${id}`, { op: "replace", value: { active: false } })],
    ["Entra ID says so", (id: string) => patch(`/Users/${id}`, { op: "Replace", path: "active", value: "False" })],
    ["a provider writes the person anew", (id: string, body: object) => call("PUT", `/Users/${id}`, { ...body, active: false })],
  ])("are out at once, and stay out, when %s", async (_who, says) => {
    const { id, email, body } = await told("accounting");
    const browser = new Browser(service.url);
    expect(await arrives(browser, email)).toBe("/");
    expect((await says(id, body)).json).toMatchObject({ id, active: false });
    expect((await browser.get(`${ACCOUNT}/session`)).status).toBe(401);
    expect(await memberOf(email)).toBeUndefined();
    expect(await arrives(new Browser(service.url), email, ["accounting"])).toBe("/sign-in?refused=sso_no_workspace");
    // Back in, with the groups that they never left.
    await patch(`/Users/${id}`, { op: "replace", path: "active", value: true });
    expect(await memberOf(email)).toMatchObject({ role: "reviewer" });
    expect(await arrives(new Browser(service.url), email)).toBe("/");
  });

  test("whom somebody here made a member keep that, but not a session of the provider", async () => {
    const { id, email } = await told("accounting");
    const { person_id } = await memberOf(email);
    await service.db.updateTable("members").set({ from_group: false }).where("person_id", "=", person_id).execute();
    const browser = new Browser(service.url);
    expect(await arrives(browser, email)).toBe("/");
    // As Okta sends it: with the type of a body that there is not.
    expect((await call("DELETE", `/Users/${id}`, undefined, { "content-type": "application/scim+json" })).status).toBe(204);
    expect(await memberOf(email)).toMatchObject({ role: "reviewer", from_group: false });
    expect((await browser.get(`${ACCOUNT}/session`)).status).toBe(401);
    expect((await call("GET", `/Users/${id}`)).status).toBe(404);
  });

  test("whom the provider makes anew by another name stay in when it takes back the old one", async () => {
    const { id, email, body } = await told("accounting");
    const again = await call("POST", "/Users", { ...body, userName: `again-${email}` });
    await joins("accounting", again.json.id);
    for (const change of [
      () => patch(`/Users/${id}`, { op: "replace", path: "active", value: false }),
      () => call("DELETE", `/Users/${id}`),
    ]) {
      await change();
      expect(await memberOf(email)).toMatchObject({ role: "reviewer" });
      expect(await arrives(new Browser(service.url), email)).toBe("/");
    }
    await call("DELETE", `/Users/${again.json.id}`);
    expect(await memberOf(email)).toBeUndefined();
  });

  test("are told with what is kept of them only", async () => {
    const { id, email, json } = await told("accounting");
    expect(json).toEqual({
      schemas: expect.arrayContaining([USER]),
      id,
      userName: email,
      externalId: `ext-${email}`,
      name: { givenName: "Ben", familyName: "Example" },
      emails: [{ value: email, type: "work", primary: true }],
      active: true,
      groups: [],
      meta: expect.objectContaining({ resourceType: "User", location: `${service.url}/scim/v2/Users/${id}` }),
    });
    const changed = await patch(
      `/Users/${id}`,
      { op: "Add", path: `${ENTERPRISE}:department`, value: "Sales" },
      { op: "Replace", path: "title", value: "Head" },
      { op: "Replace", value: { "name.familyName": "Sample", nickName: "B" } },
      { op: "Replace", path: 'emails[type eq "work"].value', value: `new-${email}` },
      { op: "Add", path: 'emails[type eq "home"].value', value: `home-${email}` },
    );
    expect(changed.json).toMatchObject({
      name: { givenName: "Ben", familyName: "Sample" },
      emails: [
        { value: `new-${email}`, type: "work", primary: true },
        { value: `home-${email}`, type: "home" },
      ],
      groups: [{ value: groupIds.accounting, display: "accounting" }],
    });
    const [row] = await service.db.selectFrom("scim_users").selectAll().where("id", "=", id).execute();
    expect(JSON.stringify(row)).not.toMatch(/Bookkeeper|5550100|Accounting|Sales|Head|nickName/);
    expect((await call("GET", `/Users/${id}?attributes=userName`)).json).not.toHaveProperty("emails");
    expect((await call("GET", `/Users/${id}?excludedAttributes=groups`)).json).not.toHaveProperty("groups");
  });

  test("are found by name in any case, by the provider's id and by any other filter, a page at a time", async () => {
    const { id, email } = await told();
    const idsOf = async (query: Record<string, string>) => {
      const { json } = await call("GET", `/Users?${new URLSearchParams(query)}`);
      return [json.totalResults, json.Resources.map((each: { id: string }) => each.id)];
    };
    for (const filter of [
      `userName eq "${email.toUpperCase()}"`,
      `externalId eq "ext-${email}"`,
      `id eq "${id}"`,
      `emails.value eq "${email}" and active eq true`,
      `userName sw "${email.slice(0, 10)}"`,
    ])
      expect([filter, ...(await idsOf({ filter }))]).toEqual([filter, 1, [id]]);
    expect(await idsOf({ filter: 'userName eq "nobody@example.com"' })).toEqual([0, []]);
    const [total, all] = await idsOf({});
    expect(total).toBe(all.length);
    expect(await idsOf({ startIndex: String(total), count: "5" })).toEqual([total, [id]]);
    expect(await idsOf({ count: "0" })).toEqual([total, []]);
  });
});

test("nothing of a person is left when the workspace is erased in which alone they are", async () => {
  const { id, email } = await told("accounting");
  const { person_id } = await memberOf(email);
  const { accountId } = await service.account();
  await service.db.updateTable("members").set({ account_id: accountId }).where("person_id", "=", person_id).execute();
  const erased = await winnowHere(["accounts", "erase", accountId, "--yes"], {
    DATABASE_URL: service.databaseUrl,
    WINNOW_DATA_DIR: service.config.dataDir,
  });
  expect(erased).toMatchObject({ code: 0 });
  expect(await service.db.selectFrom("people").select("id").where("email", "=", email).execute()).toEqual([]);
  expect((await call("GET", `/Users/${id}`)).status).toBe(404);
});

describe("groups", () => {
  test("give and take when they are written anew, renamed or deleted", async () => {
    const { id, email } = await told();
    const name = `sales ${randomInt(1e9)}`;
    const { json: group } = await call("POST", "/Groups", { schemas: [GROUP], displayName: name, members: [{ value: id }] });
    expect(group.members).toEqual([expect.objectContaining({ value: id, display: email })]);
    expect(await memberOf(email)).toBeUndefined();
    await call("DELETE", `/Groups/${groupIds.IT}`);
    await patch(`/Groups/${group.id}`, { op: "replace", value: { id: group.id, displayName: "IT" } });
    expect(await memberOf(email)).toMatchObject({ role: "admin" });
    expect((await call("GET", `/Groups/${group.id}?excludedAttributes=members`)).json).not.toHaveProperty("members");
    await call("PUT", `/Groups/${group.id}`, { schemas: [GROUP], displayName: "IT", members: [] });
    expect(await memberOf(email)).toBeUndefined();
    await joins("accounting", id);
    groupIds.IT = group.id;
    await joins("IT", id);
    await call("DELETE", `/Groups/${group.id}`);
    expect(await memberOf(email)).toMatchObject({ role: "reviewer" });
    const again = await call("POST", "/Groups", { schemas: [GROUP], displayName: "IT", externalId: "of-IT" });
    groupIds.IT = again.json.id;
  });
});

describe("a request", () => {
  test("that two send of one name at a time makes one", async () => {
    const userName = `u${randomInt(1e12)}@example.com`;
    const answers = await Promise.all(Array.from({ length: 5 }, () => call("POST", "/Users", { schemas: [USER], userName })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.json).toMatchObject({ status: "409", scimType: "uniqueness" });
  });

  test.each([
    ["without a user name", "POST", "/Users", { schemas: [USER], active: true }, 400],
    ["with a user name that is no text", "POST", "/Users", { schemas: [USER], userName: 7 }, 400],
    ["with a user name that is too long", "POST", "/Users", { schemas: [USER], userName: "x".repeat(501) }, 400],
    ["that is no object", "POST", "/Users", "[]", 400],
    ["that is no JSON", "POST", "/Users", "{", 400],
    ["with half of a character", "POST", "/Users", '{"userName":"\\ud800"}', 422],
    ["without operations", "PATCH", "/Groups/ID", { schemas: [PATCH] }, 400],
    ["with an operation that there is not", "PATCH", "/Groups/ID", operations({ op: "move", path: "displayName" }), 400],
    ["with a member that is no text", "PATCH", "/Groups/ID", operations({ op: "add", path: "members", value: [{ value: 7 }] }), 400],
    ["of somebody unknown", "PUT", "/Users/scu_unknown", { schemas: [USER], userName: "a" }, 404],
    ["to change somebody unknown", "PATCH", "/Users/scu_unknown", operations({ op: "replace", path: "active", value: true }), 404],
    ["to delete somebody unknown", "DELETE", "/Users/scu_unknown", undefined, 404],
    ["with a filter that is none", "GET", "/Users?filter=userName", undefined, 400],
    ["with a page that is none", "GET", "/Users?startIndex=x", undefined, 422],
    ["for a schema that there is not", "GET", "/Schemas/nothing", undefined, 404],
  ])("%s is refused in the protocol's own form", async (_what, method, path, body, status) => {
    const answer = await call(method, path.replace("ID", groupIds.accounting ?? ""), body);
    expect(answer.json).toMatchObject({ schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"], status: String(status) });
    expect([answer.status, answer.type, typeof answer.json.detail]).toEqual([status, "application/scim+json; charset=utf-8", "string"]);
  });

  test("without the token, or with another one, is refused whatever it asks; too many wrong ones are slowed down", async () => {
    const { json } = await owner.post(`${ACCOUNT}/keys`, { name: "a key" });
    for (const authorization of ["", "Bearer", `Bearer ${TOKEN}x`, TOKEN, `Bearer ${json.key}`])
      for (const [method, path] of [
        ["GET", "/Users"],
        ["GET", "/Schemas"],
        ["DELETE", `/Groups/${groupIds.IT}`],
      ] as const)
        expect((await call(method, path, undefined, { authorization })).status).toBe(401);
    const asked = await Promise.all(
      Array.from({ length: WRONG_KEYS_PER_MINUTE + 1 }, () => call("GET", "/Users", undefined, { authorization: "Bearer wrong" })),
    );
    expect(asked.map(({ status }) => status)).toContain(429);
    expect((await call("GET", "/Users?count=1")).status).toBe(200);
  });

  test("asks what there is before it begins", async () => {
    expect((await call("GET", "/ServiceProviderConfig")).json).toMatchObject({ patch: { supported: true }, bulk: { supported: false } });
    expect((await call("GET", "/ResourceTypes")).json.Resources.map(({ endpoint }: { endpoint: string }) => endpoint)).toEqual([
      "/Users",
      "/Groups",
    ]);
    const { json } = await call("GET", `/Schemas/${USER}`);
    const names = json.attributes.map(({ name }: { name: string }) => name);
    expect(names).toEqual(["userName", "name", "displayName", "active", "emails", "groups"]);
  });

  test("is answered by a service without SCIM as any unknown address", async () => {
    await using other = await startTestService({ worker: false, env: provider.env });
    const answer = await fetch(`${other.url}/scim/v2/Users`, { headers: { authorization: `Bearer ${TOKEN}` } });
    expect([answer.status, await answer.json()]).toEqual([404, expect.objectContaining({ error_code: "not_found" })]);
  });
});

/** Accounts of the dashboard (contract §9; faults D01, D02, D04, D05, D09, D11). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLink } from "#accounts/links.ts";
import { verifyPassword } from "#accounts/passwords.ts";
import { Client } from "../support/client.ts";
import { becomeOwner } from "../support/dashboard.ts";
import { auditOf } from "../support/database-state.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { Browser, FROM_HERE, PASSWORD } from "../support/signed-in.ts";

const ACCOUNT = "/api/account/v1";
const OWNER = "owner@example.com";

let service: TestService;
let owner: Browser;
beforeAll(async () => {
  service = await startTestService({ worker: false, env: { WINNOW_TRUST_PROXY: "127.0.0.1" } });
  owner = await becomeOwner(service, OWNER);
});
afterAll(() => service[Symbol.asyncDispose]());

const browser = () => new Browser(service.url);
let people = 0;
/** Somebody with an account of their own. */
async function member(): Promise<Browser & { email: string }> {
  const email = `person${++people}@example.com`;
  const invite = await owner.post(`${ACCOUNT}/invites`, { email });
  const joined = browser();
  const answer = await joined.signUp(email, { token: invite.json.url.split("#")[1] });
  expect(answer.status).toBe(201);
  return Object.assign(joined, { email });
}

describe("the first visit", () => {
  test("makes the owner, and only the first of several at once", async () => {
    await using other = await startTestService({ worker: false });
    const visitors = Array.from({ length: 5 }, () => new Browser(other.url));
    const [first = new Browser(other.url)] = visitors;
    const setup = async () => (await first.get(`${ACCOUNT}/setup`, FROM_HERE)).json;
    expect(await setup()).toEqual({ owner: false, owner_by_link: false, sign_up: "invite", sso: null, session: null });
    const answers = await Promise.all(visitors.map((each, i) => each.signUp(`visitor${i}@example.com`, {}, FROM_HERE)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 400, 400, 400, 400]);
    const winner = answers.find((answer) => answer.status === 201);
    expect(winner?.json).toMatchObject({ role: "owner", tier: "enterprise" });
    expect(await setup()).toMatchObject({ owner: true, owner_by_link: false });
    const late = answers.find((answer) => answer.status === 400);
    expect(late?.json.error_code).toBe("sign_up_closed");
  });

  test("gives the owner the keys and tasks that the command line made before", async () => {
    await using other = await startTestService({ worker: false });
    const first = await other.account({ email: "owner@localhost" });
    const visitor = await becomeOwner(other, OWNER);
    expect((await visitor.get(`${ACCOUNT}/session`)).json.account_id).toBe(first.accountId);
    expect((await visitor.get(`${ACCOUNT}/keys`)).json.keys).toMatchObject([{ status: "active", last_four: first.key.slice(-4) }]);
  });

  test("works by the one-time link as well, once", async () => {
    await using other = await startTestService({ worker: false });
    const { url } = await createLink(other.db, other.url, { kind: "owner" });
    const token = url.split("#")[1] ?? "";
    const visitor = new Browser(other.url);
    expect((await visitor.post(`${ACCOUNT}/links/inspect`, { token })).json).toMatchObject({ kind: "owner", email: null });
    expect((await new Browser(other.url).signUp("x@example.com", { token: "guessed" })).json.error_code).toBe("link_invalid");
    expect((await visitor.signUp(OWNER, { token })).json.role).toBe("owner");
    expect((await new Browser(other.url).signUp("y@example.com", { token })).json.error_code).toBe("link_invalid");
  });
});

describe("a session", () => {
  test("D01: has a cookie that scripts, other sites and plain http cannot get at, new at each sign-in", async () => {
    const person = await member();
    const first = new Map(person.cookies);
    const [cookie = ""] = person.lastSetCookie;
    expect(cookie).toMatch(/^__Secure-winnow\.session_token=/);
    for (const attribute of ["HttpOnly", "Secure", "SameSite=Lax", "Path=/"]) expect(cookie).toContain(attribute);
    await person.signIn(person.email);
    expect([...person.cookies.values()]).not.toEqual([...first.values()]);
  });

  test("D01: is dead after signing out, also for whoever kept its cookie", async () => {
    const person = await member();
    const thief = browser();
    for (const [name, value] of person.cookies) thief.cookies.set(name, value);
    expect((await thief.get(`${ACCOUNT}/session`)).status).toBe(200);
    expect((await person.post(`${ACCOUNT}/sign-out`)).status).toBe(204);
    expect(person.cookies.size).toBe(0);
    expect((await thief.get(`${ACCOUNT}/session`)).status).toBe(401);
  });

  test("D01: ends when it is not used, and 30 days after signing in however much it is used", async () => {
    const person = await member();
    const { db } = service;
    const { json } = await person.get(`${ACCOUNT}/session`);
    const mine = db.updateTable("sessions").where("person_id", "=", json.person_id);
    const days = (n: number) => new Date(Date.now() + n * 86_400_000);
    await mine.set({ created_at: days(-29.5), expires_at: days(100) }).execute();
    const kept = await db.selectFrom("sessions").select("expires_at").where("person_id", "=", json.person_id).executeTakeFirstOrThrow();
    expect(kept.expires_at.getTime()).toBeLessThan(days(0.6).getTime());
    await mine.set({ created_at: days(-4), expires_at: days(-0.01) }).execute();
    expect((await person.get(`${ACCOUNT}/session`)).status).toBe(401);
  });

  test("cannot be forged", async () => {
    const person = await member();
    for (const [name, value] of person.cookies)
      person.cookies.set(
        name,
        value.replace(/^./, (first) => (first === "a" ? "b" : "a")),
      );
    expect((await person.get(`${ACCOUNT}/session`)).status).toBe(401);
  });
});

describe("a request from another site", () => {
  test.each([
    ["another origin", { origin: "https://evil.example" }],
    ["no origin", { origin: null }],
    ["an origin that is none", { origin: "null" }],
    ["Sec-Fetch-Site cross-site", { "sec-fetch-site": "cross-site" }],
    ["Sec-Fetch-Site same-site", { "sec-fetch-site": "same-site" }],
  ])("D02: with %s is refused with 403 and changes nothing", async (_, headers) => {
    const person = await member();
    for (const [path, body] of [
      [`${ACCOUNT}/keys`, { name: "stolen" }],
      [`${ACCOUNT}/sign-out`, undefined],
      [`${ACCOUNT}/sign-in`, { email: person.email, password: PASSWORD }],
      ["/api/extractor/v1/templates", { name: "a", extraction_schema: { fields: [{ name: "a" }] } }],
    ] as const) {
      const answer = await person.post(path, body, headers);
      expect([path, answer.status, answer.json.error_code]).toEqual([path, 403, "cross_site"]);
    }
    expect((await person.get(`${ACCOUNT}/keys`)).json.keys).toEqual([]);
    expect((await person.get("/api/extractor/v1/templates")).json.templates).toEqual([]);
  });

  test("D02: does nothing by GET", async () => {
    const person = await member();
    for (const path of ["sign-out", "keys", "password", "sign-in", "invites"]) await person.get(`${ACCOUNT}/${path}`);
    expect((await person.get(`${ACCOUNT}/session`)).status).toBe(200);
    expect((await person.get(`${ACCOUNT}/keys`)).json.keys).toEqual([]);
  });
});

describe("a wrong password", () => {
  /** Of all addresses. */
  const delayUntil = (blocked_until: Date) => service.db.updateTable("sign_in_failures").set({ blocked_until }).execute();

  test("D04: is answered like an unknown address, and later ones have to wait longer and longer", async () => {
    const person = await member();
    const known: unknown[][] = [];
    const unknown: unknown[][] = [];
    const visitor = browser();
    const shape = ({ status, json }: Awaited<ReturnType<Browser["signIn"]>>) => [
      status,
      json.error_code,
      json.detail.replace(/\d+ s/, "… s"),
    ];
    for (let i = 0; i < 10; i++) {
      known.push(shape(await visitor.signIn(person.email, "wrong password here")));
      unknown.push(shape(await visitor.signIn("nobody@example.com", "wrong password here")));
      // The first delay is one second, which a busy machine takes for the next try.
      if (i === 4) await delayUntil(new Date(Date.now() + 3_600_000));
    }
    expect(known).toEqual(unknown);
    expect(known.slice(0, 5)).toEqual(Array(5).fill([401, "sign_in_failed", "E-mail address or password is wrong."]));
    expect(known[5]?.slice(0, 2)).toEqual([429, "sign_in_delayed"]);
    // Another spelling of the address is the same address.
    expect((await visitor.signIn(` ${person.email.toUpperCase()}  `)).status).toBe(429);
    for (const seconds of [2, 4, 8, 16]) {
      await delayUntil(new Date(Date.now() - 1000));
      const from = Date.now();
      await visitor.signIn(person.email, "wrong password here");
      const to = Date.now();
      const { until } = await service.db
        .selectFrom("sign_in_failures")
        .select(({ fn }) => fn.max("blocked_until").as("until"))
        .executeTakeFirstOrThrow();
      expect(until.getTime() - 1000 * seconds).toBeGreaterThanOrEqual(from);
      expect(until.getTime() - 1000 * seconds).toBeLessThanOrEqual(to);
    }
    expect((await visitor.signIn(person.email)).json.retry_after).toBeLessThanOrEqual(16);
  });

  test("D04: does not lock the owner out: a link sets a new password at once", async () => {
    const person = await member();
    const visitor = browser();
    for (let i = 0; i < 6; i++) await visitor.signIn(person.email, "wrong password here");
    expect((await visitor.signIn(person.email)).status).toBe(429);
    const { url } = await createLink(service.db, service.url, { kind: "password", email: person.email });
    const token = url.split("#")[1];
    const set = await visitor.post(`${ACCOUNT}/password/by-link`, { token, new_password: "another long sentence" });
    expect([set.status, set.json.email]).toEqual([200, person.email]);
    expect((await visitor.get(`${ACCOUNT}/session`)).status).toBe(200);
    expect((await person.get(`${ACCOUNT}/session`)).status).toBe(401);
    expect((await browser().signIn(person.email, "another long sentence")).status).toBe(200);
    expect((await visitor.post(`${ACCOUNT}/password/by-link`, { token, new_password: PASSWORD })).json.error_code).toBe("link_invalid");
  });

  test("guessing from one address is slowed down", async () => {
    const headers = { "x-forwarded-for": "198.51.100.7" };
    const tries = await Promise.all(
      Array.from({ length: 130 }, (_, i) =>
        browser().post(`${ACCOUNT}/sign-in`, { email: `guess${i}@example.com`, password: "wrong password here" }, headers),
      ),
    );
    const statuses = tries.map(({ status }) => status);
    expect([statuses.filter((status) => status === 401).length, statuses.filter((status) => status === 429).length]).toEqual([120, 10]);
  });
});

describe("a password", () => {
  test("D05: is kept as argon2id of at least 19 MiB and two passes", async () => {
    const person = await member();
    const { json } = await person.get(`${ACCOUNT}/session`);
    const row = await service.db
      .selectFrom("credentials")
      .select("password")
      .where("person_id", "=", json.person_id)
      .executeTakeFirstOrThrow();
    const [, memory, passes] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$/.exec(row.password ?? "") ?? [];
    expect(Number(memory)).toBeGreaterThanOrEqual(19 * 1024);
    expect(Number(passes)).toBeGreaterThanOrEqual(2);
    expect(await verifyPassword(row.password ?? "", PASSWORD)).toBe(true);
    expect(await verifyPassword(row.password ?? "", `${PASSWORD} `)).toBe(false);
  });

  test("D05: of a megabyte, or of eleven characters, is refused with 422", async () => {
    for (const password of ["x".repeat(1_000_000), "x".repeat(1_048_576), "x".repeat(257), "eleven char"]) {
      const answer = await browser().signUp("long@example.com", { password });
      expect([password.length, answer.status]).toEqual([password.length, 422]);
      expect(answer.json.detail[0].loc).toEqual(["body", "password"]);
    }
    expect((await browser().signIn("long@example.com", "x".repeat(1_000_000))).status).toBe(422);
  });

  test("D05: counts to its last byte", async () => {
    const person = await member();
    const long = `${"a".repeat(80)}b${"a".repeat(19)}`;
    const changed = await person.post(`${ACCOUNT}/password`, { current_password: PASSWORD, new_password: long });
    expect(changed.status).toBe(204);
    expect((await browser().signIn(person.email, "a".repeat(100))).status).toBe(401);
    expect((await browser().signIn(person.email, long)).status).toBe(200);
  });

  test("is changed by whoever knows it, which ends all other sessions", async () => {
    const person = await member();
    const elsewhere = browser();
    await elsewhere.signIn(person.email);
    const wrong = await person.post(`${ACCOUNT}/password`, { current_password: "not the password", new_password: "another long sentence" });
    expect([wrong.status, wrong.json.error_code]).toEqual([400, "wrong_password"]);
    expect((await elsewhere.get(`${ACCOUNT}/session`)).status).toBe(200);
    const right = await person.post(`${ACCOUNT}/password`, { current_password: PASSWORD, new_password: "another long sentence" });
    expect(right.status).toBe(204);
    expect((await elsewhere.get(`${ACCOUNT}/session`)).status).toBe(401);
    expect((await person.get(`${ACCOUNT}/session`)).status).toBe(200);
  });
});

describe("invitations", () => {
  test("are the owner's, for one address, and work once", async () => {
    const person = await member();
    expect((await person.post(`${ACCOUNT}/invites`, { email: "friend@example.com" })).json.error_code).toBe("owner_only");
    const invite = await owner.post(`${ACCOUNT}/invites`, { email: "Friend@Example.com", tier: "pro" });
    expect([invite.status, invite.json.email]).toEqual([201, "friend@example.com"]);
    expect(JSON.stringify((await owner.get(`${ACCOUNT}/invites`)).json)).not.toContain("url");
    const token = invite.json.url.split("#")[1];
    expect((await browser().signUp("somebody@example.com", { token })).json.error_code).toBe("link_invalid");
    expect((await browser().signUp("friend@example.com", { token })).json).toMatchObject({ role: "member", tier: "pro" });
    expect((await browser().signUp("friend@example.com", { token })).json.error_code).toBe("link_invalid");
  });

  test("can be taken back", async () => {
    const invite = await owner.post(`${ACCOUNT}/invites`, { email: "never@example.com" });
    expect((await owner.delete(`${ACCOUNT}/invites/never%40example.com`)).status).toBe(204);
    expect((await browser().signUp("never@example.com", { token: invite.json.url.split("#")[1] })).json.error_code).toBe("link_invalid");
  });

  test("are not needed where sign-up is open, which takes over nobody's account", async () => {
    await using open = await startTestService({ worker: false, env: { WINNOW_SIGN_UP: "open" } });
    await open.account({ email: "made@example.com" });
    await becomeOwner(open, OWNER);
    expect((await new Browser(open.url).signUp("anybody@example.com")).json).toMatchObject({ role: "member", tier: "free" });
    expect((await new Browser(open.url).signUp("made@example.com")).json.error_code).toBe("email_taken");
    expect((await new Browser(open.url).signUp(OWNER)).json.error_code).toBe("email_taken");
  });
});

describe("API keys", () => {
  test("K09: are made with a session, shown once, and replace the one before at once", async () => {
    const person = await member();
    const first = await person.post(`${ACCOUNT}/keys`, { name: "laptop" });
    expect([first.status, first.headers.get("cache-control")]).toEqual([201, "no-store"]);
    const second = await person.post(`${ACCOUNT}/keys`, { name: "server" });
    expect(second.json.revoked_key_id).toBe(first.json.key_id);
    expect((await new Client(service.url, first.json.key).get("/v1/tasks")).status).toBe(401);
    expect((await new Client(service.url, second.json.key).get("/v1/tasks")).status).toBe(200);
    const list = await person.get(`${ACCOUNT}/keys`);
    expect(list.json.keys).toMatchObject([
      { name: "server", status: "active", last_four: second.json.key.slice(-4) },
      { name: "laptop", status: "revoked" },
    ]);
    expect(list.text).not.toContain(second.json.key);
    expect((await person.delete(`${ACCOUNT}/keys/${second.json.key_id}`)).status).toBe(204);
    expect((await new Client(service.url, second.json.key).get("/v1/tasks")).status).toBe(401);
  });

  test("of another account cannot be seen or revoked", async () => {
    const [one, other] = [await member(), await member()];
    const made = await one.post(`${ACCOUNT}/keys`, { name: "mine" });
    expect((await other.get(`${ACCOUNT}/keys`)).json.keys).toEqual([]);
    expect((await other.delete(`${ACCOUNT}/keys/${made.json.key_id}`)).status).toBe(404);
    expect((await new Client(service.url, made.json.key).get("/v1/tasks")).status).toBe(200);
  });

  test("open no account: a key is nobody to the dashboard's own routes", async () => {
    const person = await member();
    const { json } = await person.post(`${ACCOUNT}/keys`, { name: "mine" });
    expect((await new Client(service.url, json.key).get(`${ACCOUNT}/keys`)).status).toBe(401);
  });

  test("D09: fields that nobody may set are not taken from a body", async () => {
    const person = await member();
    const before = (await person.get(`${ACCOUNT}/session`)).json;
    const evil = `{"name":"k","tier":"enterprise","account_id":"acct_x","role":"owner","__proto__":{"tier":"enterprise"},"constructor":{"prototype":{"role":"owner"}}}`;
    expect((await person.post(`${ACCOUNT}/keys`, evil, { "content-type": "application/json" })).status).toBe(201);
    const joined = await browser().signUp("evil@example.com", {
      token: (await owner.post(`${ACCOUNT}/invites`, { email: "evil@example.com" })).json.url.split("#")[1],
      role: "owner",
      tier: "enterprise",
      account_id: before.account_id,
    });
    expect(joined.json).toMatchObject({ role: "member", tier: "free" });
    expect((await person.get(`${ACCOUNT}/session`)).json).toEqual(before);
    expect(({} as { tier?: string }).tier).toBeUndefined();
  });
});

describe("with a session", () => {
  test("the API answers as with a key, for the account's own things only", async () => {
    const [one, other] = [await member(), await member()];
    const made = await one.post("/api/extractor/v1/templates", { name: "mine", extraction_schema: { fields: [{ name: "total" }] } });
    expect(made.status).toBe(201);
    expect((await one.get("/api/extractor/v1/templates")).json.templates).toHaveLength(1);
    expect((await other.get("/api/extractor/v1/templates")).json.templates).toEqual([]);
    expect((await other.get(`/api/extractor/v1/templates/${made.json.template_id}`)).status).toBe(404);
  });

  test("looking does not use up the account's rate", async () => {
    const person = await member();
    const looked = await person.get("/api/extractor/v1/tasks");
    expect(looked.headers.get("x-ratelimit-limit")).toBe("1200");
    const worked = await person.post("/api/extractor/v1/schemas/validate", { extraction_schema: { fields: [{ name: "a" }] } });
    expect([worked.headers.get("x-ratelimit-limit"), worked.headers.get("x-ratelimit-remaining")]).toEqual(["100", "99"]);
  });

  test("whoever has used up the rate can still make a key and sign out", async () => {
    const person = await member();
    const ask = { extraction_schema: { fields: [{ name: "a" }] } };
    const worked = await Promise.all(Array.from({ length: 101 }, () => person.post("/api/extractor/v1/schemas/validate", ask)));
    expect(worked.filter(({ status }) => status === 429)).toHaveLength(1);
    expect((await person.post(`${ACCOUNT}/keys`, { name: "mine" })).status).toBe(201);
    expect((await person.post(`${ACCOUNT}/sign-out`)).status).toBe(204);
  });
});

test("D11: who did what, when and from where is kept", async () => {
  const person = await member();
  const from = { "x-forwarded-for": "203.0.113.9" };
  await person.post(`${ACCOUNT}/sign-in`, { email: person.email, password: PASSWORD }, from);
  const { json: made } = await person.post(`${ACCOUNT}/keys`, { name: "k" }, from);
  await person.post("/api/extractor/v1/webhook-secret/rotate", undefined, from);
  const { json } = await person.get(`${ACCOUNT}/session`);
  await person.call("DELETE", `${ACCOUNT}/keys/${made.key_id}`, undefined, from);
  const lines = await auditOf(service.db, "account_id", json.account_id);
  expect(lines.map(({ action }) => action)).toEqual([
    "account.created",
    "account.signed_in",
    "account.signed_in",
    "key.created",
    "webhook_secret.rotated",
    "key.revoked",
  ]);
  for (const line of lines.slice(2)) {
    expect(line.actor).toMatch(/^person:per_/);
    expect(line.ip).toBe("203.0.113.9");
    expect(Math.abs(Date.now() - line.at.getTime())).toBeLessThan(60_000);
  }
});

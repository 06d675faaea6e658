/** Which account a command means: the guides' commands work before somebody has signed up and after. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLink } from "#accounts/links.ts";
import { Client } from "../support/client.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { Browser, PASSWORD } from "../support/signed-in.ts";
import { codeOf } from "../support/totp.ts";
import { winnowHere } from "../support/winnow-here.ts";

const OWNER = "ada@example.com";
const COMMANDS = [["webhooks", "secret"], ["budget"], ["accounts", "link"]];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "winnow-accounts-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function open() {
  const service = await startTestService({ worker: false, env: { WINNOW_SECRET: "a secret that is long enough for it" } });
  const env = { DATABASE_URL: service.databaseUrl, WINNOW_DATA_DIR: folder, WINNOW_SECRET: "a secret that is long enough for it" };
  return { service, winnow: (...args: string[]) => winnowHere(args, env), [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() };
}

async function signUp(service: TestService): Promise<void> {
  const { url } = await createLink(service.db, service.url, { kind: "owner" });
  expect((await new Browser(service.url).signUp(OWNER, { token: url.split("#")[1] })).status).toBe(201);
}

const statusOf = async ({ url }: TestService, key: string) => (await new Client(url, key.trim()).get("/v1/tasks")).status;

describe("a command that names no account", () => {
  test("means the command line's before somebody has signed up, and the owner's after", async () => {
    await using opened = await open();
    const { service, winnow } = opened;
    await winnow("keys", "create", "--name", "guide");
    const before = await winnow("webhooks", "secret");
    expect(before).toMatchObject({ code: 0, stdout: expect.stringMatching(/^whsec_\S+\n$/) });
    await signUp(service);
    expect((await winnow("webhooks", "secret")).stdout).toBe(before.stdout);
    expect((await winnow("webhooks", "secret", "--account", "owner@localhost")).stdout).toBe(before.stdout);
    expect(JSON.parse((await winnow("budget", "--json")).stdout)).toMatchObject({ account: OWNER });
    for (const args of COMMANDS) expect((await winnow(...args)).code, args.join(" ")).toBe(0);
  });

  test("means the only account there is", async () => {
    await using opened = await open();
    await opened.winnow("keys", "create", "--name", "shop", "--account", "shop@example.com");
    expect(JSON.parse((await opened.winnow("budget", "--json")).stdout)).toMatchObject({ account: "shop@example.com" });
  });

  test("says what to do where there is none, or none of several is the owner's", async () => {
    await using opened = await open();
    const { winnow } = opened;
    expect(await winnow("budget")).toMatchObject({ code: 1, stderr: expect.stringContaining("winnow keys create --name NAME") });
    for (const email of ["a@example.com", "b@example.com"]) await winnow("keys", "create", "--name", "x", "--account", email);
    expect(await winnow("budget")).toMatchObject({ code: 1, stderr: expect.stringContaining("--account: a@example.com, b@example.com") });
    expect(await winnow("budget", "--account", "c@example.com")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("These exist: a@example.com"),
    });
  });
});

test("after sign-up a key for owner@localhost is the owner's, and no other account is made", async () => {
  await using opened = await open();
  const { service, winnow } = opened;
  await signUp(service);
  const made = [
    await winnow("keys", "create", "--name", "one"),
    await winnow("keys", "create", "--name", "two", "--account", "owner@localhost"),
  ];
  expect(await Promise.all(made.map(({ stdout }) => statusOf(service, stdout)))).toEqual([401, 200]);
  expect(await service.db.selectFrom("accounts").select("email").execute()).toEqual([{ email: OWNER }]);
});

test("a new key names the one it revokes, apart from the key itself", async () => {
  await using opened = await open();
  const { winnow } = opened;
  const first = await winnow("keys", "create", "--name", "laptop");
  expect(first.stderr).toBe("");
  const second = await winnow("keys", "create", "--name", "server");
  expect(second.stderr).toContain(`revokes “laptop” (…${first.stdout.trim().slice(-4)}) of owner@localhost`);
  expect(second.stdout).toMatch(/^wnw_[0-9A-Za-z]{49}\n$/);
  expect((await winnow("keys", "create", "--name", "shop", "--account", "shop@example.com")).stderr).toBe("");
});

test("a person who has lost the app gets a link, and no code is asked for any more", async () => {
  await using opened = await open();
  const { service, winnow } = opened;
  await signUp(service);
  const browser = new Browser(service.url);
  await browser.signIn(OWNER);
  expect(await winnow("accounts", "link", "--without-second-factor")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("no second factor"),
  });
  const { uri } = (await browser.post("/api/account/v1/second-factor", { password: PASSWORD })).json;
  await browser.post("/api/account/v1/second-factor/confirm", { code: codeOf(uri) });
  expect((await browser.signIn(OWNER)).status).toBe(202);
  const { code, stdout } = await winnow("accounts", "link", "--account", OWNER, "--without-second-factor");
  expect(code).toBe(0);
  const answer = await browser.post("/api/account/v1/password/by-link", { token: stdout.trim().split("#")[1], new_password: PASSWORD });
  expect(answer.status).toBe(200);
});

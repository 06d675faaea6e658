/** Two hundred people sign in for the first time while the API that admits them is killed: each becomes one person with the group's role, whole. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type OidcServer, startOidcServer } from "../support/oidc-server.ts";
import { kill, type Processes, startProcesses } from "../support/processes.ts";
import { Browser, FROM_HERE } from "../support/signed-in.ts";

const COUNT = 200;
const AT_ONCE = 4;
const KILLS = 6;
const ACCOUNT = "/api/account/v1";

let home: string;
let provider: OidcServer;
let processes: Processes;
let owner: Browser;
let env: Record<string, string>;
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), "winnow-sso-"));
  provider = await startOidcServer(() => processes.url);
  env = { ...provider.env, WINNOW_OIDC_ROLES: "accounting=reviewer" };
  processes = await startProcesses(path.join(home, "data"), env);
  owner = new Browser(processes.url);
  expect((await owner.signUp("owner@example.com", {}, FROM_HERE)).status).toBe(201);
});
afterAll(async () => {
  await processes?.[Symbol.asyncDispose]();
  await provider?.[Symbol.asyncDispose]();
  await rm(home, { recursive: true, force: true });
});

/** As a person does: begins again until it works. */
async function signIn(id: string): Promise<Browser> {
  const deadline = Date.now() + 120_000;
  for (;;) {
    const browser = new Browser(processes.url);
    const location = await once(browser, id).catch(() => null);
    if (location === "/") return browser;
    if (Date.now() > deadline) throw new Error(`${id} cannot sign in: ${location}`);
    await sleep(200);
  }
}

async function once(browser: Browser, id: string): Promise<string | null> {
  const start = await browser.post(`${ACCOUNT}/sso/start`, {});
  if (start.status !== 200) return null;
  const back = await provider.visit(start.json.url, id);
  return (await browser.get(back.pathname + back.search)).headers.get("location");
}

test("each of 200 people is in once, as what the group says, whatever was killed meanwhile", async () => {
  const ids = Array.from({ length: COUNT }, (_, n) => `person-${n}`);
  for (const id of ids) provider.people.set(id, { email: `${id}@example.com`, email_verified: true, groups: ["accounting"] });
  const waiting = [...ids];
  let kills = 0;
  const killing = async () => {
    // After every thirtieth sign-in, so that the last kill has some behind it.
    while (kills < KILLS) {
      if (ids.length - waiting.length >= (kills + 1) * 30) {
        if (++kills === KILLS / 2) {
          await processes.killEverything();
          processes = await startProcesses(path.join(home, "data"), { ...env, PORT: new URL(processes.url).port });
        } else for (const pid of (await processes.pids()).api) kill(pid);
      }
      await sleep(20);
    }
  };
  const browsers: Browser[] = [];
  const signing = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) browsers.push(await signIn(id));
  };
  await Promise.all([killing(), ...Array.from({ length: AT_ONCE }, signing)]);

  const { members } = (await owner.get(`${ACCOUNT}/members`)).json as { members: { email: string; role: string; from_group: boolean }[] };
  const came = members.filter(({ role }) => role !== "owner");
  expect(came.map(({ email }) => email).sort()).toEqual(ids.map((id) => `${id}@example.com`).sort());
  expect(came.every(({ role, from_group }) => role === "reviewer" && from_group)).toBe(true);
  for (const browser of browsers) expect((await browser.get(`${ACCOUNT}/session`)).status).toBe(200);
});

/**
 * What each role of a workspace may do, and that no role reaches another workspace: every operation of the description, so that a new route
 * cannot escape.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type IdPrefix, newId } from "#contract/ids.ts";
import { MEMBER_ROLES, type MemberRole } from "#contract/roles.ts";
import { colleague } from "../support/colleague.ts";
import { fillAccount, idsOf, startJudge } from "../support/filled-account.ts";
import type { ModelServer } from "../support/model-server.ts";
import { operations } from "../support/openapi.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { type Person, signedIn } from "../support/signed-in.ts";
import { validBodies } from "../support/valid-bodies.ts";

/** Entering and joining need no role yet; the address of an upload is signed; the server's owner is no role of a workspace; signing out ends the test. */
const OTHERS = ["/setup", "/links/inspect", "/sign-up", "/sign-in", "/sso/start", "/password/by-link", "/sign-out", "/invites"];
const guarded = operations.filter(
  ({ name, path }) =>
    path.startsWith("/api/") &&
    !OTHERS.some((each) => path.includes(`/account/v1${each}`)) &&
    !name.startsWith("PUT /api/extractor/v1/uploads"),
);
const withId = guarded.filter(({ path }) => path.includes("{"));

let judge: ModelServer;
let service: TestService;
let bodies: Record<string, Record<string, unknown>>;
let ids: Record<string, string>;
let members: Record<MemberRole, Person>;
beforeAll(async () => {
  judge = await startJudge();
  service = await startTestService({ env: judge.env("openai") });
  bodies = await validBodies();
  const ada = await fillAccount(service);
  ids = await idsOf(service, ada);
  const ben = await signedIn(service);
  const others = MEMBER_ROLES.slice(1).map(async (role) => [role, await colleague(service, ben, role)] as const);
  members = { owner: ben, ...Object.fromEntries(await Promise.all(others)) } as Record<MemberRole, Person>;
});
afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  await judge?.[Symbol.asyncDispose]();
});

const parameterOf = (path: string) => /\{(\w+)\}/.exec(path)?.[1] ?? "";
const addressOf = (path: string, id: string) => {
  const address = path
    .replace(/\{\w+\}/, encodeURIComponent(id))
    .replace(/\{(n|version)\}/g, "1")
    .replace(/\{\w+\}/g, "none");
  return address.endsWith("/v1/events") ? `${address}?seconds=1` : address;
};
const nobodys = (path: string) => newId(((ids[parameterOf(path)] ?? "").split("_")[0] || "task") as IdPrefix);
const bodyOf = ({ body }: { body: string | null }) => (body === null ? undefined : bodies[body]);
const tells = ({ status, text }: { status: number; text: string }) => ({ status, text: text.replace(/"request_id":"\w+"/, "") });

/** The writing that is not refused to the role; things named in the address do not exist. */
async function writesOf(role: MemberRole): Promise<string[]> {
  const allowed: string[] = [];
  for (const operation of guarded) {
    if (operation.method === "GET") continue;
    const answer = await members[role].browser.call(
      operation.method,
      addressOf(operation.path, nobodys(operation.path)),
      bodyOf(operation),
    );
    if (answer.json?.error_code !== "role_too_low") allowed.push(operation.name.replace(/\/api\/(\w+)\/v1/, "$1"));
  }
  return allowed.sort();
}

const OF_VIEWERS = [
  "DELETE account/members/{person_id}",
  "DELETE account/passkeys/{passkey_id}",
  "POST account/links/accept",
  "POST account/passkeys",
  "POST account/passkeys/options",
  "POST account/password",
  "POST account/second-factor",
  "POST account/second-factor/backup-codes",
  "POST account/second-factor/confirm",
  "POST account/second-factor/remove",
  "POST account/workspaces/{account_id}/enter",
  "POST extractor/schemas/validate",
  "POST recruit/resumes/search",
];
const OF_REVIEWERS = [
  "DELETE account/reviews/{task_id}",
  "DELETE extractor/tasks/{task_id}/comments/{comment_id}",
  "DELETE extractor/uploads/{upload_id}",
  "POST account/reviews/next",
  "POST account/reviews/{task_id}",
  "POST extractor/documents/preview",
  "POST extractor/extract-async",
  "POST extractor/extract-batch",
  "POST extractor/packets",
  "POST extractor/schemas/suggest",
  "POST extractor/tasks/{task_id}/cancel",
  "POST extractor/tasks/{task_id}/comments",
  "POST extractor/tasks/{task_id}/retry",
  "POST extractor/tasks/{task_id}/review",
  "POST extractor/uploads",
  "POST recruit/analyze-job",
  "POST recruit/evaluate",
  "POST recruit/extract-resumes",
  "POST recruit/positions/{position_id}/resumes",
  "PUT extractor/packets/{packet_id}/parts",
  "PUT extractor/tasks/{task_id}/assignment",
];
/** Removing oneself is a viewer's; removing somebody else is refused by the route. */
const REFUSED_FOR_OTHERS = "DELETE account/members/{person_id}";
const OF_OWNERS = ["POST account/workspaces"];

describe("the writing of each role is what is written here", () => {
  test("viewers", async () => {
    expect(await writesOf("viewer")).toEqual(OF_VIEWERS.filter((name) => name !== REFUSED_FOR_OTHERS));
  });
  test("reviewers", async () => {
    expect(await writesOf("reviewer")).toEqual([...OF_VIEWERS, ...OF_REVIEWERS].filter((name) => name !== REFUSED_FOR_OTHERS).sort());
  });
  test.each(["admin", "owner"] as const)("%s: everything", async (role) => {
    const all = guarded.filter(({ method }) => method !== "GET").map(({ name }) => name.replace(/\/api\/(\w+)\/v1/, "$1"));
    expect(await writesOf(role)).toEqual(all.filter((name) => role === "owner" || !OF_OWNERS.includes(name)).sort());
  });
});

test.each([
  [
    "viewer",
    [
      "account/activity",
      "account/keys",
      "account/member-invites",
      "extractor/reviews/people",
      "extractor/webhook-secret",
      "recruit/positions/{position_id}/audit-export",
      "recruit/positions/{position_id}/impact",
    ],
  ],
  [
    "reviewer",
    [
      "account/activity",
      "account/keys",
      "account/member-invites",
      "extractor/reviews/people",
      "extractor/webhook-secret",
      "recruit/positions/{position_id}/audit-export",
      "recruit/positions/{position_id}/impact",
    ],
  ],
  ["admin", []],
] as const)("%s reads everything but secrets and who did what", async (role, refused) => {
  const seen: string[] = [];
  for (const { method, path } of guarded) {
    if (method !== "GET") continue;
    const answer = await members[role].browser.get(addressOf(path, nobodys(path)));
    if (answer.status === 403) seen.push(path.replace(/\/api\/(\w+)\/v1/, "$1"));
  }
  expect(seen.sort()).toEqual(refused);
});

test.each(withId)("$name tells no role of another workspace whether there is such a thing", async (operation) => {
  const id = ids[parameterOf(operation.path)] ?? "";
  expect(id).not.toBe("");
  for (const role of MEMBER_ROLES) {
    const ask = (each: string) => members[role].browser.call(operation.method, addressOf(operation.path, each), bodyOf(operation));
    const [theirs, none] = [await ask(id), await ask(operation.path.includes("{email}") ? "nobody@example.com" : nobodys(operation.path))];
    expect(tells(theirs), role).toEqual(tells(none));
    expect([403, 404], role).toContain(theirs.status);
  }
});

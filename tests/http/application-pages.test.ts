/** GET /api/recruit/v1/positions/{position_id}/applications: page by page, each application once. */
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { newId } from "#contract/ids.ts";
import type { ApplicationList } from "#contract/recruiting/position.ts";
import type { Client } from "../support/client.ts";
import { seeded } from "../support/random.ts";
import { type SharedService, sharedService } from "../support/shared-service.ts";

let service: SharedService;
beforeAll(async () => {
  service = await sharedService();
});

type Owner = Client & { accountId: string };
/** A score; null: being evaluated; "reading": not read yet. */
type Entry = number | null | "reading";

async function makePosition(client: Owner, batches: readonly (readonly Entry[])[]): Promise<{ positionId: string; ids: string[] }> {
  const { json } = await client.post("/recruit/positions", { title: "Data engineer", required_skills: [{ name: "Python" }] });
  const { accountId } = client;
  const ids: string[] = [];
  for (const [i, entries] of batches.entries()) {
    const batchId = newId("job", Date.now() + i);
    await sql`INSERT INTO batches (id, account_id, position_id, total_documents) VALUES (${batchId}, ${accountId}, ${json.position_id}, ${entries.length})`.execute(
      service.db,
    );
    for (const [index, entry] of entries.entries()) {
      const id = newId("app");
      ids.push(id);
      await sql`INSERT INTO batch_entries (id, batch_id, account_id, index, state, deadline_at)
        VALUES (${id}, ${batchId}, ${accountId}, ${index}, ${entry === "reading" ? "processing" : "succeeded"}, now() + interval '1 hour')`.execute(
        service.db,
      );
      if (entry !== "reading")
        await sql`INSERT INTO application_evaluations (id, position_id, account_id, run, state, evaluation_id, overall_score, deadline_at)
          VALUES (${id}, ${json.position_id}, ${accountId}, 1, ${entry === null ? "evaluating" : "evaluated"}, ${entry === null ? null : newId("eval")}, ${entry}, now() + interval '1 hour')`.execute(
          service.db,
        );
    }
  }
  return { positionId: json.position_id, ids };
}

const pageOf = async (client: Client, positionId: string, query: string): Promise<ApplicationList> =>
  (await client.get(`/recruit/positions/${positionId}/applications?${query}`)).json;
const idsOf = ({ applications }: ApplicationList) => applications.map(({ application_id }) => application_id);

async function pagesOf(client: Client, positionId: string, limit: number, between = async () => {}): Promise<ApplicationList[]> {
  const pages = [await pageOf(client, positionId, `limit=${limit}`)];
  for (let next = pages[0]?.next_cursor; next; next = pages.at(-1)?.next_cursor) {
    await between();
    pages.push(await pageOf(client, positionId, `limit=${limit}&cursor=${next}`));
  }
  return pages;
}

/** With many equal scores. */
function randomBatches(seed: number): Entry[][] {
  const random = seeded(seed);
  const upTo = (n: number) => Math.floor(random() * n);
  const kinds: Entry[] = ["reading", null, 0, 100, 50, 51, 52];
  const entry = (): Entry => kinds[upTo(kinds.length)] ?? null;
  return Array.from({ length: 1 + upTo(4) }, () => Array.from({ length: 1 + upTo(14) }, entry));
}

describe("page by page", () => {
  test.each([1, 2, 3, 4, 5, 6])("every application comes once, best first, whatever a page holds (%i)", async (seed) => {
    const client = await service.account();
    const batches = randomBatches(seed);
    const { positionId, ids } = await makePosition(client, batches);
    const rankOf = (entry: Entry) => (typeof entry === "number" ? entry : -1);
    const expected = batches
      .flat()
      .map((entry, index) => ({ id: ids[index], index, rank: rankOf(entry) }))
      .sort((a, b) => b.rank - a.rank || a.index - b.index);
    for (const limit of [1, 2, 3, 7, ids.length, 100]) {
      const pages = await pagesOf(client, positionId, limit);
      const all = pages.flatMap(({ applications }) => applications);
      expect(all.map(({ application_id: id, index }) => ({ id, index }))).toEqual(expected.map(({ id, index }) => ({ id, index })));
      expect(pages.slice(0, -1).every(({ applications }) => applications.length === limit)).toBe(true);
    }
  });

  test("an application whose score changes meanwhile may move; no other is lost or comes twice", async () => {
    const client = await service.account();
    const { positionId, ids } = await makePosition(client, [[90, 80, 80, 70, null, 60, "reading", 80, 10]]);
    const moving = ids[4];
    let score = 100;
    const change = async () => {
      await sql`UPDATE application_evaluations SET state = 'evaluated', evaluation_id = 'eval_moved', overall_score = ${score} WHERE id = ${moving}`.execute(
        service.db,
      );
      score -= 30;
    };
    const all = (await pagesOf(client, positionId, 2, change)).flatMap(idsOf).filter((id) => id !== moving);
    expect(all).toEqual([0, 1, 2, 7, 3, 5, 8, 6].map((index) => ids[index]));
  });

  test("has 20 without `limit`, at most 100, and the skills on each page", async () => {
    const client = await service.account();
    const { positionId } = await makePosition(client, [Array.from({ length: 30 }, (_, i) => i)]);
    const [first, second] = await Promise.all([
      pageOf(client, positionId, ""),
      pageOf(client, positionId, "").then(({ next_cursor }) => pageOf(client, positionId, `cursor=${next_cursor}`)),
    ]);
    expect([first.applications.length, second.applications.length, second.next_cursor]).toEqual([20, 10, null]);
    expect(second.skills).toEqual(["Python"]);
    expect((await client.get(`/recruit/positions/${positionId}/applications?limit=101`)).status).toBe(422);
  });
});

describe("422", () => {
  test("a cursor of no list, of another list or with impossible parts", async () => {
    const client = await service.account();
    const { positionId } = await makePosition(client, [[1]]);
    const job = newId("job");
    const made = [[1, job], [101, job, 0], [1, "app_1", 0], [1, job, 2 ** 31], [1, job, -1], ["1", job, 0], null, {}];
    const cursors = made.map((place) => Buffer.from(JSON.stringify(place)).toString("base64url"));
    for (const cursor of ["x", "", newId("task"), "a".repeat(301), ...cursors]) {
      const { status, json } = await client.get(`/recruit/positions/${positionId}/applications?cursor=${cursor}`);
      expect([cursor, status, json.detail?.[0]?.loc]).toEqual([cursor, 422, ["query", "cursor"]]);
    }
  });
});

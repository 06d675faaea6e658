/** The embedded database takes as many connections as the processes of the node may open, however many workers there are. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { expect, test } from "vitest";
import { connectionsOf, OWN, POOLS } from "#main/connections.ts";
import { embeddedConnection, startEmbeddedPostgres } from "#platform/postgres/embedded-postgres.ts";

const WORKERS = 15;

test("H13g: each pool of a node with fifteen workers can be full, and the command line still gets in", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "winnow-connections-"));
  const clients: pg.Client[] = [];
  const database = await startEmbeddedPostgres(path.join(folder, "postgres"), () => undefined, connectionsOf(WORKERS));
  try {
    const open = async () => {
      const client = new pg.Client(embeddedConnection(path.join(folder, "postgres")));
      client.on("error", () => undefined);
      await client.connect();
      clients.push(client);
    };
    const api = POOLS.requests + POOLS.api + POOLS.rates + OWN.leader;
    const all = WORKERS * (POOLS.worker + OWN.leader) + api + POOLS.supervisor + OWN.notifications;
    for (let i = 0; i < all; i++) await open();
    for (let i = 0; i < 3; i++) await open();
    expect(clients).toHaveLength(all + 3);
  } finally {
    await Promise.all(clients.map((client) => client.end()));
    await database[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  }
});

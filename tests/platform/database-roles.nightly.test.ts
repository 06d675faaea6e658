/** The roles of row-level security in databases of every kind of user: who may make roles, and who only owns a database. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createKey } from "#accounts/keys.ts";
import { inAccount } from "#platform/postgres/account-scope.ts";
import type { Connection, Role } from "#platform/postgres/client.ts";
import { openDb } from "#platform/postgres/db.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#platform/postgres/embedded-postgres.ts";
import { migrate } from "#platform/postgres/migrate.ts";
import { findRowSecurity } from "#platform/postgres/row-security.ts";
import { Client } from "../support/client.ts";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { type Processes, startProcesses } from "../support/processes.ts";

let folder: string;
let cluster: EmbeddedPostgres;
let host: string;
let admin: pg.Client;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "winnow-roles-"));
  cluster = await startEmbeddedPostgres(path.join(folder, "postgres"), () => undefined);
  if (!("host" in cluster.connection)) throw new Error("the embedded database has a socket");
  host = cluster.connection.host;
  admin = new pg.Client(cluster.connection);
  await admin.connect();
});
afterAll(async () => {
  await admin?.end();
  await cluster?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const urlOf = (user: string, database: string) => `postgres://${user}@localhost:5432/${database}?host=${encodeURIComponent(host)}`;

async function databaseOf(user: string, name: string): Promise<Connection> {
  await admin.query(`CREATE DATABASE ${name} OWNER ${user}`);
  return { connectionString: urlOf(user, name) };
}

async function dropEverything(databases: string[]): Promise<void> {
  for (const name of databases) await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
  await admin.query("DROP ROLE IF EXISTS winnow_app, winnow_system");
}

async function whoIs(connection: Connection, role: Role): Promise<string | undefined> {
  await using opened = openDb(connection, { connectionsMax: 1, name: "test", role, onError: () => undefined });
  return (await opened.pool.query("SELECT current_user AS who")).rows[0]?.who;
}

test("six databases of one cluster that are migrated at the same moment share the roles", async () => {
  const names = [1, 2, 3, 4, 5, 6].map((n) => `at_once_${n}`);
  const connections: Connection[] = [];
  for (const name of names) connections.push(await databaseOf("winnow", name));
  await Promise.all([...connections, ...connections].map((connection) => migrate(connection)));
  for (const connection of connections) expect(await findRowSecurity(connection)).toEqual({ isOn: true });
  await dropEverything(names);
});

test("a user who may create roles makes them and takes them", async () => {
  await admin.query("CREATE ROLE maker LOGIN CREATEROLE");
  const connection = await databaseOf("maker", "made");
  await migrate(connection);
  expect(await findRowSecurity(connection)).toEqual({ isOn: true });
  expect(await whoIs(connection, "winnow_app")).toBe("winnow_app");
  expect(await whoIs(connection, "winnow_system")).toBe("winnow_system");
  await dropEverything(["made"]);
});

test("roles that pass policies are not taken", async () => {
  await admin.query(
    "CREATE ROLE winnow_app BYPASSRLS; CREATE ROLE winnow_system; CREATE ROLE careless LOGIN; GRANT winnow_app, winnow_system TO careless",
  );
  const connection = await databaseOf("careless", "lax");
  await migrate(connection);
  expect(await findRowSecurity(connection)).toEqual({ isOn: false, statements: ["ALTER ROLE winnow_app NOSUPERUSER NOBYPASSRLS"] });
  await dropEverything(["lax"]);
});

test("a user who only owns the database works without them, is told what to run, and has them at the next start", async () => {
  await admin.query("CREATE ROLE plain LOGIN");
  const connection = await databaseOf("plain", "plain");
  const dataDir = path.join(folder, "data");
  const start = () => startProcesses(dataDir, { DATABASE_URL: urlOf("plain", "plain"), WINNOW_LOG_LEVEL: "warn", WINNOW_WORKERS: "1" });
  const warnings = (processes: Processes) =>
    processes
      .output()
      .split("\n")
      .filter((line) => line.includes("row-level security"));

  const first = await start();
  const client = await clientOf(first, connection);
  expect((await client.extract(await ask())).status).toBe("completed");
  expect(warnings(first)).toHaveLength(1);
  const advice = JSON.parse(warnings(first)[0] ?? "").msg;
  expect(await first.stop()).toBe(0);

  const statements = /can run: (.*;) then start again$/.exec(advice)?.[1] ?? "";
  expect(statements).toBe("CREATE ROLE winnow_app; CREATE ROLE winnow_system; GRANT winnow_app, winnow_system TO plain;");
  await admin.query(statements);

  const second = await start();
  const other = await clientOf(second, connection);
  expect((await other.extract(await ask())).status).toBe("completed");
  expect(warnings(second)).toEqual([]);
  expect(await second.stop()).toBe(0);
  expect(await findRowSecurity(connection)).toEqual({ isOn: true });
  await using requests = openDb(connection, { connectionsMax: 1, name: "test", role: "winnow_app", onError: () => undefined });
  const tasks = () => requests.db.selectFrom("tasks").select("account_id").execute();
  expect(await inAccount(other.accountId, tasks)).toEqual([{ account_id: other.accountId }]);
  expect(await tasks()).toEqual([]);
}, 180_000);

test("rights that somebody takes back are warned of, not worked around", async () => {
  const connection = { connectionString: urlOf("plain", "plain") };
  await admin.query("REVOKE winnow_system FROM plain");
  await migrate(connection);
  expect(await findRowSecurity(connection)).toEqual({ isOn: false, statements: ["GRANT winnow_app, winnow_system TO plain"] });
  await expect(whoIs(connection, "winnow_system")).rejects.toMatchObject({ code: "42501" });
});

const ask = async () => ({ file_content: base64(await pdfOf(INVOICE)), extraction_schema: INVOICE_SCHEMA, provider: "local" });

/** An account of its own, made as the connecting user. */
async function clientOf(processes: Processes, connection: Connection): Promise<Client & { accountId: string }> {
  await using opened = openDb(connection, { connectionsMax: 1, name: "test", role: null, onError: () => undefined });
  const email = `${Date.now()}@example.com`;
  const { key, accountId } = await createKey(opened.db, { name: "test", email, tier: "enterprise", ratePerMinute: null });
  return Object.assign(new Client(processes.url, key), { accountId });
}

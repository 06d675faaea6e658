/** Row-level security: an account's rows are nobody else's, whatever a statement forgets (D08). */
import { Readable } from "node:stream";
import fastify from "fastify";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { enterAccount } from "#http/account-scope.ts";
import { composeWorker } from "#main/compose.ts";
import { inAccount } from "#platform/postgres/account-scope.ts";
import { transaction } from "#platform/postgres/transaction.ts";
import { fillAccount, startJudge } from "../support/filled-account.ts";
import type { ModelServer } from "../support/model-server.ts";
import { startTestService, type TestService } from "../support/service.ts";

const FOREIGN = "42501";
/** How a table's rows belong to an account, where it has no `account_id`. */
const OWNERS: Record<string, string> = {
  accounts: "id",
  account_links: "created_by",
  template_versions: "(SELECT account_id FROM templates WHERE id = template_id)",
  delivery_attempts: "(SELECT account_id FROM deliveries WHERE id = delivery_id)",
  people: "(SELECT m.account_id FROM members m WHERE m.person_id = id)",
  ...Object.fromEntries(
    [
      ...["sign_in_failures", "sign_in_steps", "sessions", "credentials", "second_factors", "passkeys"],
      ...["scim_users", "scim_groups", "scim_group_members"],
    ].map((table) => [table, "'nobody'"]),
  ),
};
/** Rows of no account, but of people and addresses. */
const OF_NOBODY = Object.keys(OWNERS).filter((table) => OWNERS[table] === "'nobody'");
const ownerOf = (table: string) => OWNERS[table] ?? "account_id";
/** A column whose value may be set to itself. */
const columnOf = (table: string) =>
  ({
    template_versions: "name",
    delivery_attempts: "error",
    sign_in_failures: "failures",
    people: "name",
    sessions: "ip",
    credentials: "provider_id",
    sign_in_steps: "value",
    second_factors: "failures",
    passkeys: "name",
    scim_users: "active",
    scim_groups: "display_name",
    scim_group_members: "group_id",
  })[table] ?? ownerOf(table);

let judge: ModelServer;
let service: TestService;
let owner: pg.Client;
let app: pg.Client;
let tables: string[];
let ada: string;
let ben: string;

beforeAll(async () => {
  judge = await startJudge();
  service = await startTestService({ env: judge.env("openai") });
  [ada, ben] = await Promise.all([fillAccount(service), fillAccount(service)]).then(([one, other]) => [one.accountId, other.accountId]);
  [owner, app] = [new pg.Client(service.databaseUrl), new pg.Client(service.databaseUrl)];
  await Promise.all([owner.connect(), app.connect()]);
  await app.query("SET ROLE winnow_app");
  for (const account of [ada, ben])
    await owner.query("INSERT INTO task_usage_days (account_id, day) VALUES ($1, current_date - 1)", [account]);
  await owner.query(
    "INSERT INTO sign_in_steps (id, identifier, value, expires_at) VALUES ('step', 'step', 'x', now() + interval '1 hour')",
  );
  await owner.query("INSERT INTO second_factors (id, person_id, secret, backup_codes) SELECT id, id, 'x', 'x' FROM people");
  await owner.query("INSERT INTO scim_users (id, user_name, active, profile) VALUES ('user', 'user', true, '{}')");
  await owner.query("INSERT INTO scim_groups (id, display_name) VALUES ('group', 'group')");
  await owner.query("INSERT INTO scim_group_members (group_id, user_id) VALUES ('group', 'user')");
  const { rows } = await owner.query(
    "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relrowsecurity AND NOT relispartition",
  );
  tables = rows.map(({ relname }) => relname);
});
afterAll(async () => {
  await Promise.all([owner?.end(), app?.end()]);
  await service?.[Symbol.asyncDispose]();
  await judge?.[Symbol.asyncDispose]();
});

/** Those that a statement may write. */
async function columnsOf(table: string): Promise<string[]> {
  const { rows } = await owner.query(
    "SELECT attname FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''",
    [table],
  );
  return rows.map(({ attname }) => `"${attname}"`);
}

/** Runs `work` in a transaction that leaves nothing, with the account set; null: not set at all. */
async function as<T>(account: string | null, work: () => Promise<T>): Promise<T> {
  await app.query("BEGIN");
  try {
    if (account !== null) await app.query("SELECT set_config('winnow.account', $1, true)", [account]);
    return await work();
  } finally {
    await app.query("ROLLBACK");
  }
}
const touched = async (statement: string) => (await app.query(statement)).rowCount;
/** Their rows are not even an own account's to change. */
const ADDED_ONLY = ["audit_lines"];
/** A person may be a member of other workspaces too. */
const READ_ONLY = ["people"];
const count = async (client: pg.Client, table: string, where = "true") =>
  Number((await client.query(`SELECT count(*) FROM ${table} WHERE ${where}`)).rows[0].count);

describe("every table with rows of accounts", () => {
  test("D08: is guarded, also one that a later migration adds", async () => {
    const { rows } = await owner.query(`SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND a.attname = 'account_id' AND NOT a.attisdropped`);
    expect(tables).toEqual(expect.arrayContaining([...rows.map(({ relname }) => relname), ...Object.keys(OWNERS)]));
    const { rows: policies } = await owner.query(`SELECT tablename, array_agg(policyname::text ORDER BY policyname) AS names,
      array_agg(roles::text ORDER BY policyname) AS roles FROM pg_policies GROUP BY tablename`);
    expect(policies.map(({ tablename }) => tablename).sort()).toEqual(tables.toSorted());
    for (const policy of policies)
      expect(policy).toMatchObject({ names: ["all_rows", "own_rows"], roles: ["{winnow_system}", "{public}"] });
  });

  test("D08: is reached through the whole only where it has parts", async () => {
    const { rows } = await owner.query(
      `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relispartition AND relkind = 'r' AND NOT relrowsecurity`,
    );
    expect(rows).toEqual([]);
    const { rows: parts } = await owner.query<{ name: string }>(
      "SELECT oid::regclass::text AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relispartition AND relkind = 'r'",
    );
    expect(parts.length).toBeGreaterThan(1);
    for (const { name } of parts) await expect(app.query(`SELECT FROM ${name}`), name).rejects.toThrow("permission denied");
  });

  test("D08: is guarded through views as well", async () => {
    const { rows } = await owner.query(`SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('v', 'm')
      AND NOT coalesce(reloptions @> '{security_invoker=true}', false)`);
    expect(rows).toEqual([]);
  });

  test("D08: has rows of both accounts here, or the rest proves nothing", async () => {
    for (const table of tables.filter((each) => !OF_NOBODY.includes(each)))
      for (const account of [ada, ben])
        expect(await count(owner, table, `${ownerOf(table)} = '${account}'`), `${table} of ${account}`).toBeGreaterThan(0);
    for (const table of OF_NOBODY) expect(await count(owner, table), table).toBeGreaterThan(0);
  });

  test.each([
    ["unset", null],
    ["empty", ""],
    ["another's", "acct_somebody_else"],
  ])("D08: gives and changes nothing while the account is %s", async (_, account) => {
    for (const table of tables) {
      expect(await as(account, () => count(app, table)), table).toBe(0);
      if (ADDED_ONLY.includes(table)) continue;
      const column = columnOf(table);
      expect(await as(account, () => touched(`UPDATE ${table} SET ${column} = ${column}`)), table).toBe(0);
      expect(await as(account, () => touched(`DELETE FROM ${table}`)), table).toBe(0);
    }
    expect(await as(account, () => count(app, "usage_now"))).toBe(0);
  });

  test("D08: gives and changes an account's own rows, all of them and no other", async () => {
    for (const table of tables) {
      const own = await count(owner, table, `${ownerOf(table)} = '${ada}'`);
      expect(await as(ada, () => count(app, table)), table).toBe(own);
      if (ADDED_ONLY.includes(table)) continue;
      const column = columnOf(table);
      expect(await as(ada, () => touched(`UPDATE ${table} SET ${column} = ${column}`)), table).toBe(READ_ONLY.includes(table) ? 0 : own);
      expect(await as(ada, () => touched(`DELETE FROM ${table} WHERE ${ownerOf(table)} = '${ben}'`)), table).toBe(0);
    }
    expect(await as(ada, () => count(app, "usage_now"))).toBe(await count(owner, "usage_now", `account_id = '${ada}'`));
  });

  test("that is only added to is changed by nobody", async () => {
    for (const table of ADDED_ONLY) {
      await expect(as(ada, () => touched(`UPDATE ${table} SET subject = ''`))).rejects.toThrow("permission denied");
      await expect(as(ada, () => touched(`DELETE FROM ${table}`))).rejects.toThrow("permission denied");
    }
  });

  test.each([
    ["nobody", null],
    ["somebody", "ada"],
  ])("D08: takes no row for another account from %s", async (_, name) => {
    for (const table of tables) {
      const where = OF_NOBODY.includes(table) ? "true" : `${ownerOf(table)} = '${ben}'`;
      const { rows } = await owner.query(`SELECT to_json(t) AS row FROM ${table} t WHERE ${where} LIMIT 1`);
      const columns = (await columnsOf(table)).join(", ");
      const insert = `INSERT INTO ${table} (${columns}) OVERRIDING SYSTEM VALUE SELECT ${columns} FROM json_populate_record(NULL::${table}, $1)`;
      const refused = as(name && ada, () => app.query(insert, [rows[0].row]));
      await expect(refused, table).rejects.toMatchObject({ code: FOREIGN, message: expect.stringContaining("row-level security") });
    }
  });

  test("D08: lets no row be given to another account", async () => {
    for (const table of tables.filter((each) => columnOf(each) === "account_id"))
      await expect(
        as(ada, () => app.query(`UPDATE ${table} SET account_id = '${ben}'`)),
        table,
      ).rejects.toMatchObject({ code: FOREIGN });
  });
});

describe("the roles", () => {
  test("D08: own nothing, are no superuser, pass no policy and cannot log in", async () => {
    const { rows } = await owner.query(`SELECT rolname, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolcanlogin,
      (SELECT count(*)::int FROM pg_class WHERE relowner = r.oid) + (SELECT count(*)::int FROM pg_proc WHERE proowner = r.oid)
        + (SELECT count(*)::int FROM pg_auth_members WHERE member = r.oid) AS has
      FROM pg_roles r WHERE rolname LIKE 'winnow\\_%' ORDER BY rolname`);
    const nothing = { rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false, rolcanlogin: false, has: 0 };
    expect(rows).toEqual([
      { rolname: "winnow_app", ...nothing },
      { rolname: "winnow_system", ...nothing },
    ]);
  });

  test("D08: are those of the API's and the workers' connections", async () => {
    await using stack = new AsyncDisposableStack();
    const worker = await composeWorker(service.config, stack);
    const whoIs = async (db: TestService["db"]) => (await sql<{ who: string }>`SELECT current_user AS who`.execute(db)).rows[0]?.who;
    expect(await whoIs(service.deps.db)).toBe("winnow_app");
    expect(await whoIs(service.deps.systemDb)).toBe("winnow_system");
    expect(await whoIs(worker.db)).toBe("winnow_system");
  });

  test("D08: `winnow_app` may use no table without rows of accounts, but the queue", async () => {
    await expect(as(ada, () => app.query("SELECT 1 FROM migrations"))).rejects.toMatchObject({ code: FOREIGN });
    await expect(as(ada, () => app.query("SELECT 1 FROM provider_health"))).rejects.toMatchObject({ code: FOREIGN });
    await expect(as(ada, () => app.query("DELETE FROM pgboss.job"))).rejects.toMatchObject({ code: FOREIGN });
  });
});

describe("a query that forgets its WHERE", () => {
  const accountsOfTasks = async () => {
    const rows = await service.deps.db.selectFrom("tasks").select("account_id").execute();
    return [...new Set(rows.map((row) => row.account_id))];
  };

  test("D08: sees the caller's rows only, among many callers at once, and nothing without one", async () => {
    const callers = Array.from({ length: 90 }, (_, i) => [ada, ben, null][i % 3] ?? null);
    const seen = await Promise.all(callers.map((caller) => (caller === null ? accountsOfTasks() : inAccount(caller, accountsOfTasks))));
    expect(seen).toEqual(callers.map((caller) => (caller === null ? [] : [caller])));
  });

  test("D08: also after a transaction that was rolled back", async () => {
    const failing = (account: string) =>
      inAccount(account, () =>
        transaction(service.deps.db, async (tx) => {
          await sql`SELECT 1 / 0`.execute(tx);
        }),
      ).catch(() => undefined);
    for (const account of [ada, ben, ada]) {
      await failing(account);
      expect(await inAccount(account, accountsOfTasks)).toEqual([account]);
      expect(await accountsOfTasks()).toEqual([]);
    }
  });

  test("D08: in a handler, after a body that came in pieces, and in a stream whose reader is slow", async () => {
    const server = fastify();
    server.decorateRequest("accountId", "");
    server.addHook("onRequest", async (request) => {
      request.accountId = String(request.headers.authorization);
    });
    enterAccount(server);
    server.post("/rows", async () => accountsOfTasks());
    server.get("/stream", async (_request, reply) => {
      const pieces = async function* () {
        for (let i = 0; i < 40; i++) yield `${JSON.stringify(await accountsOfTasks())}${" ".repeat(1_000_000)}\n`;
      };
      return reply.type("text/plain").send(Readable.from(pieces(), { objectMode: false }));
    });
    const url = await server.listen({ host: "127.0.0.1", port: 0 });
    const ask = async (account: string) => {
      const body = new ReadableStream({
        async start(controller) {
          for (const piece of ['{"a":', `"${"x".repeat(50_000)}"`, "}"]) {
            controller.enqueue(new TextEncoder().encode(piece));
            await new Promise((resolve) => setTimeout(resolve, 5));
          }
          controller.close();
        },
      });
      const headers = { authorization: account, "content-type": "application/json" };
      return (await fetch(`${url}/rows`, { method: "POST", headers, body, duplex: "half" } as RequestInit)).json();
    };
    const stream = async (account: string) => {
      const answer = await fetch(`${url}/stream`, { headers: { authorization: account } });
      await new Promise((resolve) => setTimeout(resolve, 500));
      return [...new Set((await answer.text()).split(/\s+/).filter(Boolean))];
    };
    const callers = Array.from({ length: 20 }, (_, i) => (i % 2 ? ada : ben));
    expect(await Promise.all(callers.map(ask))).toEqual(callers.map((caller) => [caller]));
    expect(await Promise.all([ada, ben].map(stream))).toEqual([ada, ben].map((caller) => [JSON.stringify([caller])]));
    await server.close();
  });
});

/**
 * The two roles of row-level security (docs/decisions/0009-row-security.md). The tables' policies are in migrations/; grants that need the
 * roles to exist are made here at each start, as the roles may be created after the tables.
 */
import pg from "pg";
import { type Connection, openClient, type Role } from "./client.ts";

const ROLES: readonly Role[] = ["winnow_app", "winnow_system"];

/** Error codes when another connection creates the same role or grant at the same moment, for another database of the cluster. */
const MADE_BY_OTHERS = ["42710", "23505", "XX000"];
const NOT_ALLOWED = "42501";
const NO_SUCH_ROLE = "42704";

/** Creates the roles where allowed and grants them what is missing. Runs under the migration lock. */
export async function installRowSecurity(client: pg.Client): Promise<void> {
  for (const statement of await missingRoles(client))
    await client.query(statement).catch(ignoring(...MADE_BY_OTHERS, NOT_ALLOWED, NO_SUCH_ROLE));
  if ((await missingRoles(client)).length > 0) return;
  const { rows } = await client.query<{ statement: string }>(MISSING_RIGHTS);
  if (rows.length === 0) return;
  const statements = ["BEGIN", ...rows.map(({ statement }) => statement), "COMMIT"].join(";\n");
  await client.query(statements).catch(async (error: unknown) => {
    await client.query("ROLLBACK");
    ignoring(NOT_ALLOWED)(error);
  });
}

/**
 * Whether connections can take the roles; otherwise the statements an administrator has to run first (none when another user owns the
 * tables).
 */
export type RowSecurity = { isOn: true } | { isOn: false; statements: string[] };

/** Checked once per process, at its start. */
export async function findRowSecurity(connection: Connection): Promise<RowSecurity> {
  const client = openClient(connection, "winnow roles");
  await client.connect();
  try {
    const statements = await missingRoles(client);
    if (statements.length > 0) return { isOn: false, statements };
    const { rows } = await client.query<{ whole: boolean }>(IS_WHOLE);
    return rows[0]?.whole ? { isOn: true } : { isOn: false, statements };
  } finally {
    await client.end();
  }
}

/** The statements that create or correct the roles and let this user take them. */
async function missingRoles(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ statement: string }>(MISSING_ROLES, [ROLES]);
  const statements = rows.map(({ statement }) => statement);
  if (statements.some((each) => each.startsWith("CREATE"))) return [...statements, await grantOf(client)];
  for (const role of ROLES) {
    // Whether a member may take a role depends on the version and the grant, so it is tried.
    const taken = await client.query(`SET ROLE ${role}; RESET ROLE`).catch(ignoring(NOT_ALLOWED));
    if (!taken) return [...statements, await grantOf(client)];
  }
  return statements;
}

async function grantOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>("SELECT quote_ident(session_user) AS name");
  return `GRANT ${ROLES.join(", ")} TO ${rows[0]?.name}`;
}

const MISSING_ROLES = `
  SELECT CASE WHEN r.rolname IS NULL THEN format('CREATE ROLE %I', wanted) ELSE format('ALTER ROLE %I NOSUPERUSER NOBYPASSRLS', wanted) END AS statement
  FROM unnest($1::text[]) AS wanted LEFT JOIN pg_roles r ON r.rolname = wanted
  WHERE r.rolname IS NULL OR r.rolsuper OR r.rolbypassrls ORDER BY wanted`;

/** Our tables and pg-boss's. Tables with our policy hold rows of accounts; `winnow_app` gets access to no others. */
const RELATIONS = `
  SELECT c.oid, n.nspname = 'pgboss' AS queue, c.relname = 'audit_lines' AS added_only,
    EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = 'own_rows') AS guarded,
    coalesce(c.reloptions @> '{security_invoker=true}', false) AS invoker
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname IN (current_schema(), 'pgboss') AND c.relkind IN ('r', 'p', 'v') AND pg_has_role(c.relowner, 'USAGE')`;

const MISSING_RIGHTS = `
  WITH relations AS (${RELATIONS}), rights (relation, role, privilege) AS (
    SELECT r.oid, 'winnow_system', privilege FROM relations r, unnest('{SELECT,INSERT,UPDATE,DELETE}'::text[]) AS privilege
      WHERE NOT (r.added_only AND privilege IN ('UPDATE', 'DELETE'))
    UNION ALL
    SELECT r.oid, 'winnow_app', privilege FROM relations r, unnest('{SELECT,INSERT,UPDATE,DELETE}'::text[]) AS privilege
      WHERE r.guarded AND NOT (r.added_only AND privilege IN ('UPDATE', 'DELETE'))
    UNION ALL
    SELECT r.oid, 'winnow_app', 'SELECT' FROM relations r WHERE r.invoker
    UNION ALL
    SELECT r.oid, 'winnow_app', privilege FROM relations r, unnest('{SELECT,INSERT}'::text[]) AS privilege WHERE r.queue
  )
  SELECT format('GRANT USAGE ON SCHEMA %I TO %I', n.nspname, role) AS statement FROM pg_namespace n, unnest('{winnow_app,winnow_system}'::text[]) AS role
    WHERE n.nspname IN (current_schema(), 'pgboss') AND NOT has_schema_privilege(role, n.oid, 'USAGE')
  UNION ALL
  SELECT format('GRANT %s ON %s TO %I', string_agg(privilege, ', '), relation::regclass, role) FROM rights
    WHERE NOT has_table_privilege(role, relation, privilege) GROUP BY relation, role
  UNION ALL
  SELECT format('GRANT USAGE ON SEQUENCE %s TO winnow_app, winnow_system', c.oid::regclass) FROM pg_class c
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'S' AND pg_has_role(c.relowner, 'USAGE')
      AND NOT (has_sequence_privilege('winnow_app', c.oid, 'USAGE') AND has_sequence_privilege('winnow_system', c.oid, 'USAGE'))
  UNION ALL
  SELECT format('CREATE POLICY all_rows ON %s TO winnow_system USING (true)', r.oid::regclass) FROM relations r
    WHERE r.guarded AND NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = r.oid AND p.polname = 'all_rows')`;

/** Grants and policies are made together, so checking the policies covers both. */
const IS_WHOLE = `
  SELECT count(*) > 0 AND count(*) = count(*) FILTER (WHERE EXISTS (
    SELECT FROM pg_policy a WHERE a.polrelid = p.polrelid AND a.polname = 'all_rows')) AS whole
  FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid
  WHERE p.polname = 'own_rows' AND c.relnamespace = current_schema()::regnamespace`;

function ignoring(...codes: string[]) {
  return (error: unknown): null => {
    if (error instanceof pg.DatabaseError && codes.includes(error.code ?? "")) return null;
    throw error;
  };
}

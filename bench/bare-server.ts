/** The baseline of bench/submit.ts and status-reads.ts: Fastify that parses the body and inserts one row, or reads one. */
import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import fastify from "fastify";
import pg from "pg";

const pool = new pg.Pool({ ...JSON.parse(process.argv[2] ?? "{}"), max: 20 });
await pool.query(
  "CREATE TABLE IF NOT EXISTS bare_rows (id bigint GENERATED ALWAYS AS IDENTITY, at timestamptz DEFAULT now(), length integer)",
);
const app = fastify({ bodyLimit: 16 * 1024 * 1024 });
app.post<{ Body: { file_content: string } }>("/", async (request) => {
  const { rows } = await pool.query("INSERT INTO bare_rows (length) VALUES ($1) RETURNING id", [request.body.file_content.length]);
  return { id: rows[0].id };
});
// The same, with the document stored so that it survives a power failure.
const folder = await mkdtemp(path.join(tmpdir(), "winnow-bench-bare-"));
app.post<{ Body: { file_content: string } }>("/kept", async (request) => {
  const document = Buffer.from(request.body.file_content, "base64");
  await writeFile(path.join(folder, randomUUID()), document, { flush: true });
  const { rows } = await pool.query("INSERT INTO bare_rows (length) VALUES ($1) RETURNING id", [document.length]);
  return { id: rows[0].id };
});
// The reply of the route under test, to be read from one row.
await pool.query("CREATE TABLE IF NOT EXISTS bare_records (id integer PRIMARY KEY, record jsonb)");
await pool.query("INSERT INTO bare_records VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET record = excluded.record", [
  process.argv[3] ?? "{}",
]);
app.get("/", async () => (await pool.query("SELECT record FROM bare_records WHERE id = 1")).rows[0].record);
process.send?.(await app.listen({ host: "127.0.0.1", port: 0 }));
process.on("disconnect", () => {
  rmSync(folder, { recursive: true });
  process.exit(0);
});

/** `winnow doctor`: tries what the service needs, one line each, and says what to do about what fails. */
import { mkdtemp, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import sharp from "sharp";
import { openReader } from "#documents/read-document.ts";
import { openBlobs } from "#platform/blobs.ts";
import { type Config, readConfig } from "#platform/config.ts";
import { withDatabase } from "./with-database.ts";

const FREE_BYTES_MIN = 1024 ** 3;

export async function doctor(): Promise<void> {
  const config = readConfig();
  const checks: [string, () => Promise<string>, string][] = [
    ["database", database, "Set DATABASE_URL to a PostgreSQL 15 or newer, or unset it for the embedded one; see the message."],
    ["disk", () => disk(config), "Free some space, or set WINNOW_DATA_DIR to a larger disk."],
    ["documents", () => documents(config), "Check that this user may write to the folder of WINNOW_STORAGE_URL or WINNOW_DATA_DIR."],
    ["OCR", () => ocr(config), "Run `npm ci` again; its packages bring the reader and the OCR data."],
    ["providers", async () => `local (default: ${config.defaultProvider})`, ""],
  ];
  for (const [name, check, advice] of checks) {
    const [ok, text] = await check().then(
      (line) => [true, line] as const,
      (error: unknown) => [false, error instanceof Error ? error.message : String(error)] as const,
    );
    process.stdout.write(`${ok ? "ok  " : "FAIL"}  ${name.padEnd(10)} ${text}\n${ok ? "" : `      ${"".padEnd(10)} ${advice}\n`}`);
    if (!ok) process.exitCode = 1;
  }
}

const database = () =>
  withDatabase(async (db, config) => {
    const { rows } = await sql<{ version: string }>`SELECT current_setting('server_version') AS version`.execute(db);
    const version = rows[0]?.version ?? "";
    if (Number.parseInt(version, 10) < 15) throw new Error(`PostgreSQL ${version} is too old.`);
    return `PostgreSQL ${version}, ${config.database.kind === "embedded" ? `embedded in ${config.database.folder}` : "from DATABASE_URL"}`;
  });

async function disk(config: Config): Promise<string> {
  const { bavail, bsize } = await statfs(config.dataDir);
  const free = `${(Number(bavail * bsize) / FREE_BYTES_MIN).toFixed(1)} GB free in ${config.dataDir}`;
  if (bavail * bsize < FREE_BYTES_MIN) throw new Error(free);
  return free;
}

async function documents(config: Config): Promise<string> {
  const blobs = openBlobs(config.blobFolder);
  await blobs.put("doctor", Buffer.from("doctor"));
  const back = await blobs.get("doctor");
  await blobs.delete("doctor");
  if (back.toString() !== "doctor") throw new Error("what was written could not be read back");
  return `writable: ${config.blobFolder}`;
}

/** Draws a word and reads it. */
async function ocr(config: Config): Promise<string> {
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="200"><rect width="600" height="200" fill="white"/></svg>',
  );
  const folder = await mkdtemp(path.join(tmpdir(), "winnow-doctor-"));
  try {
    const png = await sharp(svg)
      .composite([{ input: { text: { text: "WINNOW", font: "sans", dpi: 300 } }, gravity: "centre" }])
      .png()
      .toBuffer();
    await using reader = openReader({ tessdataDir: path.join(config.dataDir, "tessdata"), tempDir: tmpdir(), size: 1 });
    const document = await reader.read(png, {}, new AbortController().signal);
    return `read a picture of ${document.pages.length} page`;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

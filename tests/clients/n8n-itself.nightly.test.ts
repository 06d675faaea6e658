/**
 * The nodes in n8n itself, which is no dependency of Winnow: `npm install --prefix DIR --ignore-scripts n8n`, then `N8N_DIR=DIR npm run drills --
 * tests/clients/n8n-itself`. Skipped without `N8N_DIR`.
 */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type { Client } from "../support/client.ts";
import { freePort } from "../support/free-port.ts";
import { startReceiver } from "../support/receiver.ts";
import { type SharedService, sharedService } from "../support/shared-service.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const N8N_DIR = process.env.N8N_DIR ?? "";
const DATABASE = "n8n";
const START_MS_MAX = 240_000;
const WAIT = { timeout: 300_000 };

const SCHEMA = { fields: [{ name: "invoice_number", type: "string" }] };

type NodeOf = { type: string; typeVersion?: number; parameters?: object; webhookId?: string };
const CREDENTIALS = { winnowApi: { id: "winnowcredentials", name: "Winnow" } };
const winnow = (type: string, parameters: object) => ({ type: `CUSTOM.${type}`, parameters, credentials: CREDENTIALS });

/** Nodes by name, each with the items of the one before. */
function workflow(id: string, nodes: Record<string, NodeOf>) {
  const names = Object.keys(nodes);
  return {
    id,
    name: id,
    active: false,
    nodes: Object.entries(nodes).map(([name, node], i) => ({
      id: `${i}`,
      name,
      typeVersion: 1,
      position: [200 * i, 0],
      parameters: {},
      ...node,
    })),
    connections: Object.fromEntries(names.slice(1).map((name, i) => [names[i], { main: [[{ node: name, type: "main", index: 0 }]] }])),
  };
}

const reading = (id: string, file: string) =>
  workflow(id, {
    Start: { type: "n8n-nodes-base.manualTrigger" },
    File: { type: "n8n-nodes-base.readWriteFile", parameters: { operation: "read", fileSelector: file } },
    Winnow: winnow("winnow", { operation: "extract", read: "schema", schema: JSON.stringify(SCHEMA) }),
  });
const following = (id: string, receiver: string) =>
  workflow(id, {
    Trigger: { ...winnow("winnowTrigger", {}), webhookId: "of-winnow" },
    Tell: {
      type: "n8n-nodes-base.httpRequest",
      typeVersion: 4.2,
      parameters: { method: "POST", url: receiver, sendBody: true, specifyBody: "json", jsonBody: "={{ JSON.stringify($json) }}" },
    },
  });

describe.skipIf(N8N_DIR === "")("n8n", () => {
  let service: SharedService;
  let client: Client;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let folder: string;
  let env: NodeJS.ProcessEnv;
  const n8n = async (...args: string[]): Promise<string> => {
    const options = { cwd: folder, env, timeout: START_MS_MAX, maxBuffer: 20_000_000 };
    const { stdout } = await promisify(execFile)(process.execPath, [path.join(N8N_DIR, "node_modules/n8n/bin/n8n"), ...args], options);
    return stdout;
  };
  const onServer = async (sql: string) => {
    const client = new pg.Client({ host: inject("postgresSocket"), user: "winnow", database: "postgres" });
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };

  beforeAll(async () => {
    service = await sharedService();
    const account = await service.account();
    client = account;
    receiver = await startReceiver();
    folder = await mkdtemp(path.join(tmpdir(), "winnow-n8n-"));
    await onServer(`CREATE DATABASE ${DATABASE}`);
    env = {
      PATH: process.env.PATH,
      HOME: folder,
      N8N_USER_FOLDER: folder,
      N8N_CUSTOM_EXTENSIONS: path.join(ROOT, "clients/n8n"),
      N8N_ENCRYPTION_KEY: "only for this test",
      N8N_DIAGNOSTICS_ENABLED: "false",
      N8N_VERSION_NOTIFICATIONS_ENABLED: "false",
      N8N_RESTRICT_FILE_ACCESS_TO: `${ROOT};${folder}`,
      DB_TYPE: "postgresdb",
      DB_POSTGRESDB_HOST: inject("postgresSocket"),
      DB_POSTGRESDB_DATABASE: DATABASE,
      DB_POSTGRESDB_USER: "winnow",
    };
    const { json: secret } = await client.get("/v1/webhook-secret");
    const data = { baseUrl: service.url, apiKey: account.key, webhookSecret: secret.secret };
    const credentials = [{ id: "winnowcredentials", name: "Winnow", type: "winnowApi", data }];
    const broken = path.join(folder, "broken.pdf");
    await writeFile(broken, "%PDF-1.7 no more");
    await writeFile(path.join(folder, "credentials.json"), JSON.stringify(credentials));
    const workflows = [
      reading("reads", path.join(ROOT, "samples/invoice-en.pdf")),
      reading("fails", broken),
      following("follows", `${receiver.url}/told`),
    ];
    await writeFile(path.join(folder, "workflows.json"), JSON.stringify(workflows));
    await n8n("import:credentials", "--input=credentials.json");
    await n8n("import:workflow", "--input=workflows.json");
  }, 2 * START_MS_MAX);
  afterAll(async () => {
    await receiver[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
    await onServer(`DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`);
  });

  test("runs a workflow that reads a file with the node", WAIT, async () => {
    const printed = await n8n("execute", "--id=reads", "--rawOutput");
    const { data } = JSON.parse(printed.slice(printed.indexOf("{")));
    const [[{ json }]] = data.resultData.runData.Winnow[0].data.main;
    expect(json).toMatchObject({ status: "completed", data: { invoice_number: "MF-20418" } });
  });

  test("says why a document was not read", WAIT, async () => {
    const failed: unknown = await n8n("execute", "--id=fails").catch((error) => error);
    expect(String((failed as { stdout?: string }).stdout ?? failed)).toContain("The file is damaged");
  });

  test("starts a workflow when a document was read", WAIT, async () => {
    await n8n("publish:workflow", "--id=follows");
    const port = await freePort();
    const started = spawn(process.execPath, [path.join(N8N_DIR, "node_modules/n8n/bin/n8n"), "start"], {
      cwd: folder,
      env: { ...env, N8N_PORT: String(port), N8N_LISTEN_ADDRESS: "127.0.0.1" },
      stdio: "ignore",
    });
    const address = `http://127.0.0.1:${port}/webhook/of-winnow/winnow`;
    try {
      // Answered with 401 once the workflow is active, and with 404 before.
      const status = () =>
        fetch(address, { method: "POST" }).then(
          (answer) => answer.status,
          () => 0,
        );
      await expect.poll(status, { timeout: START_MS_MAX, interval: 1_000 }).toBe(401);
      const file_content = (await readFile(path.join(ROOT, "samples/invoice-en.pdf"))).toString("base64");
      const id = await client.submit({ file_content, extraction_schema: SCHEMA, callback_url: address });
      await expect.poll(() => receiver.received.length, { timeout: 60_000 }).toBe(1);
      expect(JSON.parse(receiver.received[0]?.body ?? "")).toMatchObject({
        event: "extraction.completed",
        task_id: id,
        data: { invoice_number: "MF-20418" },
      });
    } finally {
      started.kill();
      await once(started, "exit");
    }
  });
});

/** `winnow doctor`: checks what the service needs, prints one line per check, and advises on failures. */
import { statfs } from "node:fs/promises";
import { sql } from "kysely";
import { z } from "zod";
import { PROVIDERS, type Provider } from "#contract/providers.ts";
import { TaskFailure } from "#contract/task-errors.ts";
import { checkedNetworks } from "#documents/ocr/ppocr/weights/check.ts";
import type { Level } from "#documents/pool/confinement.ts";
import { openReader } from "#documents/read-document.ts";
import { unpackTessdata } from "#documents/tessdata.ts";
import { openBlobs } from "#platform/blobs/open-blobs.ts";
import { type Config, readConfig } from "#platform/config.ts";
import { openModels } from "#platform/models/models.ts";
import { hasPrice } from "#platform/models/prices.ts";
import { type Found, providerFindings } from "./doctor-provider.ts";
import { EXIT } from "./failures.ts";
import { ONE_LINE, ONE_LINE_SAYS } from "./one-line.ts";
import { type CommandOutput, type OutputOptions, paint, printLine } from "./output.ts";
import { withDatabase } from "./with-database.ts";

const FREE_BYTES_MIN = 1024 ** 3;

/** Name, check, and advice when it fails. */
type Check = [string, () => Promise<string>, string];

/** `provider`: looks at what its server can do, instead of at this installation. */
type Options = OutputOptions & { provider?: Provider };

/** Prints each finding at once; with `--json`, all of them at the end. */
export async function doctor({ json = false, provider }: Options, signal: AbortSignal): Promise<CommandOutput> {
  const config = readConfig();
  const findings: Found[] = [];
  for await (const found of provider ? providerFindings(config, provider, signal) : installationFindings(config, signal)) {
    signal.throwIfAborted();
    findings.push(found);
    if (!json) for (const line of linesOf(found)) printLine(line);
  }
  const ok = findings.every((finding) => finding.ok);
  return { record: { ok, checks: findings }, lines: [], exitCode: ok ? EXIT.done : EXIT.failed };
}

async function* installationFindings(config: Config, signal: AbortSignal): AsyncGenerator<Found> {
  for (const [name, check, advice] of checksOf(config, signal)) {
    const [ok, text] = await check().then(
      (line) => [true, line] as const,
      (error: unknown) => [false, error instanceof Error ? error.message : String(error)] as const,
    );
    yield { name, ok, text, advice: ok ? null : advice };
  }
}

const linesOf = ({ name, ok, text, advice }: Found): string[] => [
  `${ok ? paint("green", "ok  ") : paint("red", "FAIL")}  ${name.padEnd(10)} ${text}`,
  ...(advice === null ? [] : [`      ${"".padEnd(10)} ${advice}`]),
];

function checksOf(config: Config, signal: AbortSignal): Check[] {
  return [
    [
      "database",
      () => database(signal),
      "Set DATABASE_URL to a PostgreSQL 15 or newer, or unset it for the embedded one; see the message.",
    ],
    ["disk", () => disk(config), "Free some space, or set WINNOW_DATA_DIR to a larger disk."],
    [
      "documents",
      () => documents(config),
      "Check that this user may write to WINNOW_STORAGE_URL or WINNOW_DATA_DIR, and for a bucket AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.",
    ],
    [
      "OCR",
      () => ocr(config, signal),
      "Install Winnow again (`npm ci`, or `npm install` of its package): the reader and the OCR data come with its dependencies.",
    ],
    ...networks(config),
    ["reader", () => confinement(config), "Install Winnow again: its reader does not start."],
    ...signInProvider(config, signal),
    ["default", async () => `requests that name no provider are answered by ${config.defaultProvider}`, ""],
    ...PROVIDERS.flatMap((provider): Check[] => {
      const settings = config.models.providers[provider];
      const name = provider.toUpperCase();
      const advice = `Check ${name}_API_KEY, ${name}_MODEL and ${name}_BASE_URL; docs/providers.md says what each server needs.`;
      return settings ? [[provider, () => tryProvider(config, provider, signal), advice]] : [];
    }),
  ];
}

/** Of the folder that an operator gave; nothing without one. */
function networks({ readerDirs: { ocrModelsDir } }: Config): Check[] {
  if (ocrModelsDir === null) return [];
  const advice = "Put right what the message names in WINNOW_OCR_MODELS, or unset it; docs/ocr-networks.md says which files it takes.";
  return [["networks", async () => (await checkedNetworks(ocrModelsDir)).join(", "), advice]];
}

const database = (signal: AbortSignal) =>
  withDatabase(signal, async (db, config) => {
    const { rows } = await sql<{ version: string }>`SELECT current_setting('server_version') AS version`.execute(db);
    const version = rows[0]?.version ?? "";
    if (Number.parseInt(version, 10) < 15) throw new Error(`PostgreSQL ${version} is too old.`);
    return `PostgreSQL ${version}, ${config.database.kind === "embedded" ? `embedded in ${config.database.folder}` : "from DATABASE_URL"}`;
  });

const DISCOVERY_TIMEOUT_MS = 10_000;

/** The address has to be written as the provider writes it in its tokens (OpenID Connect Discovery 1.0, Provider Configuration Validation). */
function signInProvider({ oidc }: Config, signal: AbortSignal): Check[] {
  if (oidc === null) return [];
  const check = async (): Promise<string> => {
    const url = `${oidc.issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
    const answer = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(DISCOVERY_TIMEOUT_MS)]) }).catch(
      (error: unknown) => {
        throw new Error(`${url} does not answer`, { cause: error });
      },
    );
    if (!answer.ok) throw new Error(`${url} answers ${answer.status}`);
    const { issuer } = z.object({ issuer: z.string() }).parse(await answer.json());
    if (issuer !== oidc.issuer) throw new Error(`calls itself ${issuer}, and WINNOW_OIDC_ISSUER is ${oidc.issuer}`);
    return `${issuer}, ${oidc.roles.length} groups with a role`;
  };
  return [["sign-in", check, "Set WINNOW_OIDC_ISSUER exactly as the provider writes its issuer; docs/guides/single-sign-on.md."]];
}

async function disk(config: Config): Promise<string> {
  const { bavail, bsize } = await statfs(config.dataDir);
  const free = `${(Number(bavail * bsize) / FREE_BYTES_MIN).toFixed(1)} GB free in ${config.dataDir}`;
  if (bavail * bsize < FREE_BYTES_MIN) throw new Error(free);
  return free;
}

async function documents(config: Config): Promise<string> {
  const blobs = openBlobs(config.storage);
  await blobs.put("doctor", Buffer.from("doctor"));
  const back = await blobs.get("doctor");
  await blobs.delete("doctor");
  if (back?.toString() !== "doctor") throw new Error("what was written could not be read back");
  const { storage } = config;
  return `writable: ${storage.kind === "files" ? storage.folder : `bucket ${storage.bucket} at ${storage.endpoint ?? "Amazon"}`}`;
}

/** One small call that bypasses circuit breaker and budget. */
async function tryProvider(config: Config, provider: Provider, signal: AbortSignal): Promise<string> {
  await using models = openModels(config.models, null);
  const model = models.modelFor(provider, null);
  const { baseUrl } = config.models.providers[provider] ?? {};
  const t0 = performance.now();
  try {
    await model.ask(
      {
        instructions: "You are asked whether you can be reached.",
        content: ['Answer with {"ok": true}.'],
        reply: {
          name: "reachable",
          schema: { type: "object", properties: { ok: { type: "boolean" } }, required: ["ok"], additionalProperties: false },
        },
        outputTokensMax: DOCTOR_TOKENS_MAX,
      },
      signal,
    );
  } catch (error) {
    if (error instanceof TaskFailure) throw new Error(`${model.name} at ${baseUrl ?? "the vendor"}: ${error.publicMessage}`);
    throw error;
  }
  const priced = hasPrice(provider, model.name) ? "" : "; its price is not known, so that costs are null and budgets refuse it";
  return `${model.name} at ${baseUrl ?? "the vendor"} answered in ${Math.round(performance.now() - t0)} ms${priced}`;
}

/** Leaves room for the reasoning tokens of a reasoning model. */
const DOCTOR_TOKENS_MAX = 500;

const CONFINED: Record<Level, string> = {
  full: "confined fully: without network, other processes, and files but its own",
  unprivileged: "confined as an unprivileged user without network; other processes and public files are seen",
  "without-network": "confined by its network alone: it runs as this user",
  plain: "not confined: it runs as this user, with network",
};

/** A level below full may be intended, but the operator has to know it. */
async function confinement(config: Config): Promise<string> {
  await unpackTessdata(config.readerDirs.tessdataDir);
  await using reader = openReader({ ...config.readerDirs, size: 1 });
  const level = await reader.findLevel();
  return level === "full" ? CONFINED[level] : `${CONFINED[level]}. To change it, let this user make user namespaces: docs/security.md`;
}

/** Renders the page and reads the line from the image. */
async function ocr(config: Config, signal: AbortSignal): Promise<string> {
  await unpackTessdata(config.readerDirs.tessdataDir);
  await using reader = openReader({ ...config.readerDirs, size: 1 });
  const picture = await reader.renderPage(Buffer.from(ONE_LINE), { page: 1, widthPx: 900 }, signal);
  const document = await reader.read(picture, {}, signal);
  const text = document.pages.flatMap((page) => page.lines.map((line) => line.text)).join(" ");
  if (text !== ONE_LINE_SAYS) throw new Error(`“${ONE_LINE_SAYS}” was read as “${text}”`);
  return "read a line from a picture";
}

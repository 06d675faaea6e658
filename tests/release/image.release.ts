/**
 * The Dockerfile's instructions in a plain folder, and what they make, run as the image and as compose.yaml run it. This stands for an engine where none is:
 * base images, layers, the network of Compose and the file systems that are read only are not tested here.
 */
import { chmod, chown, mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readBeside, readSample } from "../../samples/list.ts";
import { filledEnv, readCompose } from "../packaging/compose-file.ts";
import { argumentsOf, envOf, execFormOf, healthCommandOf, lastOf, readStages } from "../packaging/dockerfile.ts";
import { Client } from "../support/client.ts";
import { freePort } from "../support/free-port.ts";
import { startS3Server } from "../support/s3-server.ts";
import { cloneDatabase } from "../support/service.ts";
import { userEnv } from "../support/user-env.ts";
import { buildStage, imagePath } from "./dockerfile-folder.ts";
import { begin, during, IN_ORDER, type Place, run, until, weigh } from "./user.ts";

const stages = readStages();
const final = stages[stages.length - 1] ?? expect.fail("no stage");
const [program = "", ...args] = execFormOf(lastOf(final, "CMD")) ?? [];
const [checker = "", ...check] = healthCommandOf(lastOf(final, "HEALTHCHECK")) ?? [];

let folder: string;
let root: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "winnow-image-"));
  await chmod(folder, 0o755);
  const roots = new Map<string, string>();
  const leftOut: string[] = [];
  for (const [i, stage] of stages.entries()) {
    root = path.join(folder, String(i));
    leftOut.push(...(await buildStage(stage, root, roots)).leftOut);
    if (stage.name !== null) roots.set(stage.name, root);
  }
  expect(leftOut).toHaveLength(1);
  await mkdir(path.join(root, "usr/local/bin"), { recursive: true });
  await symlink(path.join(root, "app/bin/winnow.mjs"), path.join(root, "usr/local/bin/winnow"));
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

/** A container: the image's variables, those of whoever starts it, and a data dir of its own. */
async function container(name: string, more: Record<string, string>, uid?: number): Promise<Place> {
  const dataDir = path.join(folder, `data-${name}`);
  await mkdir(dataDir, { mode: 0o700 });
  if (uid !== undefined) await chown(dataDir, uid, uid);
  const env = {
    ...envOf(final),
    HOST: "127.0.0.1",
    WINNOW_DATA_DIR: dataDir,
    PATH: imagePath([path.join(root, "usr/local/bin")]),
    ...more,
  };
  return { cwd: dataDir, env, ...(uid === undefined ? {} : { uid }) };
}

test("the image's own layer says what it weighs", async () => {
  await weigh("The image's own layer", path.join(root, "app"));
});

test("the image's command becomes healthy, as the image's user, and ends with 0 at SIGTERM", async () => {
  const user = lastOf(final, "USER");
  const uid = process.getuid?.() === 0 && user ? Number.parseInt(argumentsOf(user), 10) : undefined;
  const place = await container("all", { PORT: String(await freePort()) }, uid);
  await expect(run(checker, check, place)).rejects.toThrow("ended with 1");
  const service = begin(program, args, place);
  expect(await during([service], async () => void (await until(service, () => run(checker, check, place))))).toEqual([IN_ORDER]);
});

test("the services of compose.yaml become healthy, read a document together, and end with 0", async () => {
  await using bucket = await startS3Server();
  const { services } = readCompose(filledEnv());
  const here = { DATABASE_URL: await cloneDatabase(), WINNOW_STORAGE_URL: bucket.url, ...bucket.credentials };
  const api = await container("api", { ...services.api?.environment, ...here, PORT: String(await freePort()) });
  const worker = await container("worker", { ...services.worker?.environment, ...here, WINNOW_METRICS_PORT: String(await freePort()) });
  const running = [api, worker].map((place) => begin(program, args, place));
  const endings = await during(running, async () => {
    for (const [i, place] of [api, worker].entries()) await until(running[i] ?? expect.fail(), () => run(checker, check, place));
    const key = await run(program, ["keys", "create", "--name", "first"], api);
    const client = new Client(`http://127.0.0.1:${api.env.PORT}`, key.trim());
    const sample = { file: "invoice-en.pdf", what: "" };
    const file_content = (await readSample(sample)).toString("base64");
    const { status, data } = await client.extract({ file_content, extraction_schema: await readBeside(sample, "schema") });
    expect(status).toBe("completed");
    expect(data).toMatchObject({ invoice_number: (await readBeside(sample, "expected")).invoice_number });
  });
  expect(endings).toEqual([IN_ORDER, IN_ORDER]);
});

test("nothing of the build is in the final stage", async () => {
  const listed = await run("find", ["app", "-name", "*.ts", "-not", "-path", "*/node_modules/*"], { cwd: root, env: userEnv() });
  expect(listed).toBe("");
  for (const name of ["vite", "vitest", "typescript", "@biomejs"])
    await expect(run("ls", [path.join("app/node_modules", name)], { cwd: root, env: userEnv() })).rejects.toThrow();
});

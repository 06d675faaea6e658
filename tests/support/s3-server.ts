/** A server that speaks the protocol of S3, on a folder. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "vitest";
import { eventually } from "./eventually.ts";
import { freePort } from "./free-port.ts";
import { nodeEnv } from "./node-env.ts";

export type S3Server = {
  port: number;
  /** For WINNOW_STORAGE_URL. */
  url: string;
  /** The same by another port, such as that of a bad network. */
  urlBy(port: number): string;
  /** The server's only user: the environment of whoever calls it. */
  credentials: typeof S3_CREDENTIALS;
  [Symbol.asyncDispose](): Promise<void>;
};

const PROGRAM = createRequire(import.meta.url).resolve("s3rver/bin/s3rver.js");
export const BUCKET = "winnow-documents";
export const S3_CREDENTIALS = { AWS_ACCESS_KEY_ID: "S3RVER", AWS_SECRET_ACCESS_KEY: "S3RVER" };

export async function startS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(path.join(tmpdir(), "winnow-s3-"));
  const port = await freePort();
  const options = ["--address", "127.0.0.1", "--port", String(port), "--directory", directory, "--configure-bucket", BUCKET, "--silent"];
  const server = spawn(process.execPath, ["--require", path.join(import.meta.dirname, "single-des.cjs"), PROGRAM, ...options], {
    env: nodeEnv() as NodeJS.ProcessEnv,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const address = `http://127.0.0.1:${port}`;
  const urlBy = (by: number) => `s3://${BUCKET}/some/folder?endpoint=${encodeURIComponent(`http://127.0.0.1:${by}`)}&region=eu-central-1`;
  await eventually(
    () =>
      fetch(address).then(
        () => true,
        () => server.exitCode !== null,
      ),
    (isUp) => expect(isUp).toBe(true),
  );
  return {
    port,
    url: urlBy(port),
    urlBy,
    credentials: S3_CREDENTIALS,
    async [Symbol.asyncDispose]() {
      const ended = once(server, "exit");
      server.kill();
      await ended;
      await rm(directory, { recursive: true, force: true });
    },
  };
}

import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { readSecret, type SecretSource } from "./service-secret.ts";

const from = (dataDir: string): SecretSource => ({ secret: null, dataDir, backupPassphrase: null });

describe("readSecret", () => {
  test("makes one in the data dir that only its owner reads, and keeps it", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "winnow-secret-"));
    const made = await Promise.all([readSecret(from(folder)), readSecret(from(folder))]);
    expect(made[0]).toMatch(/^[0-9a-f]{64}$/);
    expect((await stat(path.join(folder, "secret"))).mode & 0o777).toBe(0o600);
    expect(await readSecret(from(folder))).toBe(made[0]);
    expect(await readSecret({ ...from(folder), secret: "configured" })).toBe("configured");
    await rm(folder, { recursive: true });
  });
});

/** deploy/systemd/winnow.service. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "./dockerfile.ts";
import { readWhole } from "./whole-config.ts";

const unit = readFileSync(path.join(ROOT, "deploy/systemd/winnow.service"), "utf8");
const of = (name: string) => [...unit.matchAll(new RegExp(`^${name}=(.*)$`, "gm"))].map(([, value]) => value ?? "");

test("it starts the package's own command, with time to stop, as a user of its own", () => {
  expect(of("ExecStart")).toEqual(["/opt/winnow/node_modules/.bin/winnow start"]);
  expect(Number(of("TimeoutStopSec")[0])).toBeGreaterThan(30);
  expect(of("User")).toEqual(["winnow"]);
});

test("its variables are known, and name the folder that systemd makes", () => {
  const env = Object.fromEntries(of("Environment").map((line) => line.split("=")));
  const { config, unread } = readWhole(env);
  expect(unread).toEqual([]);
  expect(config.dataDir).toBe(`/var/lib/${of("StateDirectory")[0]}`);
  expect(of("WorkingDirectory")).toEqual([config.dataDir]);
});

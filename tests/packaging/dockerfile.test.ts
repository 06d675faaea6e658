/** The Dockerfile, read as an engine would read it. tests/release/image.release.ts runs what it says. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { argumentsOf, copyOf, envOf, execFormOf, healthCommandOf, lastOf, ROOT, readIgnored, readStages } from "./dockerfile.ts";
import { readWhole } from "./whole-config.ts";

const stages = readStages();
const final = stages[stages.length - 1] ?? expect.fail("no stage");
const json = (name: string) => JSON.parse(readFileSync(path.join(ROOT, name), "utf8"));

test("H13h: every image is pinned by digest, of the Node that the package brings", () => {
  const [, major] = /^\^?(\d+)\./.exec(json("package.json").dependencies.node) ?? [];
  expect(stages.length).toBe(2);
  for (const { image } of stages) expect(image).toMatch(new RegExp(`^node:${major}\\.\\d+\\.\\d+-bookworm-slim@sha256:[0-9a-f]{64}$`));
});

test("it does not run as root, and its data dir is its user's and a volume", () => {
  const user = lastOf(final, "USER");
  expect(user && argumentsOf(user)).toMatch(/^[1-9]\d*:[1-9]\d*$/);
  const runs = final.instructions.filter((each) => each.getKeyword() === "RUN").map(argumentsOf);
  const [uid, gid] = user ? argumentsOf(user).split(":") : [];
  expect(runs.join()).toContain(`install -d -o ${uid} -g ${gid} -m 0700 /data`);
  expect(envOf(final).WINNOW_DATA_DIR).toBe("/data");
  expect(final.instructions.filter((each) => each.getKeyword() === "VOLUME").map(argumentsOf)).toEqual(["/data"]);
  expect(runs.length).toBe(1);
});

test("it starts `winnow start` without a shell, so that a stop reaches it", () => {
  expect(execFormOf(lastOf(final, "CMD"))).toEqual(["winnow", "start"]);
  expect(lastOf(final, "ENTRYPOINT")).toBeUndefined();
  expect(existsSync(path.join(ROOT, "bin/winnow.mjs"))).toBe(true);
});

test("its variables are known and accepted, and its port is the one it exposes", () => {
  const { config, unread } = readWhole(envOf(final));
  expect(unread).toEqual([]);
  expect(config).toMatchObject({ host: "0.0.0.0", role: "all", dataDir: "/data" });
  const exposed = lastOf(final, "EXPOSE");
  expect(exposed && argumentsOf(exposed)).toBe(String(config.port));
});

test("its health check asks a route that exists", () => {
  const [program, , script] = healthCommandOf(lastOf(final, "HEALTHCHECK")) ?? [];
  expect(program).toBe("node");
  const [, route] = /process\.env\.PORT\}(\/\w+)`/.exec(script ?? "") ?? [];
  expect(json("openapi.json").paths).toHaveProperty([route ?? ""]);
});

test("what it copies is there, and .dockerignore lets it through", () => {
  const ignored = readIgnored();
  const copies = stages.flatMap(({ instructions }) => instructions.filter((each) => each.getKeyword() === "COPY").map(copyOf));
  const sources = copies.filter(({ from }) => from === null).flatMap((copy) => copy.sources);
  expect(sources.length).toBeGreaterThan(10);
  for (const source of sources) {
    expect(existsSync(path.join(ROOT, source)), source).toBe(true);
    expect(ignored(source), source).toBe(false);
  }
  const names = stages.map(({ name }) => name);
  for (const { from } of copies) if (from !== null) expect(names).toContain(from);
});

test("secrets, histories, tests and what was built here stay out of the image", () => {
  const ignored = readIgnored();
  const inside = ["src/main/start.ts", "dashboard/src/main.tsx", "bin/winnow.mjs", ".npmrc"];
  const outside = [
    ".env",
    "src/.env",
    ".git/config",
    "node_modules/a/b.js",
    "sdk/node_modules/a.js",
    "dashboard/dist/index.html",
    "dist/a.tgz",
  ];
  expect(inside.filter(ignored)).toEqual([]);
  expect(
    [...outside, ".winnow/secret", "tests/packaging/dockerfile.test.ts", "src/contract/ids.test.ts"].filter((file) => !ignored(file)),
  ).toEqual([]);
});

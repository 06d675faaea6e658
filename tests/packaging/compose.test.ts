/** compose.yaml, read as Compose would read it. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { exampleEnv, filledEnv, readCompose, variablesOf } from "./compose-file.ts";
import { envOf, ROOT, readStages } from "./dockerfile.ts";
import { readWhole } from "./whole-config.ts";

/** What a node has to end in order (main/child.ts), in seconds. */
const STOP_SECONDS = 30;
const { services, volumes, networks } = readCompose(filledEnv());
const ours = Object.entries(services).filter(([, service]) => service.build !== undefined);
const imageEnv = envOf(readStages().at(-1) ?? expect.fail("no stage"));

test("every variable is in .env.example, and every variable there is used", () => {
  const used = new Set(variablesOf().map(({ name }) => name));
  expect(Object.keys(exampleEnv()).sort()).toEqual([...used].sort());
});

test("it does not start before each secret is given", () => {
  const required = [...new Set(variablesOf().flatMap(({ name, isRequired }) => (isRequired ? [name] : [])))];
  expect(required.length).toBe(5);
  for (const name of required) {
    expect(exampleEnv()[name]).toBe("");
    expect(() => readCompose({ ...filledEnv(), [name]: "" })).toThrow(name);
  }
});

test.each(ours)("the service takes the environment of %s whole", (_name, service) => {
  const { config, unread } = readWhole({ ...imageEnv, ...service.environment });
  expect(unread).toEqual([]);
  expect(config.database.kind).toBe("url");
  expect(config.storage.kind).toBe("s3");
  expect(config.masterKeys.current).not.toBeNull();
});

test("one service has the API, one the workers, with a port for whoever watches them", () => {
  const configs = ours.map(([, { environment }]) => readWhole({ ...imageEnv, ...environment }).config);
  expect(configs.map(({ role }) => role)).toEqual(["api", "worker"]);
  expect(configs[1]?.metricsPort).toBeGreaterThan(0);
  expect(services.api?.ports).toEqual([`127.0.0.1:8080:${configs[0]?.port}`]);
});

test("what they are told of the database is what the database is told", () => {
  const { POSTGRES_USER, POSTGRES_PASSWORD, POSTGRES_DB } = services.postgres?.environment ?? {};
  for (const [, { environment }] of ours)
    expect(environment.DATABASE_URL).toBe(`postgres://${POSTGRES_USER}:${POSTGRES_PASSWORD}@postgres:5432/${POSTGRES_DB}`);
});

test("what they are told of the store is what the store is told", () => {
  const { S3_BUCKET, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = services.store?.environment ?? {};
  for (const [, { environment }] of ours) {
    expect(readWhole({ ...imageEnv, ...environment }).config.storage).toMatchObject({ bucket: S3_BUCKET, endpoint: "http://store:8333" });
    expect(environment).toMatchObject({ AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY });
  }
  expect(services.store?.command).toContain("-ip=store");
  expect(services.store?.healthcheck?.test.at(-1)).toContain(":8333/");
});

test("what a service waits for is there and can be healthy", () => {
  for (const [name, { depends_on = {} }] of ours) {
    expect(Object.keys(depends_on), name).toEqual(["postgres", "store"]);
    for (const [other, { condition }] of Object.entries(depends_on)) {
      expect(condition).toBe("service_healthy");
      expect(services[other]?.healthcheck?.test.length).toBeGreaterThan(1);
    }
  }
});

test("H13h: every service comes back after a crash, has time to stop, and is pinned: our own by its version, others by digest", () => {
  const { version } = JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8"));
  for (const [name, service] of Object.entries(services)) {
    expect(service.restart).toBe("unless-stopped");
    if (service.build === undefined) expect(service.image, name).toMatch(/:\d[\w.]*@sha256:[0-9a-f]{64}$/);
    else expect(service.image, name).toBe(`winnow:${version}`);
  }
  for (const [, service] of ours) expect(Number.parseInt(service.stop_grace_period, 10)).toBeGreaterThan(STOP_SECONDS);
});

test("the pages for operators name this version", () => {
  const { version } = JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8"));
  for (const page of ["docs/deployment.md", "Dockerfile"]) {
    const named = [...readFileSync(path.join(ROOT, page), "utf8").matchAll(/winnow[:-](\d+\.\d+\.\d+)/g)].map(([, each]) => each);
    expect(named, page).toContain(version);
  }
});

test("networks and volumes are declared; the database and the store are reached from inside alone", () => {
  for (const [name, service] of Object.entries(services)) {
    for (const network of service.networks) expect(networks).toHaveProperty(network);
    for (const volume of service.volumes) if (!volume.startsWith("/")) expect(volumes).toHaveProperty([volume.split(":")[0] ?? ""]);
    if (service.build !== undefined) continue;
    expect(service.networks, name).toEqual(["inside"]);
    expect(service.ports, name).toBeUndefined();
  }
  expect(networks.inside?.internal).toBe(true);
});

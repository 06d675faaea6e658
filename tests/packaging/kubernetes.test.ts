/** deploy/kubernetes: valid, complete, and in agreement with itself, the image and the service. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { IIoK8sApiCoreV1Container as Container } from "kubernetes-models/v1";
import { expect, test } from "vitest";
import { envOf, ROOT, readStages } from "./dockerfile.ts";
import {
  autoscalers,
  budgets,
  configMaps,
  deployments,
  kustomization,
  policies,
  SECRET_EXAMPLE,
  secrets,
  services,
  unchecked,
} from "./manifests.ts";
import { readWhole } from "./whole-config.ts";

/** What a node has to end in order (main/child.ts), in seconds. */
const STOP_SECONDS = 30;
const FILLED = {
  DATABASE_URL: "postgres://winnow:secret@postgres.data:5432/winnow",
  WINNOW_SECRET: "s".repeat(64),
  WINNOW_MASTER_KEY: "m".repeat(64),
  AWS_ACCESS_KEY_ID: "key",
  AWS_SECRET_ACCESS_KEY: "secret",
};
const imageEnv = envOf(readStages().at(-1) ?? expect.fail("no stage"));
const [config] = configMaps;
const [secret] = secrets;

const parts = deployments.map((deployment) => {
  const pod = deployment.spec?.template.spec ?? expect.fail("no pod");
  const container: Container = pod.containers[0] ?? expect.fail("no container");
  const labels = deployment.spec?.template.metadata?.labels ?? {};
  return { name: deployment.metadata?.name ?? "", deployment, pod, container, labels };
});
const holds = (labels: Record<string, string>, wanted: Record<string, string> = {}) =>
  Object.keys(wanted).length > 0 && Object.entries(wanted).every(([name, value]) => labels[name] === value);

/** The environment of a container with a filled secret. */
function envOfContainer({ envFrom = [], env = [] }: Container, filled: Record<string, string>): Record<string, string> {
  const from = envFrom.map(({ configMapRef, secretRef }) => {
    if (configMapRef?.name === config?.metadata?.name) return config?.data ?? {};
    if (secretRef?.name === secret?.metadata?.name) return filled;
    return expect.fail("reads from nowhere");
  });
  return Object.assign({ ...imageEnv }, ...from, Object.fromEntries(env.map(({ name, value }) => [name, value ?? ""])));
}

test("every file is part of it, but for the example of a secret; every document fits Kubernetes' schemas", () => {
  const files = readdirSync(path.join(ROOT, "deploy/kubernetes")).filter((file) => file !== "kustomization.yaml");
  expect(files.sort()).toEqual([...kustomization.resources, SECRET_EXAMPLE].sort());
  expect(unchecked).toBe(0);
  expect(parts.map(({ name }) => name)).toEqual(["winnow-api", "winnow-worker"]);
});

test("the image is this version's", () => {
  const { version } = JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8"));
  expect(kustomization.images).toMatchObject([{ name: "winnow", newTag: version }]);
  for (const { container } of parts) expect(container.image).toBe("winnow");
});

test.each(parts)("the service takes the environment of $name whole, once the secret is filled in, and not before", ({ container }) => {
  expect(Object.keys(secret?.stringData ?? {}).sort()).toEqual(Object.keys(FILLED).sort());
  const { unread, config: read } = readWhole(envOfContainer(container, FILLED));
  expect(unread).toEqual([]);
  expect(`winnow-${read.role}`).toBe(`winnow-${container.name}`);
  expect(read.host).toBe("0.0.0.0");
  expect(() => readWhole(envOfContainer(container, secret?.stringData ?? {}))).toThrow();
});

test.each(parts)("the probes of $name ask routes that exist, at the port it listens on", ({ container }) => {
  const { config: read } = readWhole(envOfContainer(container, FILLED));
  const [port] = container.ports ?? [];
  expect(port?.containerPort).toBe(read.metricsPort ?? read.port);
  const probes = [container.startupProbe, container.readinessProbe, container.livenessProbe];
  expect(probes.map((probe) => probe?.httpGet?.port)).toEqual([port?.name, port?.name, port?.name]);
  expect(probes[1]?.httpGet?.path).toBe("/readyz");
  expect(probes[2]?.httpGet?.path).toBe("/healthz");
});

test.each(parts)("$name has time to end in order", ({ pod, container }) => {
  const [, pause = "0"] = container.lifecycle?.preStop?.exec?.command ?? [];
  expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(STOP_SECONDS + Number(pause) + 5);
});

test.each(parts)("$name may do little: not root, no more rights, a root file system that is read only", ({ pod, container }) => {
  expect(pod.automountServiceAccountToken).toBe(false);
  expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: "RuntimeDefault" } });
  expect(container.securityContext).toEqual({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ["ALL"] },
  });
  expect(container.resources?.requests).toMatchObject({ cpu: expect.any(String), memory: expect.any(String) });
  expect(container.resources?.limits?.memory).toBeDefined();
  const mounts = container.volumeMounts ?? [];
  expect(mounts.map(({ mountPath }) => mountPath).sort()).toEqual([imageEnv.WINNOW_DATA_DIR, "/tmp"].sort());
  for (const { name } of mounts) expect(pod.volumes?.find((volume) => volume.name === name)?.emptyDir).toBeDefined();
});

test("selectors find their pods", () => {
  for (const { deployment, labels, pod } of parts) {
    expect(holds(labels, deployment.spec?.selector.matchLabels)).toBe(true);
    for (const { labelSelector } of pod.topologySpreadConstraints ?? []) expect(holds(labels, labelSelector?.matchLabels)).toBe(true);
    expect(budgets.filter(({ spec }) => holds(labels, spec?.selector?.matchLabels)).length).toBe(1);
  }
  const found = services.map(({ spec }) => parts.filter(({ labels }) => holds(labels, spec?.selector)).map(({ name }) => name));
  expect(found).toEqual([["winnow-api"]]);
  const ports = parts[0]?.container.ports?.map(({ name }) => name);
  for (const { spec } of services) for (const { targetPort } of spec?.ports ?? []) expect(ports).toContain(targetPort);
});

test("workers come and go with their load; no replicas are set against it", () => {
  const [{ spec } = expect.fail("no autoscaler")] = autoscalers;
  const worker = parts.find(({ name }) => name === spec?.scaleTargetRef.name);
  expect(worker?.deployment.spec?.replicas).toBeUndefined();
  expect(worker?.container.resources?.requests).toHaveProperty("cpu");
  expect(spec?.maxReplicas).toBeGreaterThan(spec?.minReplicas ?? 1);
  expect(parts[0]?.deployment.spec?.replicas).toBe(2);
});

test("every pod has a policy of who reaches it and whom it reaches; workers are reached at their metrics alone", () => {
  for (const { labels, container } of parts) {
    const mine = policies.filter(({ spec }) => holds(labels, spec?.podSelector?.matchLabels));
    const types = new Set(mine.flatMap(({ spec }) => spec?.policyTypes ?? []));
    expect([...types].sort()).toEqual(["Egress", "Ingress"]);
    const ingress = mine.flatMap(({ spec }) => spec?.ingress ?? []);
    expect(ingress.length).toBe(1);
    const names = container.ports?.map(({ name }) => name) ?? [];
    expect(ingress.flatMap(({ ports = [] }) => ports.map(({ port }) => port))).toEqual(names);
    expect(ingress.every(({ from = [] }) => from.length > 0)).toBe(true);
  }
});

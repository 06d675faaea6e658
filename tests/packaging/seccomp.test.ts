/** The profile under which a container lets readers be confined: it forbids what no container needs, and nothing that confining takes. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";

const ROOT = path.resolve(import.meta.dirname, "../..");
const read = (file: string) => readFile(path.join(ROOT, file), "utf8");

test("H10: allows namespaces and mounts, and forbids modules, tracing and the kernel's keys", async () => {
  const { defaultAction, syscalls } = JSON.parse(await read("deploy/seccomp.json"));
  const forbidden = new Set(syscalls.flatMap(({ names }: { names: string[] }) => names));
  expect(defaultAction).toBe("SCMP_ACT_ALLOW");
  expect(syscalls.map(({ action }: { action: string }) => action)).toEqual(["SCMP_ACT_ERRNO"]);
  for (const needed of ["clone", "clone3", "unshare", "mount", "fsopen", "fsmount", "move_mount", "prctl"])
    expect(forbidden).not.toContain(needed);
  for (const dangerous of ["bpf", "init_module", "kexec_load", "ptrace", "process_vm_readv", "keyctl", "setns", "reboot"])
    expect(forbidden).toContain(dangerous);
});

test("H10: compose.yaml and the Kubernetes component name it", async () => {
  const { services } = parse(await read("compose.yaml"), { merge: true });
  for (const name of ["api", "worker"]) expect(services[name].security_opt).toContain("seccomp=deploy/seccomp.json");
  const { patches } = parse(await read("deploy/kubernetes-confined/kustomization.yaml"));
  expect(parse(patches[0].patch)).toMatchObject([
    { path: "/spec/template/spec/securityContext/seccompProfile", value: { type: "Localhost", localhostProfile: "winnow.json" } },
    { value: { type: "Unconfined" } },
  ]);
});

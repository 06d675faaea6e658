/**
 * Runs as root of its own network and mounts (open.ts starts it): makes every address local, plays the servers and the name server of
 * the world, and runs the service there. The parent asks over the IPC channel; the API is reached through a socket in the folder.
 */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import path from "node:path";
import { selfSigned } from "../certificate.ts";
import { startProcesses } from "../processes.ts";
import { startNameServer } from "./dns.ts";
import { type Seen, startServers } from "./servers.ts";
import { PUBLIC_NAME, zone } from "./zone.ts";

const NAME_SERVER = { host: "127.0.0.53", port: 53 };
const { folder, env } = JSON.parse(process.argv[2] ?? "{}") as { folder: string; env: Record<string, string> };

function run(command: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(command, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")}: ${stderr}`);
}

run("ip", "link", "set", "lo", "up");
run("ip", "route", "add", "local", "0.0.0.0/0", "dev", "lo");
run("ip", "-6", "route", "add", "local", "::/0", "dev", "lo");
const resolver = path.join(folder, "resolv.conf");
writeFileSync(resolver, `nameserver ${NAME_SERVER.host}\n`);
run("mount", "--bind", resolver, "/etc/resolv.conf");

const seen: Seen & { names: string[] } = { forbidden: [], served: [], names: [] };
await startNameServer(NAME_SERVER, zone, (name) => void seen.names.push(name));
const { cert, key } = selfSigned(PUBLIC_NAME);
const authority = path.join(folder, "authority.pem");
writeFileSync(authority, cert);
await startServers(seen, { folder, cert, key });

const service = await startProcesses(path.join(folder, "data"), { ...env, NODE_EXTRA_CA_CERTS: authority });
const { port } = new URL(service.url);
createServer((socket) => {
  const api = connect(Number(port), "127.0.0.1");
  socket.pipe(api).pipe(socket);
  for (const [one, other] of [
    [socket, api],
    [api, socket],
  ] as const)
    one.on("error", () => undefined).on("close", () => other.destroy());
}).listen(path.join(folder, "api.sock"), async () => process.send?.({ ready: { port: Number(port), pids: await service.pids() } }));

process.on("message", () => process.send?.({ seen }));
process.on("disconnect", async () => {
  await service.stop();
  process.exit(0);
});

/** A name server that answers what the test wrote down: A, AAAA and CNAME over UDP, never to be kept (TTL 0). */
import { createSocket, type Socket } from "node:dgram";
import ipaddr from "ipaddr.js";

/** The addresses of a name, IPv4 and IPv6 as they come, behind another name where `alias` is set. */
export type Answer = { addresses: string[]; alias?: string };
/** `count`: how often this name was asked for this type, from 1. Null: there is no such name. `silent`: no answer comes. */
export type Zone = (name: string, count: number) => Answer | null | "silent";

const TYPES = { A: 1, CNAME: 5, AAAA: 28 } as const;
const HEADER_BYTES = 12;
/** An answer to a recursive query; with it, the code for a name that does not exist (RFC 1035 §4.1.1). */
const FLAGS = 0x8180;
const NO_SUCH_NAME = 3;
const CLASS_INTERNET = 1;

/** Listens until the process ends, or it is closed; port 0 takes a free one. `asked` gets every name that was asked for. */
export async function startNameServer(at: { host: string; port: number }, zone: Zone, asked: (name: string) => void): Promise<Socket> {
  const counts = new Map<string, number>();
  const socket = createSocket("udp4");
  socket.on("message", (query, { address, port }) => {
    const { name, type, end } = questionOf(query);
    const key = `${name} ${type}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    asked(name);
    const answer = zone(name, counts.get(key) ?? 1);
    if (answer !== "silent") socket.send(reply(query.subarray(0, end), name, type, answer), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(at.port, at.host, resolve));
  return socket;
}

function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function reply(question: Buffer, name: string, type: number, answer: Answer | null): Buffer {
  const records: Buffer[] = [];
  if (answer?.alias !== undefined) records.push(record(name, TYPES.CNAME, encoded(answer.alias)));
  for (const address of answer?.addresses ?? []) {
    const parsed = ipaddr.parse(address);
    const of = parsed.kind() === "ipv4" ? TYPES.A : TYPES.AAAA;
    if (of === type) records.push(record(answer?.alias ?? name, of, Buffer.from(parsed.toByteArray())));
  }
  const whole = Buffer.concat([question, ...records]);
  whole.writeUInt16BE(answer === null ? FLAGS | NO_SUCH_NAME : FLAGS, 2);
  whole.writeUInt16BE(1, 4);
  whole.writeUInt16BE(records.length, 6);
  whole.writeUInt32BE(0, 8);
  return whole;
}

function record(name: string, type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(10);
  head.writeUInt16BE(type, 0);
  head.writeUInt16BE(CLASS_INTERNET, 2);
  head.writeUInt16BE(data.length, 8);
  return Buffer.concat([encoded(name), head, data]);
}

function encoded(name: string): Buffer {
  const labels = name.split(".").map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label, "latin1")]));
  return Buffer.concat([...labels, Buffer.from([0])]);
}

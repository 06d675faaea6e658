/** A child that loads nothing to read with and says that it is ready: how strictly the system lets children be confined. */
import { Socket } from "node:net";
import { encodeFrame } from "#documents/pool/frames.ts";
import type { ChildReply } from "#documents/pool/protocol.ts";
import { endUnlessReadable, SOCKET_FD } from "./surroundings.ts";

endUnlessReadable(process.argv[2] ?? "");
const socket = new Socket({ fd: SOCKET_FD, readable: true, writable: true });
socket.on("close", () => process.exit());
socket.on("error", () => process.exit());
socket.resume();
for (const chunk of encodeFrame({ kind: "ready" } satisfies ChildReply)) socket.write(chunk);

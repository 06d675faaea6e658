/** A process's channel to the supervisor that started it. */
import type { NodeLink, NodeNotice } from "#platform/postgres/node-notices.ts";

export const nodeLink = (): NodeLink => ({
  send: (notice) => void process.send?.(notice),
  onNotice: (listener) => void process.on("message", (message: NodeNotice | { kind: string }) => isNotice(message) && listener(message)),
});

const isNotice = (message: NodeNotice | { kind: string }): message is NodeNotice => message.kind === "notice";

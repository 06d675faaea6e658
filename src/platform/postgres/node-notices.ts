/**
 * The notices of a process that its node's supervisor started: they go to the supervisor, and come from it. So processes of one node tell
 * each other what changed without the database, and each node has one connection that listens.
 */
import { Channels, JOB_DUE, type Notice, type Notifications } from "./listen.ts";

/** `payload` null: notices may have been missed. */
export type NodeNotice = { kind: "notice"; channel: string; payload: string | null; lazy?: boolean };

/** The channel to the supervisor. */
export type NodeLink = {
  send(notice: NodeNotice): void;
  onNotice(listener: (notice: NodeNotice) => void): void;
};

export type NodeNotices = {
  notifications: Notifications;
  /** For relayNotices: own listeners are called at once, except for jobs, for which the supervisor chooses a worker. */
  relay(notice: Notice): void;
};

export function openNodeNotices(link: NodeLink): NodeNotices {
  const channels = new Channels();
  link.onNotice(({ channel, payload }) => channels.call(channel, payload));
  return {
    notifications: {
      listen: async (channel, listener) => channels.add(channel, listener).remove,
      [Symbol.asyncDispose]: async () => undefined,
    },
    relay(notice) {
      if (notice.channel !== JOB_DUE) channels.call(notice.channel, notice.payload);
      link.send({ kind: "notice", ...notice });
    },
  };
}

import { splitPacket } from "#extraction/packets/split-packet.ts";
import { runnerOf } from "#platform/queue/run-job.ts";
import type { OpenJob } from "#worker/open-job.ts";

export const open: OpenJob<"split-packet"> = (deps) => runnerOf(deps, splitPacket(deps));

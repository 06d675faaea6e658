/** Watches all inboxes, in the leader. Two processes may do so for a moment: what is taken is kept once all the same. */
import { setTimeout as sleep } from "node:timers/promises";
import { ApiError } from "#contract/errors.ts";
import type { SubmitDeps } from "#extraction/submit.ts";
import type { FetchRules } from "#platform/fetch/guarded-fetch.ts";
import type { Log } from "#platform/log.ts";
import type { SecretBox } from "#platform/secret-box.ts";
import { openFolderSource } from "./folder-source.ts";
import { type Inbox, listWatched, setProblem } from "./inboxes.store.ts";
import { whyOf } from "./inboxes.ts";
import { openMailboxSource } from "./mailbox-source.ts";
import type { Source } from "./source.ts";
import { takeItems } from "./take-items.ts";

export type WatchDeps = SubmitDeps & { log: Log; fetchRules: FetchRules };

/** Until a new or changed inbox is noticed. */
const LIST_MS = 10_000;
const AGAIN_MS_MIN = 5_000;
const AGAIN_MS_MAX = 5 * 60_000;

/** `db` of the deps sees the rows of all accounts. Until disposed. */
export function watchInboxes(deps: WatchDeps): AsyncDisposable {
  const stopping = new AbortController();
  const watched = new Map<string, { of: string; stop: AbortController; ended: Promise<void> }>();
  const look = async (): Promise<void> => {
    const inboxes = new Map((await listWatched(deps.db)).map((inbox) => [inbox.id, inbox]));
    for (const [id, { of, stop, ended }] of watched) {
      const now = inboxes.get(id);
      if (now && versionOf(now) === of) continue;
      stop.abort();
      await ended;
      watched.delete(id);
    }
    for (const [id, inbox] of inboxes) {
      if (watched.has(id)) continue;
      const stop = new AbortController();
      const signal = AbortSignal.any([stop.signal, stopping.signal]);
      watched.set(id, { of: versionOf(inbox), stop, ended: watch(deps, inbox, signal) });
    }
  };
  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await look().catch((error: unknown) => deps.log.warn({ err: error }, "the inboxes could not be listed and are listed again"));
      await pause(LIST_MS, stopping.signal);
    }
    await Promise.all([...watched.values()].map(({ ended }) => ended));
  };
  const ended = loop();
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await ended;
    },
  };
}

/** What begins anew when it changes. */
const versionOf = ({ settings, senders, templateId }: Inbox): string => JSON.stringify([settings, senders, templateId]);
const pause = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }).catch(() => undefined);

/** Until aborted. A failure is kept as the inbox's problem, and what failed is tried again later and later. */
async function watch(deps: WatchDeps, inbox: Inbox, signal: AbortSignal): Promise<void> {
  let againMs = AGAIN_MS_MIN;
  let told = inbox.problem;
  const tell = async (problem: string | null): Promise<void> => {
    if (problem !== told) await setProblem(deps.db, inbox.id, problem);
    told = problem;
  };
  while (!signal.aborted) {
    try {
      await using source = await openSource(deps, inbox);
      // An abort ends what a connection waits for.
      signal.addEventListener("abort", () => void source[Symbol.asyncDispose](), { once: true });
      while (!signal.aborted) {
        await takeItems(deps, inbox, source, signal);
        await tell(null);
        againMs = AGAIN_MS_MIN;
        await source.changed(signal);
      }
    } catch (error) {
      if (signal.aborted) return;
      const why = error instanceof ApiError ? error.detail : whyOf(error);
      deps.log.warn(
        { inbox: inbox.id, code: error instanceof ApiError ? error.code : null },
        "an inbox cannot be read now and is tried again",
      );
      await tell(why).catch(() => undefined);
      await pause(againMs, signal);
      againMs = Math.min(2 * againMs, AGAIN_MS_MAX);
    }
  }
}

async function openSource({ secretBox, fetchRules }: WatchDeps, { settings, senders }: Inbox): Promise<Source> {
  if (settings.kind === "folder") return openFolderSource(settings.path);
  return openMailboxSource({ ...settings, password: passwordOf(secretBox, settings.sealedPassword) }, senders, fetchRules);
}

function passwordOf(secretBox: SecretBox, sealed: string): string {
  try {
    return secretBox.open(sealed);
  } catch {
    throw new Error("The password cannot be read any more, as WINNOW_SECRET changed. Make the inbox anew.");
  }
}

/** Watches all inboxes, in the leader. Two processes may do so for a moment: what is taken is kept once all the same. */
import { openedBucket } from "#extraction/sealed-bucket.ts";
import type { SubmitDeps } from "#extraction/submit.ts";
import { watchEach } from "#extraction/watch-each.ts";
import type { FetchRules } from "#platform/fetch/guarded-fetch.ts";
import type { Log } from "#platform/log.ts";
import type { SecretBox } from "#platform/secret-box.ts";
import { openBucketSource } from "./bucket-source.ts";
import { openFolderSource } from "./folder-source.ts";
import { type Inbox, listWatched, setProblem } from "./inboxes.store.ts";
import { whyOf } from "./inboxes.ts";
import { openMailboxSource } from "./mailbox-source.ts";
import type { Source } from "./source.ts";
import { takeItems } from "./take-items.ts";

export type WatchDeps = SubmitDeps & { log: Log; fetchRules: FetchRules };

/** `db` of the deps sees the rows of all accounts. Until disposed. */
export const watchInboxes = (deps: WatchDeps): AsyncDisposable =>
  watchEach(deps.log, {
    called: "an inbox",
    list: () => listWatched(deps.db),
    versionOf: ({ settings, senders, templateId }) => JSON.stringify([settings, senders, templateId]),
    setProblem: (id, problem) => setProblem(deps.db, id, problem),
    whyOf,
    async work(inbox, signal, wentWell) {
      await using source = await openSource(deps, inbox);
      // An abort ends what a connection waits for.
      signal.addEventListener("abort", () => void source[Symbol.asyncDispose](), { once: true });
      while (!signal.aborted) {
        await takeItems(deps, inbox, source, signal);
        await wentWell();
        await source.changed(signal);
      }
    },
  });

async function openSource({ secretBox, fetchRules }: WatchDeps, { settings, senders }: Inbox): Promise<Source> {
  if (settings.kind === "folder") return openFolderSource(settings.path);
  if (settings.kind === "bucket") return openBucketSource(openedBucket(secretBox, settings), fetchRules);
  return openMailboxSource({ ...settings, password: passwordOf(secretBox, settings.sealedPassword) }, senders, fetchRules);
}

function passwordOf(secretBox: SecretBox, sealed: string): string {
  try {
    return secretBox.open(sealed);
  } catch {
    throw new Error("The password cannot be read any more, as WINNOW_SECRET changed. Make the inbox anew.");
  }
}

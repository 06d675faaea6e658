/** GET /events: server-sent events of all changes of the account. */
import { Readable } from "node:stream";
import { z } from "zod";
import { AccountEvent } from "#contract/account-events.ts";
import { wholeNumber } from "#contract/json.ts";
import type { App } from "#http/app.ts";
import type { EventDeps } from "#http/http-deps.ts";
import { errorReplies, security } from "#http/replies.ts";
import { KEEP_ALIVE_MS, sendEvents, type TakeStream } from "#http/streams.ts";
import type { AccountEvents, AccountNews } from "#platform/postgres/account-events.ts";

/** A stream ends after this time at most, so that a key or session that ended meanwhile is refused when its client opens the next one. */
const SECONDS_MAX = 300;
/** Time before a client reconnects. */
const RECONNECT_MS = 1_000;

const schema = {
  tags: ["tasks"],
  summary: "Follow all changes of the account",
  description:
    "Event `changed`: a task, batch, position, application or delivery of the account changed; its data is an `AccountEvent`, with ids and the state only. Event `refresh`: read what you show anew; it comes first in every stream, and whenever changes may have been missed. Of several changes of one record within half a second only the last is sent. A stream ends after `seconds`; open the next one then, as `EventSource` does by itself.",
  security,
  querystring: z.object({ seconds: wholeNumber(1, SECONDS_MAX, SECONDS_MAX).describe("After how many seconds the stream ends.") }),
  response: {
    200: { description: "The events; this is the data of a `changed`", content: { "text/event-stream": { schema: AccountEvent } } },
    ...errorReplies,
  },
};

export function events(app: App, deps: Pick<EventDeps, "accountEvents" | "stopping"> & { takeStream: TakeStream }): void {
  app.get("/events", { schema, exposeHeadRoute: false }, async (request, reply) => {
    deps.takeStream(request, reply);
    const gone = AbortSignal.any([deps.stopping, request.signal, AbortSignal.timeout(request.query.seconds * 1000)]);
    return sendEvents(reply, Readable.from(eventsOf(deps.accountEvents, request.accountId, gone), { objectMode: false }));
  });
}

const REFRESH = "event: refresh\ndata: {}\n\n";

async function* eventsOf(accountEvents: AccountEvents, accountId: string, signal: AbortSignal): AsyncGenerator<string> {
  const following = accountEvents.follow(accountId, KEEP_ALIVE_MS, signal);
  try {
    const first = following.next();
    // Sent after the listener is there: later changes are sent.
    yield `retry: ${RECONNECT_MS}\n${REFRESH}`;
    for (let next = await first; !next.done; next = await following.next()) yield next.value?.map(textOf).join("") ?? ": still here\n\n";
  } finally {
    await following.return(undefined);
  }
}

const textOf = (news: AccountNews): string =>
  news.kind === "refresh" ? REFRESH : `event: changed\ndata: ${JSON.stringify(news.event)}\n\n`;

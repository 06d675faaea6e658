/** Keeps the screens up to date: follows the account's event stream and fetches the queries again that a change concerns. */
import { type QueryClient, type QueryFilters, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Schemas } from "#api.ts";
import { below, invalidate, ofCall } from "#query.ts";

type Change = Schemas["AccountEvent"];

/** Everything is read at this interval while there is no stream. */
const FALLBACK_MS = 10_000;
/** The browser connects again by itself, but not after an answer that is no stream. */
const AGAIN_MS = 5_000;
/** Between two rounds of reading, so that an account in which much changes is not read all the time. */
const PAUSE_MS = 500;

/** Follows the account while the page is visible: a browser has few connections to a server, which all its tabs share. */
export function useLive(accountId: string | null): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (accountId === null) return;
    const reader = new Reader(queries);
    let close: () => void = () => undefined;
    const look = () => {
      close();
      close = document.visibilityState === "visible" ? follow(reader) : () => undefined;
    };
    look();
    document.addEventListener("visibilitychange", look);
    return () => {
      document.removeEventListener("visibilitychange", look);
      close();
      reader.stop();
    };
  }, [accountId, queries]);
}

function follow(reader: Reader): () => void {
  let events: EventSource;
  let again: ReturnType<typeof setTimeout> | undefined;
  let fallback: ReturnType<typeof setInterval> | undefined;
  const open = () => {
    events = new EventSource("/api/extractor/v1/events");
    events.addEventListener("refresh", () => reader.add(ALL));
    events.addEventListener("changed", ({ data }: MessageEvent<string>) => reader.add(changedBy(JSON.parse(data))));
    events.addEventListener("open", () => {
      clearInterval(fallback);
      fallback = undefined;
    });
    events.addEventListener("error", () => {
      fallback ??= setInterval(() => reader.add(ALL), FALLBACK_MS);
      if (events.readyState === EventSource.CLOSED) again = setTimeout(open, AGAIN_MS);
    });
  };
  open();
  return () => {
    events.close();
    clearTimeout(again);
    clearInterval(fallback);
  };
}

const USAGE = ofCall("/api/account/v1/usage");
/** Their counts change with their tasks. */
const BATCHES = [ofCall("/api/extractor/v1/extract-batch"), ofCall("/api/extractor/v1/extract-batch/{batch_id}")];
const ALL: readonly QueryFilters[] = [
  below("/api/extractor/v1/tasks"),
  ...BATCHES,
  below("/api/extractor/v1/packets"),
  below("/api/extractor/v1/templates/{template_id}/evaluations"),
  below("/api/extractor/v1/deliveries"),
  ofCall("/api/extractor/v1/webhook-origins"),
  below("/api/recruit/v1/positions"),
  ofCall("/api/recruit/v1/applications/{application_id}"),
  USAGE,
];

/** The queries that may show the record. The record itself is not fetched again when it was deleted. */
function changedBy({ kind, id, status, position_id }: Change): readonly QueryFilters[] {
  const isThere = status !== "deleted";
  switch (kind) {
    case "task": {
      const record = ofCall("/api/extractor/v1/tasks/{task_id}", { path: { task_id: id } });
      return [ofCall("/api/extractor/v1/tasks"), ...(isThere ? [record] : []), ...BATCHES, USAGE];
    }
    case "packet": {
      const record = ofCall("/api/extractor/v1/packets/{packet_id}", { path: { packet_id: id } });
      return [ofCall("/api/extractor/v1/packets"), ...(isThere ? [record] : [])];
    }
    case "extract_batch": {
      const record = ofCall("/api/extractor/v1/extract-batch/{batch_id}", { path: { batch_id: id } });
      return [ofCall("/api/extractor/v1/extract-batch"), ...(isThere ? [record] : [])];
    }
    case "evaluation":
      return [below("/api/extractor/v1/templates/{template_id}/evaluations"), USAGE];
    case "delivery":
      return [ofCall("/api/extractor/v1/deliveries"), ofCall("/api/extractor/v1/webhook-origins")];
    case "position":
      return rankingOf(id, isThere);
    case "batch":
      return [...(position_id === null ? [] : rankingOf(position_id, true)), USAGE];
    case "application": {
      const record = ofCall("/api/recruit/v1/applications/{application_id}", { path: { application_id: id } });
      return [record, ...(position_id === null ? [] : rankingOf(position_id, true)), USAGE];
    }
  }
}

function rankingOf(position_id: string, isThere: boolean): readonly QueryFilters[] {
  const list = ofCall("/api/recruit/v1/positions");
  if (!isThere) return [list];
  const input = { path: { position_id } };
  return [
    list,
    ofCall("/api/recruit/v1/positions/{position_id}", input),
    ofCall("/api/recruit/v1/positions/{position_id}/applications", input),
  ];
}

/** Coalesces changes: one round of fetches at a time; later changes join the next round. */
class Reader {
  readonly #queries: QueryClient;
  #waiting = new Map<unknown, QueryFilters>();
  #isReading = false;
  #stopped = false;

  constructor(queries: QueryClient) {
    this.#queries = queries;
  }

  add(filters: readonly QueryFilters[]): void {
    for (const filter of filters) this.#waiting.set(filter.queryKey ? JSON.stringify(filter.queryKey) : filter, filter);
    if (!this.#isReading) void this.#read();
  }

  stop(): void {
    this.#stopped = true;
  }

  async #read(): Promise<void> {
    this.#isReading = true;
    while (this.#waiting.size > 0 && !this.#stopped) {
      const filters = [...this.#waiting.values()];
      this.#waiting.clear();
      await invalidate(this.#queries, ...filters);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    this.#isReading = false;
  }
}

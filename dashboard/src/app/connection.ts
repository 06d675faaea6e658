/** Whether the server answers. While it does not, it is asked again and again; then everything shown is read anew. */
import type { QueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { invalidate } from "#query.ts";

const AGAIN_MS = 1_500;

let away = false;
let asking: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();
const waiting: (() => void)[] = [];

/** Resolves when the server answers again. */
export const serverIsBack = () => new Promise<void>((resolve) => waiting.push(resolve));

export function reportUnreachable(queries: QueryClient): void {
  if (away) return;
  set(true);
  asking = setInterval(async () => {
    const answer = await fetch("/readyz", { cache: "no-store" }).catch(() => null);
    if (!answer?.ok) return;
    reportAnswer();
    for (const wake of waiting.splice(0)) wake();
    await invalidate(queries, {});
  }, AGAIN_MS);
}

/** An answer that was on its way when the connection broke does not tell that the server is back. */
export function reportAnswer(): void {
  if (!away || !navigator.onLine) return;
  clearInterval(asking);
  set(false);
}

export const useIsAway = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => away,
  );

function set(next: boolean): void {
  away = next;
  for (const listener of listeners) listener();
}

/** Screens whose code comes when they are first visited, or when the browser has nothing else to do. */
import { lazy, type ReactNode } from "react";

type Load = () => Promise<{ default: () => ReactNode }>;

const loads: Load[] = [];

/** Unlike the router's own it never loads the page anew when the code cannot be fetched: the error is shown, and waits for the server. */
export function screen(load: Load) {
  loads.push(load);
  return Object.assign(lazy(load), { preload: async () => void (await load()) });
}

/** From then on every screen opens at once, also while the server is away. */
export function loadScreensWhenIdle(): void {
  const start = () => void Promise.allSettled(loads.map((load) => load()));
  if ("requestIdleCallback" in window) requestIdleCallback(start, { timeout: 4_000 });
  else setTimeout(start, 2_000);
}

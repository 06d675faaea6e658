/**
 * Who is signed in, in all tabs of the browser. A tab whose session ends goes to the sign-in page, once; a tab that waits there goes on
 * when somebody signs in; a tab whose account becomes another one forgets what it has shown.
 */
import type { QueryClient } from "@tanstack/react-query";
import type { RegisteredRouter } from "@tanstack/react-router";
import { setupQuery } from "#api.ts";
import { isDoor, nextOf, ownAddress } from "#app/own-address.ts";

const tabs = new BroadcastChannel("session");

/** For the other tabs: somebody signed in or out here. */
export const announceSession = () => tabs.postMessage("changed");

export function watchSession(queries: QueryClient, router: RegisteredRouter): void {
  const accountNow = () => {
    const setup = queries.getQueryData(setupQuery.queryKey);
    return setup && (setup.session?.account_id ?? null);
  };
  let account = accountNow();
  queries.getQueryCache().subscribe(({ query }) => {
    const now = accountNow();
    if (query.queryKey[0] !== setupQuery.queryKey[0] || now === undefined || now === account) return;
    const before = account;
    account = now;
    // The router asks by itself who is signed in when the page is opened.
    if (before === undefined) return;
    if (now === null) leave(queries, router);
    else enter(queries, router, before);
  });
  const ask = () => void queries.fetchQuery({ ...setupQuery, staleTime: 0 }).catch(() => undefined);
  tabs.addEventListener("message", ask);
  // The back button may bring a page back as it was left, with what it showed then.
  addEventListener("pageshow", ({ persisted }) => persisted && ask());
}

async function leave(queries: QueryClient, router: RegisteredRouter): Promise<void> {
  const { pathname, href } = router.state.location;
  if (!isDoor(pathname)) await router.navigate({ to: "/sign-in", search: nextOf(href), replace: true });
  // Whoever has unsaved edits may have stayed.
  if (isDoor(router.state.location.pathname)) forgetOthers(queries);
}

async function enter(queries: QueryClient, router: RegisteredRouter, before: string | null): Promise<void> {
  const { pathname, searchStr } = router.state.location;
  if (pathname === "/sign-in") {
    const next = new URLSearchParams(searchStr).get("next");
    await router.navigate({ href: ownAddress(next), replace: true });
  } else if (before) {
    // What an address names is of the other account.
    const [, place = "", ...names] = pathname.split("/");
    if (names.length > 0) await router.navigate({ href: `/${place}`, ignoreBlocker: true });
    await queries.resetQueries({ predicate: isOther });
    await router.invalidate();
  }
}

/** All but who is signed in. */
const isOther = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== setupQuery.queryKey[0];
const forgetOthers = (queries: QueryClient) => queries.removeQueries({ predicate: isOther });

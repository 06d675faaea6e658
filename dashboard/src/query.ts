/** Queries made from calls of the client: the key of a query is the path and input of its call, and nothing else names what it holds. */
import {
  infiniteQueryOptions,
  type Query,
  type QueryClient,
  type QueryFilters,
  queryOptions,
  type UseInfiniteQueryResult,
} from "@tanstack/react-query";
import type { paths } from "@winnow/sdk";
import { api } from "#client.ts";

export type Path = keyof paths;
type GetPath = Parameters<typeof api.get>[0];
type Rest<Call extends unknown[]> = Call extends [unknown, ...infer Given] ? Given : never;
type Given<P extends GetPath> = Rest<Parameters<typeof api.get<P>>>;
type Answer<P extends GetPath> = Awaited<ReturnType<typeof api.get<P>>>;
type ListPath = { [P in GetPath]: Answer<P> extends { next_cursor: string | null } ? P : never }[GetPath];
/** The values in the path and query of a call; a filter names those that matter. */
type Input<P extends Path> = P extends GetPath ? Partial<NonNullable<Given<P>[0]>> : never;

/** The key of a query whose call is no GET, or whose input is no JSON. */
export const keyOf = (path: Path, input: unknown = {}) => [path, input] as const;

/** One answer. */
export const queryOf = <P extends GetPath>(path: P, ...given: Given<P>) =>
  queryOptions({ queryKey: keyOf(path, given[0]), queryFn: () => call(path, given[0]) });

const PAGE_ROWS = 25;
const LIST_MAX = 100;

/** A list page by page. */
export const pagesOf = <P extends ListPath>(path: P, ...[given]: Given<P>) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(path, given), "pages"] as const,
    queryFn: ({ pageParam }) => page(path, given, pageParam, PAGE_ROWS),
    initialPageParam: null as string | null,
    getNextPageParam: nextOf,
  });

/** A list that is shown whole, read to its end: each page of it. */
export const wholeOf = <P extends ListPath>(path: P, ...given: Given<P>) =>
  queryOptions({ queryKey: [...keyOf(path, given[0]), "whole"] as const, queryFn: () => readWhole(path, ...given) });

export async function readWhole<P extends ListPath>(path: P, ...[given]: Given<P>): Promise<Page<P>[]> {
  const pages: Page<P>[] = [];
  let cursor: string | null = null;
  do {
    const next: Page<P> = await page(path, given, cursor, LIST_MAX);
    pages.push(next);
    cursor = nextOf(next);
  } while (cursor !== null);
  return pages;
}

const nextOf = (last: { next_cursor: string | null }) => last.next_cursor;

type Page<P extends ListPath> = Answer<P> & { next_cursor: string | null };

const page = <P extends ListPath>(path: P, given: Given<P>[0], cursor: string | null, limit: number): Promise<Page<P>> => {
  const { query = {}, ...input }: { query?: object } = given ?? {};
  return call(path, { ...input, query: { ...query, limit, ...(cursor === null ? {} : { cursor }) } }) as Promise<Page<P>>;
};

/** Calls with an input of unknown type: TypeScript cannot match a generic path with the input that belongs to it. */
const call = <P extends GetPath>(path: P, given: unknown): Promise<Answer<P>> =>
  (api.get as (path: P, given: unknown) => Promise<Answer<P>>).call(api, path, given);

/** Queries of this call; of these values of it, if some are given. */
export const ofCall = <P extends Path>(path: P, input?: Input<P>): QueryFilters => ({
  queryKey: input === undefined ? [path] : [path, input],
});

/** Queries of this path and of all that lie below it: a list, its records, and what belongs to these. */
export const below = (path: Path): QueryFilters => ({
  predicate: ({ queryKey: [of] }) => of === path || (typeof of === "string" && of.startsWith(`${path}/`)),
});

/**
 * Marks the matching queries as stale; those on the screen are fetched again, once a page that is being added to them is there: a fetch
 * ends the one before it, and with it what "Show more" asked for.
 */
export const invalidate = async (queries: QueryClient, ...filters: readonly QueryFilters[]): Promise<void> => {
  await Promise.all(
    filters.map(async (filter) => {
      const adding = queries.getQueryCache().findAll(filter).filter(isAddingPage);
      await Promise.allSettled(adding.map(({ promise }) => promise));
      await queries.invalidateQueries(filter);
    }),
  );
};

const isAddingPage = ({ state }: Query): boolean => state.fetchStatus === "fetching" && state.fetchMeta?.fetchMore !== undefined;

/** Adds the next page once a fetch of the pages before it has ended, which it would end otherwise. */
export async function addPage(list: Pick<UseInfiniteQueryResult, "isRefetching" | "refetch" | "fetchNextPage">): Promise<void> {
  if (list.isRefetching) await list.refetch({ cancelRefetch: false });
  await list.fetchNextPage();
}

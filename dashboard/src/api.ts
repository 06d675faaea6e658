/** The one client of the dashboard, and what the server is asked for, as queries. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { type Schemas, Winnow, WinnowError } from "@winnow/sdk";
import { plainMessageOf } from "#app/plain.ts";

export type { Schemas } from "@winnow/sdk";
export { WinnowError } from "@winnow/sdk";

/** Pages ask again by themselves. */
export const { api } = new Winnow({ baseUrl: location.origin, maxRetries: 0 });
const { api: lenient } = new Winnow({ baseUrl: location.origin, maxRetries: 0, handling: "lenient" });

export const isSignedOut = (error: unknown) => error instanceof WinnowError && error.status === 401;
/** fetch itself failed: the server or the network is away. */
export const isUnreachable = (error: unknown) => error instanceof TypeError || (error instanceof WinnowError && error.status === 503);

/** What to tell somebody about a failure. */
export function messageOf(error: unknown): string {
  if (isUnreachable(error)) return "The server is not responding. Check your connection. This page tries again automatically.";
  if (error instanceof WinnowError) return plainMessageOf(error);
  return error instanceof Error ? error.message : String(error);
}

/** Whether there is an owner, who may join, and who is signed in here. */
export const setupQuery = queryOptions({
  queryKey: ["setup"],
  queryFn: () => api.get("/api/account/v1/setup"),
  staleTime: 60_000,
});

export const serverQuery = queryOptions({
  queryKey: ["server"],
  queryFn: () => api.get("/api/account/v1/server"),
  staleTime: Number.POSITIVE_INFINITY,
});
export const keysQuery = queryOptions({ queryKey: ["keys"], queryFn: () => api.get("/api/account/v1/keys") });
export const invitesQuery = queryOptions({ queryKey: ["invites"], queryFn: () => api.get("/api/account/v1/invites") });
/** A list that is shown whole is read to its end. */
async function everyPage<P extends { next_cursor: string | null }, T>(
  read: (query: Page) => Promise<P>,
  items: (page: P) => T[],
): Promise<T[]> {
  const all: T[] = [];
  let cursor: string | null = null;
  do {
    const page: P = await read(pageAfter(cursor, LIST_MAX));
    all.push(...items(page));
    cursor = page.next_cursor;
  } while (cursor !== null);
  return all;
}
const LIST_MAX = 100;
const PAGE_ROWS = 25;

type Page = { limit: number; cursor?: string };
const pageAfter = (cursor: string | null, limit: number = PAGE_ROWS): Page => (cursor === null ? { limit } : { limit, cursor });

export const templatesQuery = queryOptions({
  queryKey: ["templates"],
  queryFn: async () => ({
    templates: await everyPage(
      (query) => api.get("/api/extractor/v1/templates", { query }),
      ({ templates }) => templates,
    ),
  }),
});
/** What is wrong with a schema and what nothing reads of it, told as it is written. */
export const schemaRemarksQuery = (json: string) =>
  queryOptions({
    queryKey: ["schema-remarks", json],
    queryFn: () => lenient.post("/api/extractor/v1/schemas/validate", { body: { extraction_schema: JSON.parse(json) } }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
export const templateQuery = (templateId: string) =>
  queryOptions({
    queryKey: ["templates", templateId],
    queryFn: () => api.get("/api/extractor/v1/templates/{template_id}/versions", { path: { template_id: templateId } }),
  });
/** `confidence_below`: 0 to 1. */
export type TaskFilter = {
  status?: TaskSummary["status"];
  q?: string;
  template_id?: string;
  review?: "needed" | "done";
  order?: "newest" | "least_confident";
  confidence_below?: number;
};
export const tasksQuery = (filter: TaskFilter) =>
  infiniteQueryOptions({
    queryKey: ["tasks", "list", filter],
    queryFn: ({ pageParam }) =>
      api.get("/api/extractor/v1/tasks", {
        query: { ...filter, ...pageAfter(pageParam) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  });
export const taskQuery = (taskId: string) =>
  queryOptions({
    queryKey: ["tasks", "one", taskId],
    queryFn: () => api.get("/api/extractor/v1/tasks/{task_id}", { path: { task_id: taskId } }),
  });
/** The fields a task was asked for. */
export const taskSchemaQuery = (taskId: string) =>
  queryOptions({
    queryKey: ["tasks", "schema", taskId],
    queryFn: () => api.get("/api/extractor/v1/tasks/{task_id}/schema", { path: { task_id: taskId } }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export type DeliveryFilter = { status?: Schemas["Delivery"]["status"] };
export const deliveriesQuery = (filter: DeliveryFilter) =>
  infiniteQueryOptions({
    queryKey: ["deliveries", filter],
    queryFn: ({ pageParam }) =>
      api.get("/api/extractor/v1/deliveries", {
        query: { ...filter, ...pageAfter(pageParam) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  });
/** Receivers that are disabled or failing. Below the deliveries' key: what changes these may change those. */
export const webhookOriginsQuery = queryOptions({
  queryKey: ["deliveries", "origins"],
  queryFn: () => api.get("/api/extractor/v1/webhook-origins"),
});
export const usageQuery = (days: number) =>
  queryOptions({
    queryKey: ["usage", days],
    queryFn: () => api.get("/api/account/v1/usage", { query: { days } }),
  });
export const activityQuery = infiniteQueryOptions({
  queryKey: ["activity"],
  queryFn: ({ pageParam }) =>
    api.get("/api/account/v1/activity", {
      query: pageAfter(pageParam),
    }),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next_cursor,
});

export const positionsQuery = queryOptions({
  queryKey: ["positions"],
  queryFn: async () => ({
    positions: await everyPage(
      (query) => api.get("/api/recruit/v1/positions", { query }),
      ({ positions }) => positions,
    ),
  }),
});
export const positionQuery = (position_id: string) =>
  queryOptions({
    queryKey: ["positions", position_id],
    queryFn: () => api.get("/api/recruit/v1/positions/{position_id}", { path: { position_id } }),
  });
export const applicationsQuery = (position_id: string) =>
  infiniteQueryOptions({
    queryKey: ["positions", position_id, "applications"],
    queryFn: ({ pageParam }) =>
      api.get("/api/recruit/v1/positions/{position_id}/applications", { path: { position_id }, query: pageAfter(pageParam) }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    select: ({ pages }) => rankingOf(pages),
  });
/** The whole ranking as it stands now. */
export async function readRanking(position_id: string): Promise<Ranking> {
  const pages: Schemas["ApplicationList"][] = [];
  await everyPage(
    (query) => api.get("/api/recruit/v1/positions/{position_id}/applications", { path: { position_id }, query }),
    (page) => [pages.push(page)],
  );
  return rankingOf(pages);
}
export type Ranking = Pick<Schemas["ApplicationList"], "applications" | "skills">;
/** An application whose score changed between two pages may be on both. */
function rankingOf(pages: readonly Schemas["ApplicationList"][]): Ranking {
  const applications = new Map(pages.flatMap((page) => page.applications).map((each) => [each.application_id, each]));
  return { applications: [...applications.values()], skills: pages[0]?.skills ?? [] };
}
export const applicationQuery = (application_id: string) =>
  queryOptions({
    queryKey: ["applications", application_id],
    queryFn: () => api.get("/api/recruit/v1/applications/{application_id}", { path: { application_id } }),
  });
export const applicationPicture = (applicationId: string, page: number, widthPx: number) =>
  `/api/recruit/v1/applications/${applicationId}/pages/${page}.png?width=${widthPx}`;

export const pagePicture = (taskId: string, page: number, widthPx: number) =>
  `/api/extractor/v1/tasks/${taskId}/pages/${page}.png?width=${widthPx}`;

export type Task = Schemas["Task"];
export type TaskSummary = Schemas["TaskSummary"];
export type FieldResult = Schemas["FieldResult"];
export type Template = Schemas["Template"];

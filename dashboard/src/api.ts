/** The one client of the dashboard, and what the server is asked for, as queries. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { createWinnow, dataOf, type Schemas, WinnowError } from "@winnow/sdk";

export type { Schemas } from "@winnow/sdk";
export { dataOf, WinnowError } from "@winnow/sdk";

export const api = createWinnow({ baseUrl: location.origin });

export const isSignedOut = (error: unknown) => error instanceof WinnowError && error.status === 401;
/** fetch itself failed: the server or the network is away. */
export const isUnreachable = (error: unknown) => error instanceof TypeError || (error instanceof WinnowError && error.status === 503);

/** What to tell somebody about a failure. */
export function messageOf(error: unknown): string {
  if (isUnreachable(error)) return "The server does not answer. Check your connection; this page tries again by itself.";
  return error instanceof Error ? error.message : String(error);
}

/** Whether there is an owner, who may join, and who is signed in here. */
export const setupQuery = queryOptions({
  queryKey: ["setup"],
  queryFn: () => dataOf(api.GET("/api/account/v1/setup")),
  staleTime: 60_000,
});

export const serverQuery = queryOptions({
  queryKey: ["server"],
  queryFn: () => dataOf(api.GET("/api/account/v1/server")),
  staleTime: Number.POSITIVE_INFINITY,
});
export const keysQuery = queryOptions({ queryKey: ["keys"], queryFn: () => dataOf(api.GET("/api/account/v1/keys")) });
export const invitesQuery = queryOptions({ queryKey: ["invites"], queryFn: () => dataOf(api.GET("/api/account/v1/invites")) });
export const templatesQuery = queryOptions({
  queryKey: ["templates"],
  queryFn: () => dataOf(api.GET("/api/extractor/v1/templates", { params: { query: { limit: 100 } } })),
});
export const templateQuery = (templateId: string) =>
  queryOptions({
    queryKey: ["templates", templateId],
    queryFn: () => dataOf(api.GET("/api/extractor/v1/templates/{template_id}/versions", { params: { path: { template_id: templateId } } })),
  });
export type TaskFilter = { status?: TaskSummary["status"]; q?: string; review?: "needed" | "done"; order?: "newest" | "least_confident" };
const TASKS_A_PAGE = 25;
export const tasksQuery = (filter: TaskFilter) =>
  infiniteQueryOptions({
    queryKey: ["tasks", "list", filter],
    queryFn: ({ pageParam }) =>
      dataOf(
        api.GET("/api/extractor/v1/tasks", {
          params: { query: { ...filter, limit: TASKS_A_PAGE, ...(pageParam === null ? {} : { cursor: pageParam }) } },
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  });
export const taskQuery = (taskId: string) =>
  queryOptions({
    queryKey: ["tasks", "one", taskId],
    queryFn: () => dataOf(api.GET("/api/extractor/v1/tasks/{task_id}", { params: { path: { task_id: taskId } } })),
  });

export type DeliveryFilter = { status?: Schemas["Delivery"]["status"] };
export const deliveriesQuery = (filter: DeliveryFilter) =>
  infiniteQueryOptions({
    queryKey: ["deliveries", filter],
    queryFn: ({ pageParam }) =>
      dataOf(
        api.GET("/api/extractor/v1/deliveries", {
          params: { query: { ...filter, limit: TASKS_A_PAGE, ...(pageParam === null ? {} : { cursor: pageParam }) } },
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  });
export const usageQuery = (days: number) =>
  queryOptions({
    queryKey: ["usage", days],
    queryFn: () => dataOf(api.GET("/api/account/v1/usage", { params: { query: { days } } })),
  });
export const activityQuery = infiniteQueryOptions({
  queryKey: ["activity"],
  queryFn: ({ pageParam }) =>
    dataOf(
      api.GET("/api/account/v1/activity", {
        params: { query: { limit: TASKS_A_PAGE, ...(pageParam === null ? {} : { cursor: pageParam }) } },
      }),
    ),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next_cursor,
});

export const positionsQuery = queryOptions({
  queryKey: ["positions"],
  queryFn: () => dataOf(api.GET("/api/recruit/v1/positions", { params: { query: { limit: 100 } } })),
});
export const positionQuery = (position_id: string) =>
  queryOptions({
    queryKey: ["positions", position_id],
    queryFn: () => dataOf(api.GET("/api/recruit/v1/positions/{position_id}", { params: { path: { position_id } } })),
  });
export const applicationsQuery = (position_id: string) =>
  queryOptions({
    queryKey: ["positions", position_id, "applications"],
    queryFn: () => dataOf(api.GET("/api/recruit/v1/positions/{position_id}/applications", { params: { path: { position_id } } })),
  });
export const applicationQuery = (application_id: string) =>
  queryOptions({
    queryKey: ["applications", application_id],
    queryFn: () => dataOf(api.GET("/api/recruit/v1/applications/{application_id}", { params: { path: { application_id } } })),
  });
export const applicationPicture = (applicationId: string, page: number, widthPx: number) =>
  `/api/recruit/v1/applications/${applicationId}/pages/${page}.png?width=${widthPx}`;

export const pagePicture = (taskId: string, page: number, widthPx: number) =>
  `/api/extractor/v1/tasks/${taskId}/pages/${page}.png?width=${widthPx}`;

export type Task = Schemas["Task"];
export type TaskSummary = Schemas["TaskSummary"];
export type FieldResult = Schemas["FieldResult"];
export type Template = Schemas["Template"];

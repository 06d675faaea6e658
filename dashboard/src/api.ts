/** What the server is asked for, as queries. */
import { queryOptions } from "@tanstack/react-query";
import type { Schemas } from "@winnow/sdk";
import { lenient } from "#client.ts";
import { keyOf, pagesOf, queryOf, readWhole, wholeOf } from "#query.ts";

export type { Schemas } from "@winnow/sdk";
export { WinnowError } from "@winnow/sdk";
export { api, isSignedOut, isUnreachable, messageOf, sender } from "#client.ts";

/** Whether there is an owner, who may join, and who is signed in here. */
export const setupQuery = { ...queryOf("/api/account/v1/setup"), staleTime: 60_000 };
export const serverQuery = { ...queryOf("/api/account/v1/server"), staleTime: Number.POSITIVE_INFINITY };
export const keysQuery = queryOf("/api/account/v1/keys");
export const workspacesQuery = queryOf("/api/account/v1/workspaces");
export const membersQuery = queryOf("/api/account/v1/members");
export const memberInvitesQuery = queryOf("/api/account/v1/member-invites");
export const invitesQuery = queryOf("/api/account/v1/invites");
export const secondFactorQuery = queryOf("/api/account/v1/second-factor");

export const templatesQuery = {
  ...wholeOf("/api/extractor/v1/templates"),
  select: (pages: Schemas["TemplateList"][]) => ({ templates: pages.flatMap(({ templates }) => templates) }),
};
export const templateQuery = (template_id: string) =>
  queryOf("/api/extractor/v1/templates/{template_id}/versions", { path: { template_id } });
export const templateMemoryQuery = (template_id: string) =>
  queryOf("/api/extractor/v1/templates/{template_id}/memory", { path: { template_id } });
export const templateAccuracyQuery = (template_id: string) =>
  queryOf("/api/extractor/v1/templates/{template_id}/accuracy", { path: { template_id } });
export const templateEvaluationsQuery = (template_id: string) =>
  queryOf("/api/extractor/v1/templates/{template_id}/evaluations", { path: { template_id } });
export const templateEvaluationQuery = (template_id: string, template_evaluation_id: string) =>
  queryOf("/api/extractor/v1/templates/{template_id}/evaluations/{template_evaluation_id}", {
    path: { template_id, template_evaluation_id },
  });
export const listsQuery = {
  ...wholeOf("/api/extractor/v1/lists"),
  select: (pages: Schemas["ListOfLists"][]) => ({ lists: pages.flatMap(({ lists }) => lists) }),
};
export const batchesQuery = pagesOf("/api/extractor/v1/extract-batch");
export const batchQuery = (batch_id: string) =>
  queryOf("/api/extractor/v1/extract-batch/{batch_id}", { path: { batch_id }, query: { limit: 1 } });
export const packetsQuery = pagesOf("/api/extractor/v1/packets");
export const packetQuery = (packet_id: string) => queryOf("/api/extractor/v1/packets/{packet_id}", { path: { packet_id } });
/** What is wrong with a schema and what nothing reads of it, told as it is written. */
export const schemaRemarksQuery = (json: string) =>
  queryOptions({
    queryKey: keyOf("/api/extractor/v1/schemas/validate", json),
    queryFn: () => lenient.post("/api/extractor/v1/schemas/validate", { body: { extraction_schema: JSON.parse(json) } }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** `confidence_below`: 0 to 1. */
export type TaskFilter = {
  status?: TaskSummary["status"];
  q?: string;
  template_id?: string;
  batch_id?: string;
  review?: "needed" | "done" | "second";
  broken_rule?: string;
  order?: "newest" | "least_confident";
  confidence_below?: number;
};
export const tasksQuery = (filter: TaskFilter) => pagesOf("/api/extractor/v1/tasks", { query: filter });
export const taskQuery = (task_id: string) => queryOf("/api/extractor/v1/tasks/{task_id}", { path: { task_id } });
/** The fields a task was asked for. */
export const taskSchemaQuery = (task_id: string) => ({
  ...queryOf("/api/extractor/v1/tasks/{task_id}/schema", { path: { task_id } }),
  staleTime: Number.POSITIVE_INFINITY,
});

export const taskWorkQuery = (task_id: string) => queryOf("/api/extractor/v1/tasks/{task_id}/work", { path: { task_id } });
export const inboxesQuery = queryOf("/api/extractor/v1/inboxes");
export const outboxesQuery = queryOf("/api/extractor/v1/outboxes");
export const inboxItemsQuery = (inbox_id: string) => pagesOf("/api/extractor/v1/inboxes/{inbox_id}/items", { path: { inbox_id } });
export const reviewersQuery = queryOf("/api/extractor/v1/reviews/people");

export type DeliveryFilter = { status?: Schemas["Delivery"]["status"] };
export const deliveriesQuery = (filter: DeliveryFilter) => pagesOf("/api/extractor/v1/deliveries", { query: filter });
/** Receivers that are disabled or failing. */
export const webhookOriginsQuery = queryOf("/api/extractor/v1/webhook-origins");
export const usageQuery = (days: number) => queryOf("/api/account/v1/usage", { query: { days } });
export const activityQuery = pagesOf("/api/account/v1/activity");

export const positionsQuery = {
  ...wholeOf("/api/recruit/v1/positions"),
  select: (pages: Schemas["PositionList"][]) => ({ positions: pages.flatMap(({ positions }) => positions) }),
};
export const positionQuery = (position_id: string) => queryOf("/api/recruit/v1/positions/{position_id}", { path: { position_id } });
const APPLICATIONS = "/api/recruit/v1/positions/{position_id}/applications";
export const applicationsQuery = (position_id: string) => ({
  ...pagesOf(APPLICATIONS, { path: { position_id } }),
  select: ({ pages }: { pages: Schemas["ApplicationList"][] }) => rankingOf(pages),
});
/** `scoreAtLeast`: who counts as selected; null: those named with the groups. */
export const impactQuery = (position_id: string, scoreAtLeast: number | null) =>
  queryOf("/api/recruit/v1/positions/{position_id}/impact", {
    path: { position_id },
    query: scoreAtLeast === null ? {} : { score_at_least: scoreAtLeast },
  });
/** The whole ranking as it stands now. */
export const readRanking = async (position_id: string): Promise<Ranking> =>
  rankingOf(await readWhole(APPLICATIONS, { path: { position_id } }));
export type Ranking = Pick<Schemas["ApplicationList"], "applications" | "skills">;
/** An application whose score changed between two pages may be on both. */
function rankingOf(pages: readonly Schemas["ApplicationList"][]): Ranking {
  const applications = new Map(pages.flatMap((page) => page.applications).map((each) => [each.application_id, each]));
  return { applications: [...applications.values()], skills: pages[0]?.skills ?? [] };
}
export const applicationQuery = (application_id: string) =>
  queryOf("/api/recruit/v1/applications/{application_id}", { path: { application_id } });
export const applicationPicture = (applicationId: string, page: number, widthPx: number) =>
  `/api/recruit/v1/applications/${applicationId}/pages/${page}.png?width=${widthPx}`;

export const pagePicture = (taskId: string, page: number, widthPx: number) =>
  `/api/extractor/v1/tasks/${taskId}/pages/${page}.png?width=${widthPx}`;

export type Task = Schemas["Task"];
export type TaskSummary = Schemas["TaskSummary"];
export type FieldResult = Schemas["FieldResult"];
export type Template = Schemas["Template"];
export type BatchSummary = Schemas["ExtractBatchSummary"];

/** Every address of the dashboard. A screen is loaded when it is first visited. */
import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, createRoute, createRouter, Outlet, redirect } from "@tanstack/react-router";
import { setupQuery, type TaskFilter } from "#api.ts";
import { Failed, NotFound } from "#app/failed.tsx";
import { nextOf, ownAddress } from "#app/own-address.ts";
import { screen } from "#app/screen.ts";
import { Shell } from "#app/shell.tsx";

type Context = { queries: QueryClient };

const rootRoute = createRootRouteWithContext<Context>()({ component: Outlet, notFoundComponent: NotFound, errorComponent: Failed });

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/sign-in",
  validateSearch: ({ next, refused }: Record<string, unknown>): { next?: string; refused?: string } => ({
    ...nextOf(next),
    ...(typeof refused === "string" ? { refused } : {}),
  }),
  beforeLoad: async ({ context: { queries }, search }) => {
    const setup = await queries.fetchQuery({ ...setupQuery, staleTime: 0 });
    if (setup.session) throw redirect({ href: ownAddress(search.next) });
    if (!setup.owner) throw redirect({ to: "/join" });
  },
  component: screen(() => import("./screens/sign-in.tsx").then(({ SignIn }) => ({ default: SignIn }))),
});
const joinRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/join",
  component: screen(() => import("./screens/join.tsx").then(({ Join }) => ({ default: Join }))),
});

/** Whatever needs somebody who is signed in. */
const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "shell",
  component: Shell,
  beforeLoad: async ({ context: { queries }, location: { href } }) => {
    const { session } = await queries.ensureQueryData(setupQuery);
    if (!session) throw redirect({ to: "/sign-in", search: nextOf(href) });
  },
});
const homeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/playground" });
  },
});
const playgroundRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/playground",
  validateSearch: ({ template, task }: Record<string, unknown>): { template?: string; task?: string } => ({
    ...(typeof template === "string" ? { template } : {}),
    ...(typeof task === "string" && task.startsWith("task_") ? { task } : {}),
  }),
  component: screen(() => import("./screens/playground.tsx").then(({ Playground }) => ({ default: Playground }))),
});
const STATES = ["processing", "retrying", "completed", "failed"] as const;
const tasksRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/tasks",
  validateSearch: ({ status, ...others }: Record<string, unknown>): TaskFilter => {
    const known = STATES.find((state) => state === status);
    const texts = ["q", "template_id", "broken_rule"].flatMap((name) => {
      const value = others[name];
      return typeof value === "string" && value ? [[name, value]] : [];
    });
    return { ...(known ? { status: known } : {}), ...Object.fromEntries(texts) };
  },
  component: screen(() => import("./screens/tasks.tsx").then(({ Tasks }) => ({ default: Tasks }))),
});
const taskRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/tasks/$taskId",
  component: screen(() => import("./screens/task.tsx").then(({ Task }) => ({ default: Task }))),
});
const templatesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/templates",
  component: screen(() => import("./screens/templates.tsx").then(({ Templates }) => ({ default: Templates }))),
});
const templateRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/templates/$templateId",
  component: screen(() => import("./screens/template.tsx").then(({ Template }) => ({ default: Template }))),
});
const accuracyRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/templates/$templateId/accuracy",
  component: screen(() => import("./screens/accuracy.tsx").then(({ Accuracy }) => ({ default: Accuracy }))),
});
const listsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/lists",
  component: screen(() => import("./screens/lists.tsx").then(({ Lists }) => ({ default: Lists }))),
});
const packetsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/packets",
  component: screen(() => import("./screens/packets.tsx").then(({ Packets }) => ({ default: Packets }))),
});
const packetRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/packets/$packetId",
  component: screen(() => import("./screens/packet.tsx").then(({ Packet }) => ({ default: Packet }))),
});
const batchesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/batches",
  component: screen(() => import("./screens/batches.tsx").then(({ Batches }) => ({ default: Batches }))),
});
const batchRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/batches/$batchId",
  validateSearch: ({ status }: Record<string, unknown>): Pick<TaskFilter, "status"> => {
    const known = STATES.find((state) => state === status);
    return known ? { status: known } : {};
  },
  component: screen(() => import("./screens/batch.tsx").then(({ Batch }) => ({ default: Batch }))),
});
const keysRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/keys",
  component: screen(() => import("./screens/keys.tsx").then(({ Keys }) => ({ default: Keys }))),
});

const reviewRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/review",
  validateSearch: ({ below, template, rule }: Record<string, unknown>): { below?: number; template?: string; rule?: string } => {
    const percent = Number(below);
    return {
      ...(percent > 0 && percent <= 100 ? { below: percent } : {}),
      ...(typeof template === "string" && template ? { template } : {}),
      ...(typeof rule === "string" && rule ? { rule } : {}),
    };
  },
  component: screen(() => import("./screens/review.tsx").then(({ Review }) => ({ default: Review }))),
});
const positionsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/recruiting",
  component: screen(() => import("./screens/positions.tsx").then(({ Positions }) => ({ default: Positions }))),
});
const positionNewRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/recruiting/new",
  component: screen(() => import("./screens/position-new.tsx").then(({ PositionNew }) => ({ default: PositionNew }))),
});
const positionRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/recruiting/$positionId",
  component: screen(() => import("./screens/position.tsx").then(({ Position }) => ({ default: Position }))),
});
const applicationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/recruiting/$positionId/$applicationId",
  component: screen(() => import("./screens/application.tsx").then(({ Application }) => ({ default: Application }))),
});
const webhooksRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/webhooks",
  component: screen(() => import("./screens/webhooks.tsx").then(({ Webhooks }) => ({ default: Webhooks }))),
});
const usageRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/usage",
  component: screen(() => import("./screens/usage.tsx").then(({ Usage }) => ({ default: Usage }))),
});
const inboxesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/inboxes",
  component: screen(() => import("./screens/inboxes.tsx").then(({ Inboxes }) => ({ default: Inboxes }))),
});
const membersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/members",
  component: screen(() => import("./screens/members.tsx").then(({ Members }) => ({ default: Members }))),
});
const settingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/settings",
  component: screen(() => import("./screens/settings.tsx").then(({ Settings }) => ({ default: Settings }))),
});

const routeTree = rootRoute.addChildren([
  signInRoute,
  joinRoute,
  shellRoute.addChildren([
    homeRoute,
    playgroundRoute,
    tasksRoute,
    taskRoute,
    reviewRoute,
    templatesRoute,
    templateRoute,
    accuracyRoute,
    listsRoute,
    batchesRoute,
    batchRoute,
    packetsRoute,
    packetRoute,
    positionsRoute,
    positionNewRoute,
    positionRoute,
    applicationRoute,
    webhooksRoute,
    usageRoute,
    keysRoute,
    inboxesRoute,
    membersRoute,
    settingsRoute,
  ]),
]);

export const createAppRouter = (queries: QueryClient) =>
  createRouter({ routeTree, context: { queries }, defaultPreload: "intent", scrollRestoration: true });

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}

/** Starts the dashboard in its page. */
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { isSignedOut, isUnreachable, setupQuery } from "#api.ts";
import { reportAnswer, reportUnreachable } from "#app/connection.ts";
import { watchSession } from "#app/session.ts";
import { createAppRouter } from "#router.tsx";
import "./styles.css";

const RETRIES = 2;

const onError = (error: unknown) => {
  if (isUnreachable(error)) reportUnreachable(queries);
  else if (isSignedOut(error)) queries.setQueryData(setupQuery.queryKey, (setup) => setup && { ...setup, session: null });
};
const queries: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError, onSuccess: reportAnswer }),
  mutationCache: new MutationCache({ onError, onSuccess: reportAnswer }),
  defaultOptions: {
    queries: { networkMode: "always", retry: (failures, error) => isUnreachable(error) && failures < RETRIES, staleTime: 5_000 },
    mutations: { networkMode: "always", retry: false },
  },
});
const router = createAppRouter(queries);
watchSession(queries, router);
addEventListener("offline", () => reportUnreachable(queries));

const root = document.getElementById("root");
if (root)
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );

/** A task that is reviewed here is open for this person: nobody else may change its values meanwhile. */
import { type MutationKey, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { api, WinnowError } from "#api.ts";
import { keyOf } from "#query.ts";

/** A third of the time for which the server keeps it open. */
const RENEW_MS = 20_000;
const OPEN = "/api/account/v1/reviews/{task_id}";

/**
 * `savedBy`: of the mutation that finishes the review, which closes the task by itself.
 *
 * `isMine`: it is open here, and not for somebody else to review. `heldBy`: somebody else has it open or is to review it, in words.
 */
export function useOpenTask(task_id: string, me: string, savedBy: MutationKey): { isMine: boolean; heldBy: string | null } {
  const { data, error } = useQuery({
    queryKey: keyOf(OPEN, { path: { task_id } }),
    queryFn: () => api.post(OPEN, { path: { task_id } }),
    refetchInterval: RENEW_MS,
    retry: (count, failure) => !isHeld(failure) && count < 2,
    gcTime: 0,
  });
  const queries = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is the task's
  useEffect(
    () => () => {
      if (queries.isMutating({ mutationKey: savedBy }) === 0) api.delete(OPEN, { path: { task_id } }).catch(() => undefined);
    },
    [queries, task_id],
  );
  if (isHeld(error)) return { isMine: false, heldBy: error.message };
  const assigned = data?.assigned_to;
  if (assigned && assigned.person_id !== me) return { isMine: false, heldBy: `${assigned.email} is to review this document.` };
  return { isMine: data !== undefined, heldBy: null };
}

const isHeld = (error: unknown): error is WinnowError => error instanceof WinnowError && error.code === "being_reviewed";

/** The workspace that is looked at, and the way to another. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, type Schemas, setupQuery, workspacesQuery } from "#api.ts";
import { announceSession } from "#app/session.ts";
import { hasUnsaved } from "#app/unsaved.tsx";
import { Confirm } from "#ui/confirm.tsx";
import { SelectField } from "#ui/field.tsx";
import { Problem } from "#ui/state.tsx";

/** Goes to another workspace, in all tabs: what they show is read anew. */
export function useEnterWorkspace() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (account_id: string) => api.post("/api/account/v1/workspaces/{account_id}/enter", { path: { account_id } }),
    onSuccess: async () => {
      await queries.fetchQuery({ ...setupQuery, staleTime: 0 });
      announceSession();
    },
  });
}

export function Workspaces({ session }: { session: Schemas["Session"] }) {
  const { data } = useQuery(workspacesQuery);
  const enter = useEnterWorkspace();
  const [wanted, setWanted] = useState<string | null>(null);
  const workspaces = data?.workspaces ?? [];
  if (workspaces.length < 2)
    return (
      <p className="truncate px-5 pt-3 text-sm font-medium lg:pt-0" title={session.workspace_name}>
        {session.workspace_name}
      </p>
    );
  return (
    <div className="px-3 pt-3 lg:pt-0">
      <SelectField
        label="Workspace"
        hideLabel
        value={session.account_id}
        disabled={enter.isPending}
        onChange={({ target }) => (hasUnsaved() ? setWanted(target.value) : enter.mutate(target.value))}
      >
        {workspaces.map(({ account_id, name }) => (
          <option key={account_id} value={account_id}>
            {name}
          </option>
        ))}
      </SelectField>
      <Problem error={enter.error} />
      <Confirm
        open={wanted !== null}
        onClose={() => setWanted(null)}
        title="Change workspace without saving?"
        deed="Change without saving"
        onConfirm={() => wanted && enter.mutate(wanted, { onSuccess: () => setWanted(null) })}
        busy={enter.isPending}
        error={enter.error}
      >
        This page has changes that are not saved. They will be lost.
      </Confirm>
    </div>
  );
}

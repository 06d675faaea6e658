/** Impact ratios of a position: a file of groups goes in, a table by category comes out. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Scale, Trash2 } from "lucide-react";
import { useState } from "react";
import { api, impactQuery } from "#api.ts";
import { invalidate, ofCall } from "#query.ts";
import { Button } from "#ui/button.tsx";
import { countOf } from "#ui/count.ts";
import { DropArea } from "#ui/drop-area.tsx";
import { Problem } from "#ui/state.tsx";
import { groupsOfCsv } from "./groups-csv.ts";
import { ImpactTable } from "./impact-table.tsx";

const IMPACT = "/api/recruit/v1/positions/{position_id}/impact";
const GROUPS = "/api/recruit/v1/positions/{position_id}/groups";

export function ImpactCard({ positionId }: { positionId: string }) {
  const queries = useQueryClient();
  const [threshold, setThreshold] = useState("");
  const impact = useQuery(impactQuery(positionId, threshold === "" ? null : Number(threshold)));
  const path = { position_id: positionId };
  const onSuccess = () => invalidate(queries, ofCall(IMPACT));
  const store = useMutation({
    mutationFn: async (file: File) => api.put(GROUPS, { path, body: groupsOfCsv(await file.text()) }),
    onSuccess,
  });
  const remove = useMutation({ mutationFn: () => api.delete(GROUPS, { path }), onSuccess });
  const categories = impact.data?.categories ?? [];
  return (
    <section aria-label="Impact ratios" className="space-y-3 rounded-xl border bg-surface p-4 text-sm">
      <header className="flex flex-wrap items-center gap-3">
        <h2 className="mr-auto flex items-center gap-2 font-semibold">
          <Scale className="size-4" aria-hidden="true" /> Impact ratios
        </h2>
        {categories.length > 0 && (
          <>
            <label className="flex items-center gap-2">
              Selected from score
              <input
                type="number"
                min={0}
                max={100}
                value={threshold}
                onChange={({ target }) => setThreshold(target.value)}
                className="w-20 rounded-lg border bg-surface px-2 py-1"
              />
            </label>
            <Button kind="secondary" icon={<Trash2 className="size-4" />} busy={remove.isPending} onClick={() => remove.mutate()}>
              Delete groups
            </Button>
          </>
        )}
      </header>
      <p className="text-muted">
        Groups are what applicants said of themselves. They are kept apart from the résumés, and no score can read them.
      </p>
      <DropArea
        onFiles={([file]) => file && store.mutate(file)}
        accept=".csv,.tsv,text/csv"
        disabled={store.isPending}
        className="justify-center py-3"
      >
        Drop a CSV file with the columns application_id, selected and one for each category, such as sex or race
      </DropArea>
      {store.data && (
        <p role="status">
          Stored for {countOf(store.data.stored, "application")}.
          {store.data.unknown_ids.length > 0 &&
            ` ${countOf(store.data.unknown_ids.length, "id")} belong to no application of this position.`}
        </p>
      )}
      <Problem error={store.error ?? remove.error ?? impact.error} />
      {impact.data && categories.map((category) => <ImpactTable key={category.categories.join()} category={category} />)}
    </section>
  );
}

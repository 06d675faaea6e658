/** Publishes a version; what that would lose is shown first. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Changes } from "#accuracy/changes.tsx";
import { api, type Template, WinnowError } from "#api.ts";
import { below, invalidate } from "#query.ts";
import { Button } from "#ui/button.tsx";
import { countOf } from "#ui/count.ts";
import { Dialog, DialogButtons } from "#ui/dialog.tsx";
import { Problem } from "#ui/state.tsx";

type Losses = WinnowError["losses"];

export function Publish({ templateId, version }: { templateId: string; version: number }) {
  const queries = useQueryClient();
  const [losses, setLosses] = useState<Losses | null>(null);
  const publish = useMutation({
    mutationFn: (force: boolean) => published(templateId, version, force),
    onSuccess: () => invalidate(queries, below("/api/extractor/v1/templates")),
    onError: (error) => setLosses(lossesOf(error)),
  });
  return (
    <>
      <Button kind="secondary" className="px-2 py-1" busy={publish.isPending && losses === null} onClick={() => publish.mutate(false)}>
        Publish<span className="sr-only"> version {version}</span>
      </Button>
      {losses === null && <Problem error={publish.error} />}
      <Dialog wide open={losses !== null} onClose={() => setLosses(null)} title={`Version ${version} loses values`}>
        <p className="mb-3 text-sm">
          The published version reads {countOf(losses?.length ?? 0, "reviewed value")} right that version {version} does not.
        </p>
        <div className="max-h-[50dvh] overflow-y-auto">
          <Changes
            label="Values that are lost"
            after="Would be"
            changes={(losses ?? []).map(({ got, ...loss }) => ({ ...loss, after: got }))}
          />
        </div>
        {publish.error && lossesOf(publish.error) === null ? <Problem error={publish.error} /> : null}
        <DialogButtons>
          <Button kind="secondary" onClick={() => setLosses(null)}>
            Keep the published version
          </Button>
          <Button kind="danger" busy={publish.isPending} onClick={() => publish.mutate(true)}>
            Publish all the same
          </Button>
        </DialogButtons>
      </Dialog>
    </>
  );
}

/** Asks again as long as the version is still compared with the published one. */
async function published(template_id: string, version: number, force: boolean): Promise<Template> {
  const path = { template_id, version };
  for (;;) {
    try {
      return await api.post("/api/extractor/v1/templates/{template_id}/versions/{version}/publish", { path, body: { force } });
    } catch (error) {
      if (!(error instanceof WinnowError) || error.code !== "evaluation_running") throw error;
    }
  }
}

const lossesOf = (error: unknown): Losses | null => (error instanceof WinnowError && error.losses.length > 0 ? error.losses : null);

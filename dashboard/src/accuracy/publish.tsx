/** Publishes a version; the values that it would lose and the rules that documents would break are shown first. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { BrokenRules } from "#accuracy/broken-rules.tsx";
import { Changes } from "#accuracy/changes.tsx";
import { api, type Template, WinnowError } from "#api.ts";
import { below, invalidate } from "#query.ts";
import { Button } from "#ui/button.tsx";
import { countOf } from "#ui/count.ts";
import { Dialog, DialogButtons } from "#ui/dialog.tsx";
import { Problem } from "#ui/state.tsx";

type Harm = Pick<WinnowError, "losses" | "brokenRules">;

export function Publish({ templateId, version }: { templateId: string; version: number }) {
  const queries = useQueryClient();
  const [harm, setHarm] = useState<Harm | null>(null);
  const publish = useMutation({
    mutationFn: (force: boolean) => published(templateId, version, force),
    onSuccess: () => invalidate(queries, below("/api/extractor/v1/templates")),
    onError: (error) => setHarm(harmOf(error)),
  });
  const { losses, brokenRules } = harm ?? { losses: [], brokenRules: [] };
  return (
    <>
      <Button kind="secondary" className="px-2 py-1" busy={publish.isPending && harm === null} onClick={() => publish.mutate(false)}>
        Publish<span className="sr-only"> version {version}</span>
      </Button>
      {harm === null && <Problem error={publish.error} />}
      <Dialog
        wide
        open={harm !== null}
        onClose={() => setHarm(null)}
        title={`Version ${version} ${losses.length > 0 ? "loses values" : "breaks rules"}`}
      >
        <div className="max-h-[60dvh] space-y-3 overflow-y-auto text-sm">
          {losses.length > 0 && (
            <>
              <p>
                The published version reads {countOf(losses.length, "reviewed value")} right that version {version} does not.
              </p>
              <Changes
                label="Values that are lost"
                after="Would be"
                changes={losses.map(({ got, ...loss }) => ({ ...loss, after: got }))}
              />
            </>
          )}
          {brokenRules.length > 0 && (
            <>
              <p>With version {version} only, reviewed documents break rules, and documents like them would go to review.</p>
              <BrokenRules label="Rules that are broken" rules={brokenRules} />
            </>
          )}
        </div>
        {publish.error && harmOf(publish.error) === null ? <Problem error={publish.error} /> : null}
        <DialogButtons>
          <Button kind="secondary" onClick={() => setHarm(null)}>
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

const harmOf = (error: unknown): Harm | null =>
  error instanceof WinnowError && error.losses.length + error.brokenRules.length > 0 ? error : null;

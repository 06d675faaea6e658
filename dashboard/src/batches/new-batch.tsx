/** Many files dropped at once, with the template that they are read by. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Upload } from "lucide-react";
import { useState } from "react";
import { sender, templatesQuery } from "#api.ts";
import { type Chosen, chosenOf, sizeOf } from "#batches/chosen.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { countOf } from "#ui/count.ts";
import { DropArea } from "#ui/drop-area.tsx";
import { SelectField } from "#ui/field.tsx";
import { Problem } from "#ui/state.tsx";

const NONE: Chosen = { files: [], refused: [] };

export function NewBatch() {
  const { data, error } = useQuery(templatesQuery);
  const [template, setTemplate] = useState("");
  const [{ files, refused }, setChosen] = useState<Chosen>(NONE);
  const navigate = useNavigate();
  const templates = data?.templates ?? [];
  const chosen = template || (templates[0]?.template_id ?? "");
  const send = useMutation({
    mutationFn: () => sender.extractBatch(files, { templateId: chosen }).batchId,
    onSuccess: (batchId) => navigate({ to: "/batches/$batchId", params: { batchId } }),
  });
  if (error) return <Problem error={error} />;
  if (data && templates.length === 0)
    return (
      <div className="mb-6 rounded-xl border bg-surface p-4 text-sm">
        <p className="mb-3">The documents of a batch are read by one of your templates, and you have none yet.</p>
        <ButtonLink to="/templates">Make a template</ButtonLink>
      </div>
    );
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return (
    <section aria-label="New batch" className="mb-6 space-y-3">
      <div className="max-w-xs">
        <SelectField label="Read by" value={chosen} disabled={send.isPending} onChange={(event) => setTemplate(event.target.value)}>
          {templates.map(({ template_id, name }) => (
            <option key={template_id} value={template_id}>
              {name}
            </option>
          ))}
          {templates.length > 1 && <option value="auto">Whichever template the document is of</option>}
        </SelectField>
      </div>
      <DropArea
        multiple
        accept=""
        disabled={send.isPending}
        onFiles={(dropped) => setChosen(chosenOf([...files, ...dropped]))}
        className="justify-center gap-2 py-5 text-sm"
      >
        <Upload className="size-4 text-muted" aria-hidden="true" />
        {files.length === 0 ? "Drop up to 1,000 documents here, or choose them" : "Drop more documents here, or choose them"}
      </DropArea>
      {refused.length > 0 && <Problem error={new Error(`Left out: ${refused.map(({ name, why }) => `${name} (${why})`).join(", ")}.`)} />}
      {files.length > 0 && (
        <div className="flex flex-wrap items-center gap-3 text-sm">
          <p role="status" className="mr-auto">
            {send.isPending ? "Sending " : ""}
            {countOf(files.length, "document")}, {sizeOf(bytes)}
          </p>
          <Button kind="secondary" disabled={send.isPending} onClick={() => setChosen(NONE)}>
            Clear
          </Button>
          <Button busy={send.isPending} onClick={() => send.mutate()}>
            Start the batch
          </Button>
        </div>
      )}
      <Problem error={send.error} />
    </section>
  );
}

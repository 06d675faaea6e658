/** A new position: the ad is read, what was found in it is put right, then it is kept. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { FileText, ScanSearch } from "lucide-react";
import { type FormEvent, useState } from "react";
import { api, type Schemas } from "#api.ts";
import { errorOf, restOf } from "#app/form-errors.ts";
import { invalidate, ofCall } from "#query.ts";
import { PositionForm } from "#recruiting/position-form.tsx";
import { sampleJobAd } from "#samples.ts";
import { Button } from "#ui/button.tsx";
import { TextArea, TextField } from "#ui/field.tsx";
import { Card, Page } from "#ui/page.tsx";
import { Problem } from "#ui/state.tsx";

type Ad = { description?: string; description_file_url?: string };

const KEPT_AS_USUAL = { retention_days: null, review_contact: null };

export function PositionNew() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const analyse = useMutation({ mutationFn: (body: Ad) => api.post("/api/recruit/v1/analyze-job", { body }) });
  const create = useMutation({
    mutationFn: (body: Schemas["PositionRequest"]) => api.post("/api/recruit/v1/positions", { body }),
    onSuccess: async (position) => {
      await invalidate(queries, ofCall("/api/recruit/v1/positions"));
      await navigate({ to: "/recruiting/$positionId", params: { positionId: position.position_id }, ignoreBlocker: true });
    },
  });
  const found = analyse.data;
  return (
    <Page title="New position" lead="Skills and questions are taken from the ad. Nothing is added that it does not say.">
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <AdForm onAnalyse={analyse.mutate} busy={analyse.isPending} error={analyse.error} />
        {found ? (
          <PositionForm
            key={`${found.name} ${found.description.length}`}
            start={{
              title: found.name,
              required_skills: found.required_skills,
              questions: found.interview_questions,
              ...KEPT_AS_USUAL,
            }}
            deed="Create position"
            onSave={(body) =>
              create.mutate({ ...body, description: found.description, description_file_url: found.description_file_url || null })
            }
            busy={create.isPending}
            saved={create.isSuccess}
            error={create.error}
          />
        ) : (
          <PositionForm
            start={{ title: "", required_skills: [], questions: [], ...KEPT_AS_USUAL }}
            deed="Create position"
            onSave={create.mutate}
            busy={create.isPending}
            saved={create.isSuccess}
            error={create.error}
          />
        )}
      </div>
    </Page>
  );
}

function AdForm({ onAnalyse, busy, error }: { onAnalyse: (ad: Ad) => void; busy: boolean; error: unknown }) {
  const [text, setText] = useState("");
  const [url, setUrl] = useState("");
  const sample = useMutation({ mutationFn: sampleJobAd, onSuccess: setText });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onAnalyse(text.trim() ? { description: text } : { description_file_url: url });
  };
  return (
    <Card
      title="Job ad"
      actions={
        <Button
          kind="quiet"
          className="-mr-3 py-1"
          icon={<FileText className="size-4" />}
          busy={sample.isPending}
          onClick={() => sample.mutate()}
        >
          Use the sample
        </Button>
      }
    >
      <form onSubmit={submit} className="space-y-4">
        <TextArea
          label="Text of the ad"
          rows={14}
          maxLength={200_000}
          value={text}
          onChange={(event) => setText(event.target.value)}
          placeholder="Paste the whole ad"
          error={errorOf(error, "description")}
        />
        <TextField
          label="Or enter its URL"
          type="url"
          value={url}
          disabled={text.trim() !== ""}
          onChange={(event) => setUrl(event.target.value)}
          placeholder="https://example.com/jobs/backend"
          error={errorOf(error, "description_file_url")}
        />
        <Problem error={restOf(error, ["description", "description_file_url"]) ?? sample.error} />
        <Button type="submit" icon={<ScanSearch className="size-4" />} busy={busy} disabled={text.trim() === "" && url === ""}>
          Read skills and questions
        </Button>
      </form>
    </Card>
  );
}

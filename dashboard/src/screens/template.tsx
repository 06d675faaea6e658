/** One template: its fields, its versions and what changed between them. */

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { api, type Template as TemplateRecord, templateMemoryQuery, templateQuery } from "#api.ts";
import { ForAdmins } from "#app/for-admins.tsx";
import { errorOf, restOf } from "#app/form-errors.ts";
import { Unsaved } from "#app/unsaved.tsx";
import { below, invalidate } from "#query.ts";
import { fieldsOf, newRow, type Row, rowsOf } from "#schema/model.ts";
import { type Rules, RulesJson, rulesIn } from "#schema/rules-json.tsx";
import { SchemaEditor } from "#schema/schema-editor.tsx";
import { DownloadResults } from "#tasks/download-results.tsx";
import { DeleteTemplate } from "#templates/delete-template.tsx";
import { Versions } from "#templates/versions.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";
import { countOf } from "#ui/count.ts";
import { CheckField, TextArea, TextField } from "#ui/field.tsx";
import { Card, Page } from "#ui/page.tsx";
import { Problem, Waiting } from "#ui/state.tsx";
import { Time } from "#ui/time.tsx";

export function Template() {
  const { templateId } = useParams({ from: "/shell/templates/$templateId" });
  const isNew = templateId === "new";
  const { data, error, refetch } = useQuery({ ...templateQuery(templateId), enabled: !isNew });
  const newest = data?.versions[0];
  if (isNew) return <Editor key="new" versions={[]} published={null} />;
  if (error)
    return (
      <Page title="Template">
        <Problem error={error} onRetry={refetch} />
      </Page>
    );
  if (!data || !newest)
    return (
      <Page title="Template">
        <Waiting rows={8} />
      </Page>
    );
  return <Editor key={`${templateId} ${newest.version}`} versions={data.versions} published={data.published_version} />;
}

/** `versions`: newest first; empty for a template that is just being made. `published`: the one that tasks use. */
function Editor({ versions, published }: { versions: TemplateRecord[]; published: number | null }) {
  const [newest] = versions;
  // The version that the form began with. `times`: a restored one begins the form anew, also when it is restored again.
  const [begun, setBegun] = useState({ version: newest, times: 0 });
  const began = begun.version;
  const [rows, setRows] = useState<Row[]>(() => (newest ? rowsOf(newest.extraction_schema.fields) : [newRow()]));
  const [changed, setChanged] = useState(false);
  const change = (next: Row[]) => {
    setRows(next);
    setChanged(true);
  };
  const restore = (version: TemplateRecord) => {
    setBegun(({ times }) => ({ version, times: times + 1 }));
    change(rowsOf(version.extraction_schema.fields));
  };
  const save = useSave(newest?.template_id ?? null);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const described = String(form.get("description")).trim();
    const isDraft = (event.nativeEvent as SubmitEvent).submitter?.getAttribute("value") === DRAFT;
    save.mutate({
      name: String(form.get("name")),
      extraction_schema: { fields: fieldsOf(rows) },
      document_description: described || null,
      learn: form.get("learn") !== null,
      review_below: began?.review_below ?? null,
      second_review_share: Number(form.get("second")) / 100,
      published: !isDraft,
      rules: rulesIn(form),
    });
  };
  return (
    <Page
      title={newest?.name ?? "New template"}
      actions={
        newest && (
          <>
            <ButtonLink kind="secondary" to="/templates/$templateId/accuracy" params={{ templateId: newest.template_id }}>
              Accuracy
            </ButtonLink>
            <ButtonLink kind="secondary" to="/playground" search={{ template: newest.template_id }}>
              Use in playground
            </ButtonLink>
            <DeleteTemplate template={newest} />
          </>
        )
      }
    >
      <Unsaved when={changed && !save.isSuccess} what="Your changes to this template" />
      <div className="grid gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <form onSubmit={submit} onChange={() => setChanged(true)} className="space-y-4">
          <Card title="Template">
            <div className="space-y-4">
              <TextField
                label="Name"
                name="name"
                required
                maxLength={200}
                defaultValue={newest?.name ?? ""}
                error={errorOf(save.error, "name")}
              />
              <TextArea
                key={`description ${begun.times}`}
                label="Document description"
                name="description"
                rows={2}
                maxLength={10_000}
                defaultValue={began?.document_description ?? ""}
                hint="Describe the document in your own words. This helps to find the right values."
                error={errorOf(save.error, "document_description")}
              />
              <CheckField
                key={`learn ${begun.times}`}
                label="Learn from reviews how its documents are read"
                name="learn"
                defaultChecked={began?.learn ?? true}
              />
              <TextField
                key={`second ${begun.times}`}
                label="Reviews that a second person reads again, in %"
                name="second"
                type="number"
                min={0}
                max={100}
                step="any"
                required
                defaultValue={Number((100 * (began?.second_review_share ?? 0)).toFixed(6))}
                hint="Chosen by chance. How often two people agree is under Accuracy."
                error={errorOf(save.error, "second_review_share")}
              />
            </div>
          </Card>
          <Card title="Fields">
            <SchemaEditor rows={rows} onChange={change} />
          </Card>
          <RulesJson key={begun.times} rules={began?.rules ?? null} failure={save.error} />
          <Problem error={restOf(save.error, ["name", "document_description", "second_review_share", "rules"])} />
          <ForAdmins>
            <div className="flex flex-wrap gap-2">
              <Button type="submit" busy={save.isPending} disabled={fieldsOf(rows).length === 0}>
                {newest ? `Save as version ${newest.version + 1}` : "Save template"}
              </Button>
              {newest && (
                <Button type="submit" value={DRAFT} kind="secondary" disabled={save.isPending || fieldsOf(rows).length === 0}>
                  Save as draft
                </Button>
              )}
            </div>
          </ForAdmins>
        </form>
        {newest && (
          <div className="space-y-4 self-start">
            <DownloadResults templateId={newest.template_id} />
            <Layouts templateId={newest.template_id} />
            <Versions versions={versions} published={published} onRestore={restore} />
          </div>
        )}
      </div>
    </Page>
  );
}

type Body = {
  name: string;
  extraction_schema: { fields: ReturnType<typeof fieldsOf> };
  document_description: string | null;
  learn: boolean;
  review_below: number | null;
  second_review_share: number;
  published: boolean;
  rules: Rules;
};

const DRAFT = "draft";

function useSave(templateId: string | null) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (body: Body) =>
      templateId === null
        ? api.post("/api/extractor/v1/templates", { body })
        : api.put("/api/extractor/v1/templates/{template_id}", { path: { template_id: templateId }, body }),
    onSuccess: async (saved) => {
      await invalidate(queries, below("/api/extractor/v1/templates"));
      await navigate({ to: "/templates/$templateId", params: { templateId: saved.template_id }, ignoreBlocker: true });
    },
  });
}

/** "2 documents reviewed, 1 page of packets set to it". */
function taughtBy({ examples, pages_set, pages_refused }: { examples: number; pages_set: number; pages_refused: number }): string {
  const told = [
    examples > 0 && `${countOf(examples, "document")} reviewed`,
    pages_set > 0 && `${countOf(pages_set, "page")} of packets set to it`,
    pages_refused > 0 && `${countOf(pages_refused, "page")} of packets set to none`,
  ];
  return told.filter((each) => each !== false).join(", ");
}

/** What reviews taught, by layout; nothing is shown before the first review. */
function Layouts({ templateId }: { templateId: string }) {
  const { data } = useQuery(templateMemoryQuery(templateId));
  const queries = useQueryClient();
  const forget = useMutation({
    mutationFn: (layout_id: string) =>
      api.delete("/api/extractor/v1/templates/{template_id}/memory/{layout_id}", { path: { template_id: templateId, layout_id } }),
    onSuccess: () => invalidate(queries, below("/api/extractor/v1/templates")),
  });
  if (!data || data.layouts.length === 0) return null;
  return (
    <Card title="Learned from reviews">
      <ol className="space-y-3">
        {data.layouts.map(({ layout_id, examples, pages_set, pages_refused, documents_read, right_share, created_at }, i) => (
          <li key={layout_id} className="flex flex-wrap items-center gap-x-3 text-sm">
            <strong>Layout {data.layouts.length - i}</strong>
            <span className="text-muted">
              since <Time at={created_at} />
            </span>
            <Button
              kind="quiet"
              className="ml-auto px-2 py-1"
              busy={forget.isPending && forget.variables === layout_id}
              onClick={() => forget.mutate(layout_id)}
            >
              Forget<span className="sr-only"> layout {data.layouts.length - i}</span>
            </Button>
            <span className="w-full text-muted">
              {taughtBy({ examples, pages_set, pages_refused })}
              {right_share !== null && `, ${Math.round(100 * right_share)} % of their values needed no correction`};{" "}
              {countOf(documents_read, "document")} read with it.
            </span>
          </li>
        ))}
      </ol>
      <Problem error={forget.error} />
    </Card>
  );
}

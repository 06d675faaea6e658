/** One document, its fields, its values: everything that the API does, tried by hand. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { Play, RotateCcw } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { api, messageOf, serverQuery, type Task, templatesQuery } from "#api.ts";
import { base64Of } from "#document/base64.ts";
import { isFinished, useLiveTask } from "#document/live-task.ts";
import { Progress } from "#document/progress.tsx";
import { Outcome, TaskResult } from "#document/task-result.tsx";
import { DocumentPicker, type Picked } from "#playground/document-picker.tsx";
import { RequestCode } from "#playground/request-code.tsx";
import { SaveTemplate } from "#playground/save-template.tsx";
import { SuggestionPreview, suggestionQuery } from "#playground/suggestion.tsx";
import { fieldsOf, newRow, type Row, rowsOf, type SchemaField } from "#schema/model.ts";
import { SchemaEditor } from "#schema/schema-editor.tsx";
import { Button } from "#ui/button.tsx";
import { SelectField } from "#ui/field.tsx";
import { Card, Page } from "#ui/page.tsx";
import { Problem } from "#ui/state.tsx";

export function Playground() {
  const { template: wanted } = useSearch({ from: "/shell/playground" });
  const [picked, setPicked] = useState<Picked | null>(null);
  const [rows, setRows] = useState<Row[]>(() => [newRow()]);
  const [provider, setProvider] = useState("");
  const [taskId, setTaskId] = useState<string | null>(null);
  const templates = useQuery(templatesQuery);
  const live = useLiveTask(taskId);
  const submit = useSubmit(setTaskId);
  const applyTemplate = (templateId: string) => {
    const template = templates.data?.templates.find(({ template_id }) => template_id === templateId);
    if (template) setRows(rowsOf(template.extraction_schema.fields));
  };
  // The template of the address is taken once: what is changed afterwards stays, also when the list is read anew.
  const taken = useRef<string | null>(null);
  useEffect(() => {
    const template = templates.data?.templates.find(({ template_id }) => template_id === wanted);
    if (!template || taken.current === template.template_id) return;
    taken.current = template.template_id;
    setRows(rowsOf(template.extraction_schema.fields));
  }, [wanted, templates.data]);
  const pick = (next: Picked | null) => {
    setPicked(next);
    setTaskId(null);
    if (next?.fields) setRows(rowsOf(next.fields));
  };
  const add = (more: SchemaField[]) => setRows([...rows.filter(({ name }) => name.trim() !== ""), ...rowsOf(more)]);
  // A document of one's own brings its labels as the first fields; what somebody wrote before stays.
  const suggestion = useQuery(suggestionQuery(picked));
  const suggested = suggestion.data?.extraction_schema.fields;
  useEffect(() => {
    if (suggested) setRows((known) => (fieldsOf(known).length === 0 && suggested.length > 0 ? rowsOf(suggested) : known));
  }, [suggested]);
  const fields = fieldsOf(rows);
  const task = live.data;
  const works = submit.isPending || (taskId !== null && (!task || !isFinished(task)));
  return (
    <Page
      title="Playground"
      lead="Drop a document, say which fields you want, and see every value where it stands on the page."
      actions={
        task?.status === "completed" && (
          <Button kind="secondary" icon={<RotateCcw className="size-4" />} onClick={() => setTaskId(null)}>
            Change fields
          </Button>
        )
      }
    >
      {task?.status === "completed" ? (
        <Result task={task} rows={rows} picked={picked} />
      ) : (
        <div className="grid gap-4 lg:grid-cols-2">
          <Card title="1. Document">
            <DocumentPicker
              picked={picked}
              onPick={pick}
              disabled={works}
              preview={picked && <SuggestionPreview picked={picked} names={new Set(rows.map(({ name }) => name))} onAdd={add} />}
            />
          </Card>
          <Card title="2. Fields" actions={<TemplateChoice onChoose={applyTemplate} />}>
            <SchemaEditor rows={rows} onChange={setRows} />
          </Card>
          <div className="sticky bottom-0 z-10 -mx-4 space-y-3 border-t bg-page/95 px-4 py-3 backdrop-blur sm:-mx-8 sm:px-8 lg:col-span-2">
            <Problem error={submit.error ?? live.error} />
            {task?.status === "failed" && <Problem error={new Error(task.error?.message ?? task.message)} />}
            <div className="flex flex-wrap items-end gap-3">
              <Button
                className="px-5 py-2.5"
                icon={<Play className="size-4" />}
                busy={works}
                disabled={picked === null || fields.length === 0}
                onClick={() => picked && submit.mutate({ picked, fields, provider })}
              >
                Extract
              </Button>
              <ProviderChoice value={provider} onChange={setProvider} />
              {works && <Progress task={task} />}
              {!works && picked === null && <p className="pb-2 text-sm text-muted">Choose a document first.</p>}
              {!works && picked !== null && fields.length === 0 && <p className="pb-2 text-sm text-muted">Name at least one field.</p>}
            </div>
          </div>
        </div>
      )}
    </Page>
  );
}

type Submission = { picked: Picked; fields: ReturnType<typeof fieldsOf>; provider: string };

function useSubmit(onTask: (taskId: string) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ picked, fields, provider }: Submission) => {
      const document =
        picked.kind === "url" ? { url: picked.url } : { file_content: await base64Of(picked.file), filename: picked.file.name };
      const body = { document, extraction_schema: { fields }, ...(provider ? { provider: provider as "local" } : {}) };
      return api.post("/api/extractor/v1/extract-async", { body });
    },
    onSuccess: ({ task_id }) => {
      onTask(task_id);
      queries.invalidateQueries({ queryKey: ["tasks", "list"] });
    },
  });
}

function Result({ task, rows, picked }: { task: Task; rows: Row[]; picked: Picked | null }) {
  const code = { name: "Code", content: <RequestCode fields={fieldsOf(rows)} picked={picked} /> };
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Outcome task={task} />
        <SaveTemplate fields={fieldsOf(rows)} />
      </div>
      <TaskResult task={task} more={[code]} />
    </div>
  );
}

function TemplateChoice({ onChoose }: { onChoose: (templateId: string) => void }) {
  const { data } = useQuery(templatesQuery);
  if (!data || data.templates.length === 0) return null;
  return (
    <div className="w-52">
      <SelectField label="Start from a template" hideLabel value="" onChange={(event) => onChoose(event.target.value)}>
        <option value="">Start from a template…</option>
        {data.templates.map(({ template_id, name }) => (
          <option key={template_id} value={template_id}>
            {name}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

function ProviderChoice({ value, onChange }: { value: string; onChange: (provider: string) => void }) {
  const { data, error } = useQuery(serverQuery);
  if (error) return <p className="text-sm text-bad">{messageOf(error)}</p>;
  if (!data || data.providers.length < 2) return null;
  return (
    <div className="w-56">
      <SelectField label="Who reads it" value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">Default ({data.default_provider})</option>
        {data.providers.map(({ name, model }) => (
          <option key={name} value={name}>
            {model ? `${name}: ${model}` : "local (on this machine)"}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

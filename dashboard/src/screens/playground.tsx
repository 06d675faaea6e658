/** One document, its fields, its values: everything that the API does, tried by hand. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Play, RotateCcw } from "lucide-react";
import { useState } from "react";
import { api, messageOf, serverQuery, type Task, taskSchemaQuery, templatesQuery } from "#api.ts";
import { plainOf } from "#app/plain.ts";
import { Unsaved } from "#app/unsaved.tsx";
import { isFinished, useLiveTask } from "#document/live-task.ts";
import { Outcome } from "#document/outcome.tsx";
import { PasswordField } from "#document/password-field.tsx";
import { Progress } from "#document/progress.tsx";
import { nameOf } from "#document/task-badge.tsx";
import { TaskResult } from "#document/task-result.tsx";
import { isLocked, type Picked, sentOf, suggestionQuery } from "#playground/document.ts";
import { DocumentPicker } from "#playground/document-picker.tsx";
import { useDraft } from "#playground/draft.ts";
import { RequestCode } from "#playground/request-code.tsx";
import { SaveTemplate } from "#playground/save-template.tsx";
import { SuggestionPreview } from "#playground/suggestion.tsx";
import type { SchemaField } from "#schema/model.ts";
import { SchemaEditor } from "#schema/schema-editor.tsx";
import { Button } from "#ui/button.tsx";
import { Confirm } from "#ui/confirm.tsx";
import { SelectField } from "#ui/field.tsx";
import { Card, Page } from "#ui/page.tsx";
import { Problem } from "#ui/state.tsx";

export function Playground() {
  const { template, task: taskId } = useSearch({ from: "/shell/playground" });
  const navigate = useNavigate({ from: "/playground" });
  const { draft, ...doing } = useDraft(template);
  const [provider, setProvider] = useState("");
  const live = useLiveTask(taskId ?? null);
  const show = (task?: string) => navigate({ search: ({ task: _, ...rest }) => (task ? { ...rest, task } : rest) });
  const submit = useSubmit((task) => {
    doing.saved();
    void show(task);
  });
  const restore = useRestore((fields, picked) => {
    doing.put(fields);
    doing.pick(picked);
    void show();
  });
  const task = taskId === undefined ? undefined : live.data;
  const works = submit.isPending || (taskId !== undefined && !live.error && (!task || !isFinished(task)));
  const { picked, rows, fields } = draft;
  const password = useLock(picked, task);
  if (task?.status === "completed")
    return (
      <Page
        fills
        title="Playground"
        lead={<Outcome task={task} />}
        actions={
          <>
            <SaveTemplate taskId={task.task_id} />
            <Button
              kind="secondary"
              icon={<RotateCcw className="size-4" />}
              busy={restore.isPending}
              onClick={() => (picked ? show() : restore.mutate(task))}
            >
              Change fields
            </Button>
          </>
        }
      >
        <Problem error={restore.error} />
        <Result task={task} picked={picked} />
      </Page>
    );
  return (
    <Page title="Playground" lead="Drop a document, name the fields you want, and see where each value is printed.">
      <Unsaved when={draft.edited} what="Your changes to the fields" />
      <Confirm
        open={draft.replacing !== null}
        onClose={doing.keep}
        title="Replace your fields?"
        deed="Replace fields"
        onConfirm={() => draft.replacing && doing.put(draft.replacing)}
        busy={false}
        error={null}
      >
        The fields you have changed are not saved and will be lost.
      </Confirm>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Card title="1. Document">
          <DocumentPicker
            picked={picked}
            onPick={(next) => {
              doing.pick(next);
              if (taskId !== undefined) void show();
            }}
            disabled={works}
            preview={
              picked && (
                <>
                  {password.asked && (
                    <PasswordField
                      tried={picked.password !== undefined}
                      busy={password.busy}
                      onPassword={(next) => {
                        doing.pick({ ...picked, password: next });
                        if (taskId !== undefined) void show();
                      }}
                    />
                  )}
                  <SuggestionPreview picked={picked} names={new Set(rows.map(({ name }) => name))} onAdd={doing.add} />
                </>
              )
            }
          />
        </Card>
        <Card title="2. Fields" actions={<TemplateChoice onChoose={doing.offer} />}>
          <SchemaEditor rows={rows} onChange={doing.change} />
        </Card>
      </div>
      <div className="sticky bottom-0 z-10 -mx-4 mt-4 space-y-3 border-t bg-page px-4 py-3 sm:-mx-8 sm:px-8">
        <Problem error={submit.error ?? (taskId === undefined ? null : live.error)} />
        {task?.status === "failed" && !password.asked && <Problem error={new Error(task.error ? plainOf(task.error) : task.message)} />}
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
    </Page>
  );
}

/** Whether the document wants a password that it did not get. */
function useLock(picked: Picked | null, task: Task | undefined) {
  const { error, isFetching } = useQuery(suggestionQuery(picked));
  return { asked: isLocked(error) || task?.error?.code === "encrypted_document", busy: isFetching };
}

type Submission = { picked: Picked; fields: SchemaField[]; provider: string };

function useSubmit(onTask: (taskId: string) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ picked, fields, provider }: Submission) => {
      const more = provider ? { provider: provider as "local" } : {};
      return api.post("/api/extractor/v1/extract-async", { body: { ...(await sentOf(picked)), extraction_schema: { fields }, ...more } });
    },
    onSuccess: ({ task_id }) => {
      onTask(task_id);
      queries.invalidateQueries({ queryKey: ["tasks", "list"] });
    },
  });
}

/** The fields and the document of a task whose address was opened anew. */
function useRestore(onRestored: (fields: SchemaField[], picked: Picked) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (task: Task) => {
      const { extraction_schema } = await queries.fetchQuery(taskSchemaQuery(task.task_id));
      const answer = await fetch(`/api/extractor/v1/tasks/${task.task_id}/document`);
      if (!answer.ok) throw new Error("The document of this task is not kept any more. Choose it again in the playground.");
      const bytes = await answer.blob();
      const file = new File([bytes], nameOf(task), { type: task.document.mime_type ?? bytes.type });
      return { fields: extraction_schema.fields, picked: { kind: "file" as const, file } };
    },
    onSuccess: ({ fields, picked }) => onRestored(fields, picked),
  });
}

function Result({ task, picked }: { task: Task; picked: Picked | null }) {
  const { data } = useQuery(taskSchemaQuery(task.task_id));
  const fields = data?.extraction_schema.fields ?? [];
  const source = picked?.kind === "url" ? { url: picked.url } : { file: task.document.filename ?? "document.pdf" };
  const code = { name: "Code", content: <RequestCode fields={fields} source={source} /> };
  return <TaskResult task={task} more={[code]} password={picked?.password} />;
}

function TemplateChoice({ onChoose }: { onChoose: (fields: SchemaField[]) => void }) {
  const { data } = useQuery(templatesQuery);
  if (!data || data.templates.length === 0) return null;
  const choose = (id: string) => {
    const template = data.templates.find(({ template_id }) => template_id === id);
    if (template) onChoose(template.extraction_schema.fields);
  };
  return (
    <div className="w-52">
      <SelectField label="Start from a template" hideLabel value="" className="py-1.5" onChange={(event) => choose(event.target.value)}>
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
      <SelectField label="Engine" value={value} onChange={(event) => onChange(event.target.value)}>
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

/** The document and the fields, before they are sent. */
import { useQuery } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { useState } from "react";
import { type Task, templatesQuery } from "#api.ts";
import { plainOf } from "#app/plain.ts";
import { Unsaved } from "#app/unsaved.tsx";
import { PasswordField } from "#document/password-field.tsx";
import { Progress } from "#document/progress.tsx";
import { ProviderChoice } from "#document/provider-choice.tsx";
import { isLocked, type Picked, suggestionQuery } from "#playground/document.ts";
import { DocumentPicker } from "#playground/document-picker.tsx";
import type { Drafting } from "#playground/draft.ts";
import { SuggestionPreview } from "#playground/suggestion.tsx";
import type { SchemaField } from "#schema/model.ts";
import { SchemaEditor } from "#schema/schema-editor.tsx";
import { Button } from "#ui/button.tsx";
import { Confirm } from "#ui/confirm.tsx";
import { SelectField } from "#ui/field.tsx";
import { Card, Page } from "#ui/page.tsx";
import { Problem } from "#ui/state.tsx";

export type Submission = { picked: Picked; fields: SchemaField[]; provider: string };

type FormProps = {
  drafting: Drafting;
  /** The task that was sent last, while it is worked on or after it failed. */
  task: Task | undefined;
  works: boolean;
  error: unknown;
  onPick: (picked: Picked | null) => void;
  onSubmit: (submission: Submission) => void;
};

export function DraftForm({ drafting, task, works, error, onPick, onSubmit }: FormProps) {
  const { draft, ...doing } = drafting;
  const { picked, rows } = draft;
  const suggestion = useQuery(suggestionQuery(picked));
  const wantsPassword = isLocked(suggestion.error) || task?.error?.code === "encrypted_document";
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
            onPick={onPick}
            disabled={works}
            preview={
              picked && (
                <>
                  {wantsPassword && (
                    <PasswordField
                      tried={picked.password !== undefined}
                      busy={suggestion.isFetching}
                      onPassword={(password) => onPick({ ...picked, password })}
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
      <SendBar drafting={drafting} works={works} task={task} error={error} quiet={wantsPassword} onSubmit={onSubmit} />
    </Page>
  );
}

type BarProps = Pick<FormProps, "drafting" | "works" | "task" | "error" | "onSubmit"> & { quiet: boolean };

/** `quiet`: why the task failed is told elsewhere. */
function SendBar({ drafting, works, task, error, quiet, onSubmit }: BarProps) {
  const [provider, setProvider] = useState("");
  const { picked, fields } = drafting.draft;
  return (
    <div className="sticky bottom-0 z-10 -mx-4 mt-4 space-y-3 border-t bg-page px-4 py-3 sm:-mx-8 sm:px-8">
      <Problem error={error} />
      {task?.status === "failed" && !quiet && <Problem error={new Error(task.error ? plainOf(task.error) : task.message)} />}
      <div className="flex flex-wrap items-end gap-3">
        <Button
          className="px-5 py-2.5"
          icon={<Play className="size-4" />}
          busy={works}
          disabled={picked === null || fields.length === 0}
          onClick={() => picked && onSubmit({ picked, fields, provider })}
        >
          Extract
        </Button>
        <ProviderChoice value={provider} onChange={setProvider} />
        {works && <Progress task={task} />}
        {!works && picked === null && <p className="pb-2 text-sm text-muted">Choose a document first.</p>}
        {!works && picked !== null && fields.length === 0 && <p className="pb-2 text-sm text-muted">Name at least one field.</p>}
      </div>
    </div>
  );
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

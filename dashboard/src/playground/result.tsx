/** What came of an extraction, and the way back to its fields. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import { type Task, taskSchemaQuery } from "#api.ts";
import { Outcome } from "#document/outcome.tsx";
import { nameOf } from "#document/task-badge.tsx";
import { TaskResult } from "#document/task-result.tsx";
import type { Picked } from "#playground/document.ts";
import { RequestCode } from "#playground/request-code.tsx";
import { SaveTemplate } from "#playground/save-template.tsx";
import type { SchemaField } from "#schema/model.ts";
import { Button } from "#ui/button.tsx";
import { Page } from "#ui/page.tsx";
import { Problem } from "#ui/state.tsx";

type ResultProps = {
  task: Task;
  /** The document it was made of; null where only the address of the task is known. */
  picked: Picked | null;
  onBack: () => void;
  onRestored: (fields: SchemaField[], picked: Picked) => void;
};

export function PlaygroundResult({ task, picked, onBack, onRestored }: ResultProps) {
  const { data } = useQuery(taskSchemaQuery(task.task_id));
  const restore = useRestore(onRestored);
  const source = picked?.kind === "url" ? { url: picked.url } : { file: task.document.filename ?? "document.pdf" };
  const code = { name: "Code", content: <RequestCode fields={data?.extraction_schema.fields ?? []} source={source} /> };
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
            onClick={() => (picked ? onBack() : restore.mutate(task))}
          >
            Change fields
          </Button>
        </>
      }
    >
      <Problem error={restore.error} />
      <TaskResult key={task.task_id} task={task} more={[code]} password={picked?.password} />
    </Page>
  );
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

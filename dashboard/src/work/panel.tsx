/** Who is to review a task, and what people say of it. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { MessageSquare } from "lucide-react";
import { type FormEvent, useState } from "react";
import { api, membersQuery, type Schemas, setupQuery, taskWorkQuery } from "#api.ts";
import { errorOf, restOf } from "#app/form-errors.ts";
import { useMay } from "#app/may.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { SelectField, TextArea } from "#ui/field.tsx";
import { Problem, Waiting } from "#ui/state.tsx";
import { Time } from "#ui/time.tsx";
import { SecondReading } from "#work/second-reading.tsx";

const WORK = "/api/extractor/v1/tasks/{task_id}";

/** A button with the number of comments, and behind it all of it. */
export function TaskWork({ taskId }: { taskId: string }) {
  const [open, setOpen] = useState(false);
  const { data } = useQuery(taskWorkQuery(taskId));
  const count = data?.comments.length ?? 0;
  return (
    <>
      <Button kind="quiet" icon={<MessageSquare className="size-4" />} onClick={() => setOpen(true)}>
        Comments{count > 0 && ` (${count})`}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Comments">
        <Panel taskId={taskId} />
      </Dialog>
    </>
  );
}

/** Of a comment, to tell one button from another. */
const NAMED_CHARACTERS = 40;

/** Who opens and closes it sends no event. */
const LOOK_MS = 5_000;

function Panel({ taskId }: { taskId: string }) {
  const { data, error, refetch } = useQuery({ ...taskWorkQuery(taskId), staleTime: 0, refetchInterval: LOOK_MS });
  if (error) return <Problem error={error} onRetry={refetch} />;
  if (!data) return <Waiting rows={2} />;
  return (
    <div className="space-y-5">
      <Assignment work={data} />
      <SecondReading reading={data.second_reading} />
      <Comments work={data} />
    </div>
  );
}

/** What a change answers is what is shown. */
function useKeeping(taskId: string) {
  const queries = useQueryClient();
  return (work: Schemas["TaskWork"]) => queries.setQueryData(taskWorkQuery(taskId).queryKey, work);
}

function Assignment({ work }: { work: Schemas["TaskWork"] }) {
  const { task_id, assigned_to, open_by } = work;
  const { data } = useQuery(membersQuery);
  const mayReview = useMay("reviewer");
  const keep = useKeeping(task_id);
  const assign = useMutation({
    mutationFn: (person_id: string | null) => api.put(`${WORK}/assignment`, { path: { task_id }, body: { person_id } }),
    onSuccess: keep,
  });
  const reviewers = data?.members.filter(({ role }) => role !== "viewer") ?? [];
  return (
    <div>
      <SelectField
        label="To be reviewed by"
        value={assigned_to?.person_id ?? ""}
        disabled={!mayReview || assign.isPending || !data}
        hint={open_by ? `${open_by.email} has it open.` : "Without a name, whoever comes first."}
        onChange={({ target }) => assign.mutate(target.value || null)}
      >
        <option value="">Anybody</option>
        {reviewers.map(({ person_id, name, email }) => (
          <option key={person_id} value={person_id}>
            {name ? `${name}, ${email}` : email}
          </option>
        ))}
      </SelectField>
      <Problem error={assign.error} />
    </div>
  );
}

function Comments({ work: { task_id, comments } }: { work: Schemas["TaskWork"] }) {
  const { data: setup } = useQuery(setupQuery);
  const me = setup?.session?.person_id;
  const [mayReview, isAdmin] = [useMay("reviewer"), useMay("admin")];
  const keep = useKeeping(task_id);
  const unsay = useMutation({
    mutationFn: (comment_id: string) => api.delete(`${WORK}/comments/{comment_id}`, { path: { task_id, comment_id } }),
    onSuccess: keep,
  });
  const say = useMutation({
    mutationFn: (text: string) => api.post(`${WORK}/comments`, { path: { task_id }, body: { text } }),
    onSuccess: keep,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    say.mutate(String(new FormData(form).get("text")), { onSuccess: () => form.reset() });
  };
  return (
    <div>
      {comments.length === 0 ? (
        <p className="text-sm text-muted">Nobody has said anything of this document yet.</p>
      ) : (
        <ol className="space-y-3 text-sm">
          {comments.map(({ comment_id, by, text, created_at }) => (
            <li key={comment_id}>
              <p className="text-xs text-muted">
                {by?.email ?? "API key"} · <Time at={created_at} />
                {(isAdmin || (by !== null && by.person_id === me)) && (
                  <>
                    {" · "}
                    <button
                      type="button"
                      className="underline"
                      disabled={unsay.isPending}
                      onClick={() => unsay.mutate(comment_id)}
                      aria-label={`Delete comment “${text.slice(0, NAMED_CHARACTERS)}”`}
                    >
                      Delete
                    </button>
                  </>
                )}
              </p>
              <p className="break-words whitespace-pre-wrap">{text}</p>
            </li>
          ))}
        </ol>
      )}
      <Problem error={unsay.error} />
      {mayReview && (
        <form onSubmit={submit} className="mt-4 space-y-3">
          <TextArea label="Comment" name="text" rows={3} required error={errorOf(say.error, "text")} />
          <Problem error={restOf(say.error, ["text"])} />
          <Button type="submit" kind="secondary" busy={say.isPending}>
            Say it
          </Button>
        </form>
      )}
    </div>
  );
}

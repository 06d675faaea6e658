/** Keeps the fields of a task as a template. */

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { BookmarkPlus } from "lucide-react";
import { type FormEvent, useState } from "react";
import { api, taskSchemaQuery } from "#api.ts";
import { ForAdmins } from "#app/for-admins.tsx";
import { errorOf, restOf } from "#app/form-errors.ts";
import { invalidate, ofCall } from "#query.ts";
import { Button } from "#ui/button.tsx";
import { Dialog, DialogButtons } from "#ui/dialog.tsx";
import { TextField } from "#ui/field.tsx";
import { Badge, Problem } from "#ui/state.tsx";

export function SaveTemplate({ taskId }: { taskId: string }) {
  const queries = useQueryClient();
  const [open, setOpen] = useState(false);
  const save = useMutation({
    mutationFn: async (name: string) => {
      const { extraction_schema } = await queries.fetchQuery(taskSchemaQuery(taskId));
      return api.post("/api/extractor/v1/templates", { body: { name, extraction_schema: { fields: extraction_schema.fields } } });
    },
    onSuccess: () => {
      setOpen(false);
      invalidate(queries, ofCall("/api/extractor/v1/templates"));
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    save.mutate(String(new FormData(event.currentTarget).get("name")));
  };
  return (
    <>
      <div className="flex items-center gap-3">
        <span role="status" className="empty:absolute">
          {save.data && <Badge tone="good">Saved as “{save.data.name}”</Badge>}
        </span>
        <ForAdmins>
          <Button kind="secondary" icon={<BookmarkPlus className="size-4" />} onClick={() => setOpen(true)}>
            Save as template
          </Button>
        </ForAdmins>
      </div>
      <Dialog open={open} onClose={() => setOpen(false)} title="Save as template">
        <form onSubmit={submit}>
          <TextField
            label="Name"
            name="name"
            required
            maxLength={200}
            autoFocus
            placeholder="Supplier invoices"
            hint="Your programs can then use the template instead of sending the fields."
            error={errorOf(save.error, "name")}
          />
          <div className="mt-4">
            <Problem error={restOf(save.error, ["name"])} />
          </div>
          <DialogButtons>
            <Button kind="secondary" onClick={() => setOpen(false)}>
              Cancel
            </Button>
            <Button type="submit" busy={save.isPending}>
              Save
            </Button>
          </DialogButtons>
        </form>
      </Dialog>
    </>
  );
}

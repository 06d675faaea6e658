/** The form for a bucket that results are written to. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { api, type Schemas, templatesQuery } from "#api.ts";
import { errorOf, restOf } from "#app/form-errors.ts";
import { BUCKET_FIELDS, BucketFields, bucketIn } from "#inboxes/bucket-fields.tsx";
import { below, invalidate } from "#query.ts";
import { Button } from "#ui/button.tsx";
import { Dialog, DialogButtons } from "#ui/dialog.tsx";
import { SelectField, TextField } from "#ui/field.tsx";
import { Problem } from "#ui/state.tsx";

export function NewOutbox({ open, onClose }: { open: boolean; onClose: () => void }) {
  const queries = useQueryClient();
  const { data } = useQuery(templatesQuery);
  const make = useMutation({
    mutationFn: (body: Schemas["OutboxRequest"]) => api.post("/api/extractor/v1/outboxes", { body }),
    onSuccess: () => {
      onClose();
      return invalidate(queries, below("/api/extractor/v1/outboxes"));
    },
    gcTime: 0,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const template = String(form.get("template"));
    make.mutate({
      name: String(form.get("name")),
      template_id: template || null,
      only_reviewed: form.get("when") === "reviewed",
      bucket: bucketIn(form),
    });
  };
  const { error } = make;
  return (
    <Dialog open={open} onClose={onClose} title="Add an outbox" closesOnBackdrop={false}>
      <form onSubmit={submit} className="space-y-4">
        <TextField label="Name" name="name" required maxLength={100} placeholder="Accounting" error={errorOf(error, "name")} />
        <SelectField label="Results of" name="template" defaultValue="">
          <option value="">All documents</option>
          {data?.templates.map(({ template_id, name }) => (
            <option key={template_id} value={template_id}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField label="Written" name="when" defaultValue="finished">
          <option value="finished">When a document is read, and again when it is corrected</option>
          <option value="reviewed">Once a document is reviewed</option>
        </SelectField>
        <BucketFields error={error} folder="Each document is a file in it, named by its task." />
        <Problem error={restOf(error, ["name", ...BUCKET_FIELDS])} />
        <DialogButtons>
          <Button kind="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={make.isPending}>
            Add
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

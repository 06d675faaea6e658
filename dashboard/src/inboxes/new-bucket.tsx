/** The form for a folder of a bucket that is to be watched. */
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

export function NewBucket({ open, onClose }: { open: boolean; onClose: () => void }) {
  const queries = useQueryClient();
  const { data } = useQuery(templatesQuery);
  const make = useMutation({
    mutationFn: (body: Schemas["InboxRequest"]) => api.post("/api/extractor/v1/inboxes", { body }),
    onSuccess: () => {
      onClose();
      return invalidate(queries, below("/api/extractor/v1/inboxes"));
    },
    gcTime: 0,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    make.mutate({ name: String(form.get("name")), template_id: String(form.get("template")), bucket: bucketIn(form) });
  };
  const { error } = make;
  return (
    <Dialog open={open} onClose={onClose} title="Add a bucket" closesOnBackdrop={false}>
      <form onSubmit={submit} className="space-y-4">
        <TextField label="Name" name="name" required maxLength={100} placeholder="Invoices" error={errorOf(error, "name")} />
        <SelectField label="Read by" name="template" defaultValue="auto">
          <option value="auto">Whichever template fits</option>
          {data?.templates.map(({ template_id, name }) => (
            <option key={template_id} value={template_id}>
              {name}
            </option>
          ))}
        </SelectField>
        <BucketFields error={error} folder="What lies in it is read, and moved to done/ or refused/ in it." />
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

/** Deletes a template, after a question. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { api, type Template as TemplateRecord } from "#api.ts";
import { ForAdmins } from "#app/for-admins.tsx";
import { below, invalidate } from "#query.ts";
import { Button } from "#ui/button.tsx";
import { Confirm } from "#ui/confirm.tsx";

export function DeleteTemplate({ template }: { template: TemplateRecord }) {
  const [open, setOpen] = useState(false);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => api.delete("/api/extractor/v1/templates/{template_id}", { path: { template_id: template.template_id } }),
    onSuccess: async () => {
      await navigate({ to: "/templates", ignoreBlocker: true });
      await invalidate(queries, below("/api/extractor/v1/templates"));
    },
  });
  return (
    <ForAdmins>
      <Button kind="danger" onClick={() => setOpen(true)}>
        Delete
      </Button>
      <Confirm
        open={open}
        onClose={() => setOpen(false)}
        title={`Delete “${template.name}”?`}
        deed="Delete template"
        onConfirm={() => remove.mutate()}
        busy={remove.isPending}
        error={remove.error}
      >
        Requests that use this template will be rejected. Existing tasks keep their fields and values.
      </Confirm>
    </ForAdmins>
  );
}

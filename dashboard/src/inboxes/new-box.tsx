/** The form of a new inbox or outbox: its name, the template it is of, and what else each kind needs. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { FormEvent, ReactNode } from "react";
import { templatesQuery } from "#api.ts";
import { errorOf, restOf } from "#app/form-errors.ts";
import { below, invalidate, type Path } from "#query.ts";
import { Button } from "#ui/button.tsx";
import { Dialog, DialogButtons } from "#ui/dialog.tsx";
import { SelectField, TextField } from "#ui/field.tsx";
import { Problem } from "#ui/state.tsx";

type NewBoxProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  placeholder: string;
  /** `value`: what stands for no template in particular. */
  template: { label: string; value: string; name: string };
  /** Sends what the form says. */
  make: (form: FormData) => Promise<unknown>;
  /** Of the list that the new one belongs to. */
  list: Path;
  /** Names of the kind's own fields, whose errors stand beside them. */
  shown: readonly string[];
  children: (error: unknown) => ReactNode;
};

export function NewBox({ open, onClose, title, placeholder, template, make, list, shown, children }: NewBoxProps) {
  const queries = useQueryClient();
  const { data } = useQuery(templatesQuery);
  const { mutate, isPending, error } = useMutation({
    mutationFn: make,
    onSuccess: () => {
      onClose();
      return invalidate(queries, below(list));
    },
    // It holds a password.
    gcTime: 0,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    mutate(new FormData(event.currentTarget));
  };
  return (
    <Dialog open={open} onClose={onClose} title={title} closesOnBackdrop={false}>
      <form onSubmit={submit} className="space-y-4">
        <TextField label="Name" name="name" required maxLength={100} placeholder={placeholder} error={errorOf(error, "name")} />
        <SelectField label={template.label} name="template" defaultValue={template.value}>
          <option value={template.value}>{template.name}</option>
          {data?.templates.map(({ template_id, name }) => (
            <option key={template_id} value={template_id}>
              {name}
            </option>
          ))}
        </SelectField>
        {children(error)}
        <Problem error={restOf(error, ["name", ...shown])} />
        <DialogButtons>
          <Button kind="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={isPending}>
            Add
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

/** For an inbox. */
export const READ_BY = { label: "Read by", value: "auto", name: "Whichever template fits" };

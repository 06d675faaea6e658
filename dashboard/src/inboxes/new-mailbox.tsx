/** The form for a mailbox that is to be watched. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { api, type Schemas, templatesQuery } from "#api.ts";
import { errorOf, restOf } from "#app/form-errors.ts";
import { below, invalidate } from "#query.ts";
import { Button } from "#ui/button.tsx";
import { Dialog, DialogButtons } from "#ui/dialog.tsx";
import { SelectField, TextArea, TextField } from "#ui/field.tsx";
import { Problem } from "#ui/state.tsx";

type Body = Schemas["InboxRequest"];
type Security = NonNullable<Body["mailbox"]>["security"];
const PORTS: Record<Security, number> = { tls: 993, starttls: 143, none: 143 };
const SHOWN = ["name", "host", "user", "password", "senders", "folder", "port"];

export function NewMailbox({ open, onClose }: { open: boolean; onClose: () => void }) {
  const queries = useQueryClient();
  const { data } = useQuery(templatesQuery);
  const make = useMutation({
    mutationFn: (body: Body) => api.post("/api/extractor/v1/inboxes", { body }),
    onSuccess: () => {
      onClose();
      return invalidate(queries, below("/api/extractor/v1/inboxes"));
    },
    gcTime: 0,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? "").trim();
    const security = text("security") as Security;
    make.mutate({
      name: text("name"),
      template_id: text("template"),
      senders: text("senders")
        .split(/[\s,;]+/)
        .filter(Boolean),
      mailbox: {
        host: text("host"),
        port: Number(text("port")) || PORTS[security],
        security,
        user: text("user"),
        password: String(form.get("password") ?? ""),
        folder: text("folder") || "INBOX",
      },
    });
  };
  const { error } = make;
  return (
    <Dialog open={open} onClose={onClose} title="Add a mailbox" closesOnBackdrop={false}>
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
        <TextArea
          label="Senders whose mails are taken"
          name="senders"
          rows={2}
          required
          placeholder="billing@supplier.example.com, @example.com"
          hint="Addresses, or @domain for everybody there. Mails of others are put aside."
          error={errorOf(error, "senders")}
        />
        <div className="grid gap-4 sm:grid-cols-[1fr_6rem]">
          <TextField label="IMAP server" name="host" required placeholder="imap.example.com" error={errorOf(error, "host")} />
          <TextField label="Port" name="port" inputMode="numeric" placeholder="993" error={errorOf(error, "port")} />
        </div>
        <SelectField label="Security" name="security" defaultValue="tls">
          <option value="tls">TLS</option>
          <option value="starttls">STARTTLS</option>
          <option value="none">None</option>
        </SelectField>
        <TextField label="User" name="user" required autoComplete="off" error={errorOf(error, "user")} />
        <TextField
          label="Password"
          name="password"
          type="password"
          required
          autoComplete="new-password"
          hint="Stored sealed, and never shown again."
          error={errorOf(error, "password")}
        />
        <TextField label="Folder" name="folder" placeholder="INBOX" error={errorOf(error, "folder")} />
        <Problem error={restOf(error, SHOWN)} />
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

/** The form for a mailbox that is to be watched. */
import { api, type Schemas } from "#api.ts";
import { errorOf } from "#app/form-errors.ts";
import { NewBox, READ_BY } from "#inboxes/new-box.tsx";
import { SelectField, TextArea, TextField } from "#ui/field.tsx";

const LIST = "/api/extractor/v1/inboxes";
type Body = Schemas["InboxRequest"];
type Security = NonNullable<Body["mailbox"]>["security"];
const PORTS: Record<Security, number> = { tls: 993, starttls: 143, none: 143 };
const SHOWN = ["host", "user", "password", "senders", "folder", "port"];

const make = (form: FormData) => {
  const text = (name: string) => String(form.get(name) ?? "").trim();
  const security = text("security") as Security;
  const body: Body = {
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
  };
  return api.post(LIST, { body });
};

export function NewMailbox(props: { open: boolean; onClose: () => void }) {
  return (
    <NewBox {...props} title="Add a mailbox" placeholder="Invoices" template={READ_BY} make={make} list={LIST} shown={SHOWN}>
      {(error) => (
        <>
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
        </>
      )}
    </NewBox>
  );
}

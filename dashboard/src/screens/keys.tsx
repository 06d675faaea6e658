/** The account's API keys: one is active at a time, and is shown once. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { KeyRound, Plus } from "lucide-react";
import { type FormEvent, useState } from "react";
import { api, keysQuery, type Schemas } from "#api.ts";
import { errorOf, restOf } from "#app/form-errors.ts";
import { invalidate, ofCall } from "#query.ts";
import { Button } from "#ui/button.tsx";
import { Confirm } from "#ui/confirm.tsx";
import { Code, CopyButton } from "#ui/copy.tsx";
import { Dialog, DialogButtons } from "#ui/dialog.tsx";
import { TextField } from "#ui/field.tsx";
import { Page } from "#ui/page.tsx";
import { Badge, Empty, Problem, Waiting } from "#ui/state.tsx";
import { cellLook, Table, wideLook } from "#ui/table.tsx";
import { Time } from "#ui/time.tsx";

type Key = Schemas["ApiKey"];

export function Keys() {
  const { data, error, refetch } = useQuery(keysQuery);
  const [making, setMaking] = useState(false);
  const [revoking, setRevoking] = useState<Key | null>(null);
  const active = data?.keys.find(({ status }) => status === "active");
  const make = (
    <Button icon={<Plus className="size-4" />} onClick={() => setMaking(true)}>
      New key
    </Button>
  );
  return (
    <Page
      title="API keys"
      lead="Your programs use this account with an API key. Only one key is active at a time: creating a new key revokes the old one."
      actions={data && data.keys.length > 0 ? make : null}
    >
      {error ? (
        <Problem error={error} onRetry={refetch} />
      ) : !data ? (
        <Waiting />
      ) : data.keys.length === 0 ? (
        <Empty icon={KeyRound} title="No API keys yet" action={make}>
          Create a key to use Winnow from your own programs. The key is shown only once.
        </Empty>
      ) : (
        <KeyTable keys={data.keys} onRevoke={setRevoking} />
      )}
      <NewKey open={making} onClose={() => setMaking(false)} active={active} />
      <RevokeKey apiKey={revoking} onClose={() => setRevoking(null)} />
    </Page>
  );
}

function KeyTable({ keys, onRevoke }: { keys: Key[]; onRevoke: (key: Key) => void }) {
  return (
    <Table label="API keys" heads={["Name", "Key", "Status", { name: "Created", wide: true }, { name: "Last used", wide: true }, ""]}>
      {keys.map((key) => (
        <tr key={key.key_id} className={key.status === "revoked" ? "text-muted" : ""}>
          <th scope="row" className={`${cellLook} font-medium break-words`}>
            {key.name}
          </th>
          <td className={`${cellLook} font-mono text-xs whitespace-nowrap`}>wnw_…{key.last_four}</td>
          <td className={cellLook}>{key.status === "active" ? <Badge tone="good">Active</Badge> : <Badge>Revoked</Badge>}</td>
          <td className={wideLook}>
            <Time at={key.created_at} />
          </td>
          <td className={wideLook}>{key.last_used_at ? <Time at={key.last_used_at} /> : "Never"}</td>
          <td className="px-4 py-2 text-right">
            {key.status === "active" && (
              <Button kind="danger" onClick={() => onRevoke(key)}>
                Revoke<span className="sr-only"> {key.name}</span>
              </Button>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}

function NewKey({ open, onClose, active }: { open: boolean; onClose: () => void; active: Key | undefined }) {
  const queries = useQueryClient();
  const create = useMutation({
    mutationFn: (name: string) => api.post("/api/account/v1/keys", { body: { name } }),
    onSuccess: () => invalidate(queries, ofCall("/api/account/v1/keys")),
    gcTime: 0,
  });
  const close = () => {
    create.reset();
    onClose();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    create.mutate(String(new FormData(event.currentTarget).get("name")));
  };
  if (create.data) return <ShownKey open={open} made={create.data} onClose={close} />;
  return (
    <Dialog open={open} onClose={close} title="New API key">
      <form onSubmit={submit}>
        <TextField
          label="Name"
          name="name"
          required
          maxLength={100}
          autoFocus
          placeholder="Invoice importer"
          hint="Where the key is used, so that you recognize it later."
          error={errorOf(create.error, "name")}
        />
        {active && (
          <p className="mt-4 rounded-lg bg-warn-soft px-3 py-2 text-sm text-warn">
            This immediately revokes the key “{active.name}” (…{active.last_four}). Programs that use it will stop working.
          </p>
        )}
        <div className="mt-4">
          <Problem error={restOf(create.error, ["name"])} />
        </div>
        <DialogButtons>
          <Button kind="secondary" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" busy={create.isPending}>
            {active ? "Create key and revoke the old one" : "Create key"}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

function ShownKey({ open, made, onClose }: { open: boolean; made: Schemas["NewApiKey"]; onClose: () => void }) {
  const curl = `curl -s ${location.origin}/api/extractor/v1/tasks \\\n  -H "Authorization: Bearer ${made.key}"`;
  return (
    <Dialog open={open} onClose={onClose} title="Your new key" closesOnBackdrop={false} wide>
      <p className="mb-3 text-sm">
        Copy the key now. <strong>It will not be shown again.</strong>
      </p>
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <output aria-label="API key" className="min-w-0 flex-1 rounded-lg border bg-sunken px-3 py-2 font-mono text-xs break-all">
          {made.key}
        </output>
        <CopyButton text={made.key} label="Copy key" kind="primary" />
      </div>
      <Code label="Try it: list your tasks" text={curl} />
      <DialogButtons>
        <Button onClick={onClose}>I have copied it</Button>
      </DialogButtons>
    </Dialog>
  );
}

function RevokeKey({ apiKey, onClose }: { apiKey: Key | null; onClose: () => void }) {
  const queries = useQueryClient();
  const revoke = useMutation({
    mutationFn: (key_id: string) => api.delete("/api/account/v1/keys/{key_id}", { path: { key_id } }),
    onSuccess: async () => {
      await invalidate(queries, ofCall("/api/account/v1/keys"));
      onClose();
    },
  });
  return (
    <Confirm
      open={apiKey !== null}
      onClose={onClose}
      title={`Revoke “${apiKey?.name ?? ""}”?`}
      deed="Revoke key"
      onConfirm={() => apiKey && revoke.mutate(apiKey.key_id)}
      busy={revoke.isPending}
      error={revoke.error}
    >
      Programs that use this key will stop working immediately. Tasks they started continue, and you can read them with a new key.
    </Confirm>
  );
}

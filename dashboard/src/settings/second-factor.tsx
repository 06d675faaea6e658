/** The second factor of one's own sign-in: set up with an app, with codes to keep, and removed. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { renderSVG } from "uqr";
import { api, type Schemas } from "#api.ts";
import { errorOf, restOf } from "#app/form-errors.ts";
import { invalidate, ofCall } from "#query.ts";
import { Button } from "#ui/button.tsx";
import { CopyButton } from "#ui/copy.tsx";
import { TextField } from "#ui/field.tsx";
import { Card } from "#ui/page.tsx";
import { Badge, Problem } from "#ui/state.tsx";

const STATE = "/api/account/v1/second-factor";
type Made = Schemas["NewSecondFactor"];

export function SecondFactor({ isOn }: { isOn: boolean }) {
  const queries = useQueryClient();
  const [made, setMade] = useState<Made | null>(null);
  const refresh = () => invalidate(queries, ofCall(STATE));
  return (
    <Card title="Second factor">
      {made ? (
        <Confirm made={made} onDone={() => refresh().then(() => setMade(null))} onCancel={() => setMade(null)} />
      ) : isOn ? (
        <On onRemoved={refresh} />
      ) : (
        <Off onMade={setMade} />
      )}
    </Card>
  );
}

function Off({ onMade }: { onMade: (made: Made) => void }) {
  const make = useMutation({ mutationFn: (password: string) => api.post(STATE, { body: { password } }), onSuccess: onMade, gcTime: 0 });
  return (
    <WithPassword deed="Set up" action={make}>
      Signing in then asks for a code of an authenticator app too, so that a stolen password opens nothing.
    </WithPassword>
  );
}

function On({ onRemoved }: { onRemoved: () => void }) {
  const [codes, setCodes] = useState<string[] | null>(null);
  const remove = useMutation({
    mutationFn: (password: string) => api.post("/api/account/v1/second-factor/remove", { body: { password } }),
    onSuccess: onRemoved,
  });
  const renew = useMutation({
    mutationFn: (password: string) => api.post("/api/account/v1/second-factor/backup-codes", { body: { password } }),
    onSuccess: ({ backup_codes }) => setCodes(backup_codes),
    gcTime: 0,
  });
  const [wantsCodes, setWantsCodes] = useState(false);
  if (codes)
    return (
      <div className="space-y-4">
        <Codes codes={codes} />
        <Button onClick={() => setCodes(null)}>I have kept them</Button>
      </div>
    );
  return (
    <div className="space-y-4">
      <Badge tone="good">On</Badge>
      {wantsCodes ? (
        <WithPassword deed="Make new codes" action={renew} onCancel={() => setWantsCodes(false)}>
          The codes that you kept before are worth nothing any more.
        </WithPassword>
      ) : (
        <>
          <WithPassword deed="Remove" kind="danger" action={remove}>
            Signing in asks for a code of your app.
          </WithPassword>
          <Button kind="quiet" onClick={() => setWantsCodes(true)}>
            New codes to keep…
          </Button>
        </>
      )}
    </div>
  );
}

type Action = { mutate: (password: string) => void; isPending: boolean; error: Error | null };
type WithPasswordProps = { deed: string; kind?: "primary" | "danger"; action: Action; onCancel?: () => void; children: ReactNode };

function WithPassword({ deed, kind = "primary", action, onCancel, children }: WithPasswordProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    action.mutate(String(new FormData(event.currentTarget).get("password")));
  };
  return (
    <form onSubmit={submit} className="space-y-4">
      <p className="text-sm text-muted">{children}</p>
      <TextField label="Your password" name="password" type="password" autoComplete="current-password" required />
      <Problem error={action.error} />
      <div className="flex gap-2">
        <Button type="submit" kind={kind} busy={action.isPending}>
          {deed}
        </Button>
        {onCancel && (
          <Button kind="quiet" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}

function Confirm({ made, onDone, onCancel }: { made: Made; onDone: () => void; onCancel: () => void }) {
  const confirm = useMutation({
    mutationFn: (code: string) => api.post("/api/account/v1/second-factor/confirm", { body: { code } }),
    onSuccess: onDone,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    confirm.mutate(String(new FormData(event.currentTarget).get("code")));
  };
  const secret = new URL(made.uri).searchParams.get("secret") ?? "";
  return (
    <form onSubmit={submit} className="space-y-4">
      <p className="text-sm">1. Scan this with your authenticator app, or type the secret into it.</p>
      <div className="flex flex-wrap items-center gap-4">
        <img
          alt="QR code for the authenticator app"
          className="size-40 rounded-lg bg-white p-2"
          src={`data:image/svg+xml,${encodeURIComponent(renderSVG(made.uri))}`}
        />
        <div className="min-w-0 flex-1 basis-40">
          <code className="font-mono text-xs break-all">{secret}</code>
          <div className="mt-2">
            <CopyButton text={secret} label="Copy secret" />
          </div>
        </div>
      </div>
      <p className="text-sm">2. Keep these codes where you find them without the app. Each works once in its place.</p>
      <Codes codes={made.backup_codes} />
      <TextField
        label="3. The code that the app shows"
        name="code"
        autoComplete="one-time-code"
        inputMode="numeric"
        required
        error={errorOf(confirm.error, "code")}
      />
      <Problem error={restOf(confirm.error, ["code"])} />
      <div className="flex gap-2">
        <Button type="submit" busy={confirm.isPending}>
          Turn on
        </Button>
        <Button kind="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function Codes({ codes }: { codes: string[] }) {
  return (
    <div className="rounded-lg bg-sunken p-3">
      <ul aria-label="Codes to keep" className="grid grid-cols-2 gap-1 font-mono text-sm">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-2">
        <CopyButton text={codes.join("\n")} label="Copy codes" />
      </div>
    </div>
  );
}

/** One's own account: how it looks, the password; for the owner also who is invited. */
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { type FormEvent, useState } from "react";
import { activityQuery, api, invitesQuery, type Schemas, secondFactorQuery, setupQuery } from "#api.ts";
import { errorOf, restOf } from "#app/form-errors.ts";
import { useMay } from "#app/may.ts";
import { THEMES, useTheme } from "#app/theme.ts";
import { invalidate, ofCall } from "#query.ts";
import { Passkeys } from "#settings/passkeys.tsx";
import { SecondFactor } from "#settings/second-factor.tsx";
import { Button } from "#ui/button.tsx";
import { SelectField, TextField } from "#ui/field.tsx";
import { LinkShown } from "#ui/link-shown.tsx";
import { Card, Page } from "#ui/page.tsx";
import { ShowMore } from "#ui/show-more.tsx";
import { Badge, Problem, Waiting } from "#ui/state.tsx";
import { Time } from "#ui/time.tsx";

export function Settings() {
  const { data: setup } = useQuery(setupQuery);
  const session = setup?.session;
  const isAdmin = useMay("admin");
  return (
    <Page title="Settings" lead={session ? `${session.name}, ${session.email}` : undefined}>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Appearance />
        <OwnSignIn email={session?.email ?? ""} />
        {session?.role === "owner" && <Invitations />}
        {isAdmin && <Activity />}
      </div>
    </Page>
  );
}

/** Without a password the sign-in provider is asked, and what it asks for is set there. */
function OwnSignIn({ email }: { email: string }) {
  const { data, error, refetch } = useQuery(secondFactorQuery);
  if (error) return <Problem error={error} onRetry={refetch} />;
  if (data?.has_password === false)
    return (
      <Card title="Sign-in">
        <p className="text-sm text-muted">You sign in with the sign-in provider. Password and second factor are set there.</p>
      </Card>
    );
  return (
    <>
      <Password email={email} />
      {data && <SecondFactor isOn={data.on} />}
      <Passkeys />
    </>
  );
}

const NAMES = { system: "Same as device", light: "Light", dark: "Dark" };

function Appearance() {
  const [theme, choose] = useTheme();
  return (
    <Card title="Appearance">
      <fieldset className="flex flex-wrap gap-5 text-sm">
        <legend className="sr-only">Colours</legend>
        {THEMES.map((each) => (
          <label key={each} className="inline-flex items-center gap-2">
            <input type="radio" name="theme" checked={theme === each} onChange={() => choose(each)} className="size-4 accent-accent" />
            {NAMES[each]}
          </label>
        ))}
      </fieldset>
    </Card>
  );
}

function Password({ email }: { email: string }) {
  const change = useMutation({
    mutationFn: (body: { current_password: string; new_password: string }) => api.post("/api/account/v1/password", { body }),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const text = (name: string) => String(new FormData(form).get(name));
    change.mutate({ current_password: text("current"), new_password: text("new") }, { onSuccess: () => form.reset() });
  };
  return (
    <Card title="Password">
      <form onSubmit={submit} className="space-y-4">
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <TextField label="Current password" name="current" type="password" autoComplete="current-password" required />
        <TextField
          label="New password"
          name="new"
          type="password"
          autoComplete="new-password"
          required
          hint="At least 12 characters. You will be signed out on all other devices."
          error={errorOf(change.error, "new_password")}
        />
        <Problem error={restOf(change.error, ["new_password"])} />
        <div className="flex items-center gap-3">
          <Button type="submit" busy={change.isPending}>
            Change password
          </Button>
          <span role="status">{change.isSuccess && <Badge tone="good">Changed</Badge>}</span>
        </div>
      </form>
    </Card>
  );
}

function Invitations() {
  const { data, error, refetch } = useQuery(invitesQuery);
  const queries = useQueryClient();
  const [made, setMade] = useState<Schemas["NewInvite"] | null>(null);
  const remove = useMutation({
    mutationFn: (email: string) => api.delete("/api/account/v1/invites/{email}", { path: { email } }),
    onMutate: (email) =>
      queries.setQueryData(invitesQuery.queryKey, (list) => list && { invites: list.invites.filter((invite) => invite.email !== email) }),
    onSettled: () => invalidate(queries, ofCall("/api/account/v1/invites")),
  });
  return (
    <Card title="Invitations to this server" className="lg:col-span-2">
      <p className="mb-4 text-sm text-muted">
        Whom you invite here gets a workspace of their own, which nobody else sees. To work together, invite people to this workspace, under
        Members.
      </p>
      <InviteForm onMade={setMade} />
      <div className="mt-4">
        <Problem error={remove.error} />
        {error ? (
          <Problem error={error} onRetry={refetch} />
        ) : !data ? (
          <Waiting rows={1} />
        ) : (
          <ul className="divide-y text-sm">
            {data.invites.map((invite) => (
              <li key={invite.email} className="flex flex-wrap items-center gap-3 py-2">
                <span className="min-w-0 flex-1 basis-48 break-all">{invite.email}</span>
                <Badge>{invite.tier}</Badge>
                <span className="text-muted">
                  expires <Time at={invite.expires_at} />
                </span>
                <Button kind="quiet" onClick={() => remove.mutate(invite.email)}>
                  Withdraw<span className="sr-only"> the invitation of {invite.email}</span>
                </Button>
              </li>
            ))}
          </ul>
        )}
      </div>
      <LinkShown link={made} onClose={() => setMade(null)} />
    </Card>
  );
}

/** What the audit log calls things, as people would. */
const told = (action: string) => action.replace(/[._]/g, " ");

function Activity() {
  const query = useInfiniteQuery(activityQuery);
  const lines = query.data?.pages.flatMap((page) => page.lines) ?? [];
  return (
    <Card title="Activity" className="lg:col-span-2">
      {query.error ? (
        <Problem error={query.error} onRetry={query.refetch} />
      ) : !query.data ? (
        <Waiting />
      ) : (
        <ol className="divide-y text-sm">
          {lines.map((line) => (
            <li key={`${line.at} ${line.action} ${line.subject}`} className="grid gap-x-4 py-2 sm:grid-cols-[9rem_12rem_1fr]">
              <span className="text-muted">
                <Time at={line.at} />
              </span>
              <span className="font-medium">{told(line.action)}</span>
              <span className="break-all text-muted">
                {line.subject}
                {line.ip && ` from ${line.ip}`}
                {line.person && ` by ${line.person}`}
                {line.actor.startsWith("key:") && " with an API key"}
              </span>
            </li>
          ))}
        </ol>
      )}
      <ShowMore list={query}>Show older activity</ShowMore>
    </Card>
  );
}

function InviteForm({ onMade }: { onMade: (invite: Schemas["NewInvite"]) => void }) {
  const queries = useQueryClient();
  const invite = useMutation({
    mutationFn: (body: { email: string; tier: "free" | "pro" | "enterprise" }) => api.post("/api/account/v1/invites", { body }),
    gcTime: 0,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    invite.mutate(
      { email: String(data.get("email")), tier: String(data.get("tier")) as "free" },
      {
        onSuccess: (made) => {
          onMade(made);
          form.reset();
          invalidate(queries, ofCall("/api/account/v1/invites"));
        },
      },
    );
  };
  return (
    <form onSubmit={submit}>
      <div className="grid items-end gap-3 sm:grid-cols-[1fr_14rem_auto]">
        <TextField label="E-mail" name="email" type="email" required autoComplete="off" error={errorOf(invite.error, "email")} />
        <SelectField label="Plan" name="tier" defaultValue="free">
          <option value="free">Free: 100 requests/min</option>
          <option value="pro">Pro: 1,000 requests/min</option>
          <option value="enterprise">Enterprise: 10,000/min</option>
        </SelectField>
        <Button type="submit" icon={<UserPlus className="size-4" />} busy={invite.isPending}>
          Invite
        </Button>
      </div>
      <div className="mt-3">
        <Problem error={restOf(invite.error, ["email"])} />
      </div>
    </form>
  );
}

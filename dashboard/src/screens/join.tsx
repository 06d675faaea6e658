/** Becoming somebody here: the owner on the first visit, a person by invitation to the server or a workspace, or somebody with a link for a new password. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { api, type Schemas, setupQuery } from "#api.ts";
import { Door } from "#app/door.tsx";
import { errorOf, restOf } from "#app/form-errors.ts";
import { SecondStep } from "#app/second-step.tsx";
import { announceSession } from "#app/session.ts";
import { SignInWith } from "#app/sign-in-with.tsx";
import { keyOf } from "#query.ts";
import { keptSetup } from "#screens/sign-in.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { Problem, Waiting } from "#ui/state.tsx";

const FIELDS = ["name", "email", "password", "new_password"];
const PASSWORD_HINT = "At least 12 characters. A short sentence is easy to remember.";

/** The token stands behind the #, which is never sent to a server by itself. */
const token = location.hash.slice(1) || null;

export function Join() {
  const setup = useQuery(setupQuery);
  const link = useQuery({
    queryKey: keyOf("/api/account/v1/links/inspect"),
    queryFn: () => api.post("/api/account/v1/links/inspect", { body: { token: token ?? "" } }),
    enabled: token !== null,
    retry: false,
  });
  if (setup.error || link.error)
    return (
      <Door title="This link does not work">
        <Problem error={setup.error ?? link.error} />
        <ButtonLink to="/sign-in" kind="secondary" className="mt-4 w-full">
          Go to sign-in
        </ButtonLink>
      </Door>
    );
  if (!setup.data || (token !== null && !link.data))
    return (
      <Door title="Welcome">
        <Waiting rows={3} />
      </Door>
    );
  if (link.data?.kind === "password") return <NewPassword email={link.data.email ?? ""} />;
  if (link.data?.kind === "member" && link.data.has_account)
    return (
      <Accept
        email={link.data.email ?? ""}
        workspace={link.data.workspace ?? ""}
        signedIn={setup.data.session?.email ?? null}
        sso={setup.data.sso}
      />
    );
  if (setup.data.owner && !link.data && setup.data.sign_up === "invite")
    return (
      <Door title="By invitation only">
        <p className="text-sm text-muted">Accounts on this server are created by invitation. Ask the owner of this server for a link.</p>
        <ButtonLink to="/sign-in" kind="secondary" className="mt-4 w-full">
          Go to sign-in
        </ButtonLink>
      </Door>
    );
  if (setup.data.owner_by_link && !link.data)
    return (
      <Door title="Welcome to Winnow">
        <p className="text-sm text-muted">
          This server has no owner yet. To become its owner, open the link that it printed when it started. To get a new link, run{" "}
          <code className="font-mono">winnow accounts link</code> on the server.
        </p>
      </Door>
    );
  return (
    <NewAccount
      isOwner={!setup.data.owner}
      email={link.data?.email ?? null}
      workspace={link.data?.workspace ?? null}
      sso={setup.data.owner ? setup.data.sso : null}
    />
  );
}

type Sso = Schemas["Setup"]["sso"];

/** For somebody who can sign in already. */
function Accept({ email, workspace, signedIn, sso }: { email: string; workspace: string; signedIn: string | null; sso: Sso }) {
  const enter = useEntering();
  const accept = useMutation({
    mutationFn: () => api.post("/api/account/v1/links/accept", { body: { token: token ?? "" } }),
    onSuccess: enter,
  });
  if (signedIn !== email)
    return (
      <Door title={`Join ${workspace}`} lead={`This invitation is for ${email}, who has an account here.`}>
        {sso && (
          <div className="mb-4">
            <SignInWith name={sso.name} token={token} isMain />
          </div>
        )}
        <p className="mb-4 text-sm text-muted">Sign in as {email}, then open the link again.</p>
        {signedIn === null && (
          <ButtonLink to="/sign-in" kind="secondary" className="w-full">
            Go to sign-in
          </ButtonLink>
        )}
      </Door>
    );
  return (
    <Door title={`Join ${workspace}`} lead={`You are signed in as ${email}. What you have in other workspaces stays there.`}>
      <Problem error={accept.error} />
      <Button className="w-full" busy={accept.isPending} onClick={() => accept.mutate()}>
        Join
      </Button>
    </Door>
  );
}

function NewAccount({ isOwner, email, workspace, sso }: { isOwner: boolean; email: string | null; workspace: string | null; sso: Sso }) {
  const enter = useEntering();
  const signUp = useMutation({
    mutationFn: (body: { name: string; email: string; password: string }) =>
      api.post("/api/account/v1/sign-up", { body: { ...body, token } }),
    onSuccess: enter,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name));
    signUp.mutate({ name: text("name"), email: email ?? text("email"), password: text("password") });
  };
  return (
    <Door
      title={isOwner ? "Welcome to Winnow" : `Join ${workspace ?? "Winnow"}`}
      lead={isOwner ? "This server has no owner yet. Create the first account to become its owner." : undefined}
    >
      {sso && <SignInWith name={sso.name} token={token} isMain={sso.only} />}
      {sso && !sso.only && <hr className="my-5" />}
      {!sso?.only && (
        <form onSubmit={submit} className="space-y-4">
          <TextField label="Your name" name="name" autoComplete="name" required autoFocus error={errorOf(signUp.error, "name")} />
          <TextField
            label="E-mail"
            name="email"
            type="email"
            autoComplete="username"
            required
            {...(email === null ? {} : { value: email, readOnly: true })}
            error={errorOf(signUp.error, "email")}
          />
          <TextField
            label="Password"
            name="password"
            type="password"
            autoComplete="new-password"
            required
            hint={PASSWORD_HINT}
            error={errorOf(signUp.error, "password")}
          />
          <Problem error={restOf(signUp.error, FIELDS)} />
          <Button type="submit" className="w-full" busy={signUp.isPending}>
            {isOwner ? "Become the owner" : "Create my account"}
          </Button>
        </form>
      )}
    </Door>
  );
}

function NewPassword({ email }: { email: string }) {
  const enter = useEntering();
  const [needsCode, setNeedsCode] = useState(false);
  const set = useMutation({
    mutationFn: async (new_password: string) => {
      const answer = await api.post("/api/account/v1/password/by-link", { body: { token: token ?? "", new_password } });
      if ("needs_code" in answer) setNeedsCode(true);
      else await enter();
    },
  });
  if (needsCode)
    return (
      <Door title="The new password is set" lead={`For ${email}.`}>
        <SecondStep onDone={enter} onBack={() => location.assign("/sign-in")} />
      </Door>
    );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    set.mutate(String(new FormData(event.currentTarget).get("password")));
  };
  return (
    <Door title="Set a new password" lead={`For ${email}. You will be signed out on all other devices.`}>
      <form onSubmit={submit} className="space-y-4">
        <input type="hidden" name="email" autoComplete="username" value={email} />
        <TextField
          label="New password"
          name="password"
          type="password"
          autoComplete="new-password"
          required
          autoFocus
          hint={PASSWORD_HINT}
          error={errorOf(set.error, "new_password")}
        />
        <Problem error={restOf(set.error, FIELDS)} />
        <Button type="submit" className="w-full" busy={set.isPending}>
          Set password and sign in
        </Button>
      </form>
    </Door>
  );
}

function useEntering() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    const setup = await keptSetup();
    queries.clear();
    queries.setQueryData(setupQuery.queryKey, setup);
    announceSession();
    await navigate({ to: "/", hash: "", replace: true });
  };
}

/** Signing in: with the provider that the server has, or with a password. A delay after wrong passwords is counted down. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { type FormEvent, useEffect, useState } from "react";
import { api, messageOf, setupQuery, WinnowError } from "#api.ts";
import { Door } from "#app/door.tsx";
import { SecondStep } from "#app/second-step.tsx";
import { announceSession } from "#app/session.ts";
import { SignInWith } from "#app/sign-in-with.tsx";
import { SignInWithPasskey } from "#app/sign-in-with-passkey.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { Problem } from "#ui/state.tsx";
import { SSO_REFUSALS } from "../../../src/contract/sso-refusals.ts";

export function SignIn() {
  const { data: setup } = useQuery(setupQuery);
  const { next, refused } = useSearch({ from: "/sign-in" });
  const sso = setup?.sso ?? null;
  const [wantsPassword, setWantsPassword] = useState(false);
  return (
    <Door title="Sign in to Winnow">
      {refused !== undefined && (
        <div className="mb-4">
          <Problem error={new Error(refusalOf(refused))} />
        </div>
      )}
      {sso && (
        <>
          <SignInWith name={sso.name} token={null} next={next} isMain />
          {!wantsPassword && (
            <Button kind="quiet" className="mt-2 w-full" onClick={() => setWantsPassword(true)}>
              {sso.only ? "I run this server" : "Use a password"}
            </Button>
          )}
        </>
      )}
      {sso && wantsPassword && <hr className="my-5" />}
      {(!sso || wantsPassword) && <WithPassword />}
      {setup?.sign_up === "open" && !sso?.only && (
        <ButtonLink to="/join" kind="quiet" className="mt-2 w-full">
          Create an account
        </ButtonLink>
      )}
    </Door>
  );
}

const refusalOf = (code: string): string => Object.entries(SSO_REFUSALS).find(([each]) => each === code)?.[1] ?? SSO_REFUSALS.sso_failed;

function WithPassword() {
  const queries = useQueryClient();
  const [needsCode, setNeedsCode] = useState(false);
  const goOn = async () => {
    // What watches the session goes on from here, in this tab and in others.
    queries.setQueryData(setupQuery.queryKey, await keptSetup());
    announceSession();
  };
  const signIn = useMutation({
    mutationFn: async (body: { email: string; password: string }) => {
      const answer = await api.post("/api/account/v1/sign-in", { body });
      if ("needs_code" in answer) setNeedsCode(true);
      else await goOn();
    },
  });
  const seconds = useCountdown(signIn.error);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    signIn.mutate({ email: String(form.get("email")), password: String(form.get("password")) });
  };
  if (needsCode) return <SecondStep onDone={goOn} onBack={() => setNeedsCode(false)} />;
  return (
    <>
      <form onSubmit={submit} className="space-y-4">
        <TextField label="E-mail" name="email" type="email" autoComplete="username" required autoFocus />
        <TextField label="Password" name="password" type="password" autoComplete="current-password" required />
        {seconds > 0 ? (
          <p role="alert" className="text-sm text-bad">
            Too many wrong passwords for this address. Try again in {seconds} s.
          </p>
        ) : (
          signIn.error && <Problem error={new Error(messageOf(signIn.error))} />
        )}
        <Button type="submit" className="w-full" busy={signIn.isPending} disabled={seconds > 0}>
          Sign in
        </Button>
      </form>
      <SignInWithPasskey onDone={goOn} />
      <p className="mt-4 text-xs text-muted">
        Forgot your password? The person who runs this server can create a link for you with{" "}
        <code className="font-mono">npm run winnow -- accounts link --account YOUR@E-MAIL</code>.
      </p>
    </>
  );
}

/** A browser drops the cookie of a page that came over plain http from another machine; without a word nobody would know why. */
export async function keptSetup() {
  const setup = await api.get("/api/account/v1/setup");
  if (setup.session) return setup;
  throw new Error(
    `Your browser did not keep the session, because this page uses http. Use https, or start the server with WINNOW_PUBLIC_URL=${location.origin}.`,
  );
}

/** Each refusal starts it anew, also one with the same wait as the one before. */
function useCountdown(error: unknown): number {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (!(error instanceof WinnowError) || error.retryAfter === null) return;
    const end = Date.now() + error.retryAfter * 1000;
    const tick = () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000)));
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [error]);
  return left;
}

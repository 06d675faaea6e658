/** The second step of signing in: a code of the app, or one that was kept. */
import { useMutation } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { api } from "#api.ts";
import { errorOf, restOf } from "#app/form-errors.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { Problem } from "#ui/state.tsx";

export function SecondStep({ onDone, onBack }: { onDone: () => Promise<void>; onBack: () => void }) {
  const take = useMutation({
    mutationFn: async (body: { code: string; trust_device: boolean }) => {
      await api.post("/api/account/v1/sign-in/code", { body });
      await onDone();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    take.mutate({ code: String(form.get("code")), trust_device: form.has("trust") });
  };
  return (
    <form onSubmit={submit} className="space-y-4">
      <TextField
        label="Code"
        name="code"
        autoComplete="one-time-code"
        required
        autoFocus
        hint="Of your authenticator app, or one of the codes that you kept."
        error={errorOf(take.error, "code")}
      />
      <label className="flex items-center gap-2 text-sm">
        <input type="checkbox" name="trust" className="size-4 accent-accent" />
        Do not ask again on this browser for 30 days
      </label>
      <Problem error={restOf(take.error, ["code"])} />
      <Button type="submit" className="w-full" busy={take.isPending}>
        Go on
      </Button>
      <Button kind="quiet" className="w-full" onClick={onBack}>
        Begin again
      </Button>
    </form>
  );
}

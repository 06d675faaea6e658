/** One's own passkeys: added with the lock of a device or a security key, and removed. */
import { startRegistration } from "@simplewebauthn/browser";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { api } from "#api.ts";
import { passkeyOptions, WEBAUTHN_REFUSED } from "#app/passkey.ts";
import { invalidate, keyOf, ofCall } from "#query.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { Card } from "#ui/page.tsx";
import { Problem, Waiting } from "#ui/state.tsx";
import { Time } from "#ui/time.tsx";

const LIST = "/api/account/v1/passkeys";

export function Passkeys() {
  const { data, error, refetch } = useQuery({ queryKey: keyOf(LIST), queryFn: () => api.get(LIST) });
  const queries = useQueryClient();
  const refresh = () => invalidate(queries, ofCall(LIST));
  const add = useMutation({
    mutationFn: async (name: string) => {
      const { options } = await api.post("/api/account/v1/passkeys/options");
      const response = await startRegistration({ optionsJSON: passkeyOptions(options) }).catch((cause: unknown) => {
        throw new Error(WEBAUTHN_REFUSED, { cause });
      });
      return api.post(LIST, { body: { name, response: { ...response, type: "public-key", clientExtensionResults: {} } } });
    },
    onSuccess: refresh,
  });
  const remove = useMutation({
    mutationFn: (passkey_id: string) => api.delete("/api/account/v1/passkeys/{passkey_id}", { path: { passkey_id } }),
    onSettled: refresh,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    add.mutate(String(new FormData(form).get("name")), { onSuccess: () => form.reset() });
  };
  return (
    <Card title="Passkeys">
      <p className="mb-4 text-sm text-muted">Sign in with the lock of this device, or with a security key, instead of a password.</p>
      {error ? (
        <Problem error={error} onRetry={refetch} />
      ) : !data ? (
        <Waiting rows={1} />
      ) : (
        data.passkeys.length > 0 && (
          <ul aria-label="Passkeys" className="mb-4 divide-y text-sm">
            {data.passkeys.map(({ passkey_id, name, created_at, last_used_at }) => (
              <li key={passkey_id} className="flex flex-wrap items-center gap-x-3 py-2">
                <span className="min-w-0 flex-1 basis-40 break-words">
                  {name}{" "}
                  <span className="text-xs text-muted">
                    added <Time at={created_at} />
                    {last_used_at && (
                      <>
                        , used <Time at={last_used_at} />
                      </>
                    )}
                  </span>
                </span>
                <Button kind="quiet" onClick={() => remove.mutate(passkey_id)}>
                  Remove<span className="sr-only"> the passkey {name}</span>
                </Button>
              </li>
            ))}
          </ul>
        )
      )}
      <Problem error={remove.error} />
      <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-48">
          <TextField label="Name of the device" name="name" required maxLength={100} autoComplete="off" />
        </div>
        <Button type="submit" busy={add.isPending}>
          Add a passkey
        </Button>
      </form>
      <div className="mt-3">
        <Problem error={add.error} />
      </div>
    </Card>
  );
}

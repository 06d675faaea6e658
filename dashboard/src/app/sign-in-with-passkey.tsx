/** The button that signs in with a passkey. */
import { startAuthentication } from "@simplewebauthn/browser";
import { useMutation } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { api } from "#api.ts";
import { passkeyOptions, WEBAUTHN_REFUSED } from "#app/passkey.ts";
import { Button } from "#ui/button.tsx";
import { Problem } from "#ui/state.tsx";

export function SignInWithPasskey({ onDone }: { onDone: () => Promise<void> }) {
  const signIn = useMutation({
    mutationFn: async () => {
      const { options } = await api.post("/api/account/v1/sign-in/passkey/options");
      const response = await startAuthentication({ optionsJSON: passkeyOptions(options) }).catch((cause: unknown) => {
        throw new Error(WEBAUTHN_REFUSED, { cause });
      });
      await api.post("/api/account/v1/sign-in/passkey", {
        body: { response: { ...response, type: "public-key", clientExtensionResults: {} } },
      });
      await onDone();
    },
  });
  return (
    <div className="mt-2 space-y-3">
      <Button
        kind="secondary"
        className="w-full"
        icon={<KeyRound className="size-4" />}
        busy={signIn.isPending}
        onClick={() => signIn.mutate()}
      >
        Use a passkey
      </Button>
      <Problem error={signIn.error} />
    </div>
  );
}

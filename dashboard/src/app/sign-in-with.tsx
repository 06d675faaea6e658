/** The button that goes to the sign-in provider. */
import { useMutation } from "@tanstack/react-query";
import { api } from "#api.ts";
import { Button } from "#ui/button.tsx";
import { Problem } from "#ui/state.tsx";

/** `token`: of the invitation that the sign-in accepts. `next`: where the person wanted to go. */
export function SignInWith({
  name,
  token,
  next,
  isMain,
}: {
  name: string;
  token: string | null;
  next?: string | undefined;
  isMain: boolean;
}) {
  const start = useMutation({
    mutationFn: () => api.post("/api/account/v1/sso/start", { body: { token, next: next ?? null } }),
    onSuccess: ({ url }) => location.assign(url),
  });
  return (
    <div className="space-y-3">
      <Problem error={start.error} />
      <Button
        kind={isMain ? "primary" : "secondary"}
        className="w-full"
        busy={start.isPending || start.isSuccess}
        onClick={() => start.mutate()}
      >
        Sign in with {name}
      </Button>
    </div>
  );
}

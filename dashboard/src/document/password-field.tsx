/** Asks for the password of a PDF that is locked. */
import { LockKeyhole } from "lucide-react";
import type { FormEvent } from "react";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";

/** `tried`: a password was given, and did not open the file. */
export function PasswordField({ tried, busy, onPassword }: { tried: boolean; busy: boolean; onPassword: (password: string) => void }) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onPassword(String(new FormData(event.currentTarget).get("pdf-password")));
  };
  return (
    <form onSubmit={submit} className="mt-3 space-y-2 rounded-lg bg-warn-soft p-3">
      <p className="flex items-center gap-2 text-sm font-medium">
        <LockKeyhole className="size-4" aria-hidden="true" /> This PDF is locked
      </p>
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <TextField
            label="Password of the PDF"
            hideLabel
            name="pdf-password"
            type="password"
            autoComplete="off"
            required
            autoFocus
            placeholder="Password of the PDF"
            hint="It is used for this document only and not kept."
            error={tried && !busy ? "This password does not open the PDF. Check it and try again." : null}
          />
        </div>
        <Button type="submit" kind="secondary" busy={busy}>
          Open
        </Button>
      </div>
    </form>
  );
}

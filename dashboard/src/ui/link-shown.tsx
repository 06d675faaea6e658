/** A one-time link, shown once, to be sent to whom it is for. */
import { Button } from "#ui/button.tsx";
import { CopyButton } from "#ui/copy.tsx";
import { Dialog, DialogButtons } from "#ui/dialog.tsx";

export function LinkShown({ link, onClose }: { link: { email: string; url: string } | null; onClose: () => void }) {
  return (
    <Dialog open={link !== null} onClose={onClose} title="Send this link" closesOnBackdrop={false} wide>
      <p className="mb-3 text-sm">
        Send it to {link?.email}. It works once, is valid for a week, and <strong>will not be shown again</strong>.
      </p>
      <output aria-label="Invitation link" className="block rounded-lg border bg-sunken px-3 py-2 font-mono text-xs break-all">
        {link?.url}
      </output>
      <DialogButtons>
        <CopyButton text={link?.url ?? ""} label="Copy link" />
        <Button onClick={onClose}>Done</Button>
      </DialogButtons>
    </Dialog>
  );
}

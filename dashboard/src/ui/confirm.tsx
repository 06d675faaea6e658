/** Asks before something is gone for good. */
import type { ReactNode } from "react";
import { Button } from "#ui/button.tsx";
import { Dialog, DialogButtons } from "#ui/dialog.tsx";
import { Problem } from "#ui/state.tsx";

type ConfirmProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** What the button says: the deed itself. */
  deed: string;
  onConfirm: () => void;
  busy: boolean;
  error: unknown;
};

export function Confirm({ open, onClose, title, children, deed, onConfirm, busy, error }: ConfirmProps) {
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      <div className="text-sm">{children}</div>
      <div className="mt-4">
        <Problem error={error} />
      </div>
      <DialogButtons>
        <Button kind="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button kind="danger" busy={busy} onClick={onConfirm}>
          {deed}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

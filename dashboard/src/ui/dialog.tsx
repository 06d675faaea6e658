/** A dialog of the platform: it keeps the focus, closes on Escape and gives the focus back by itself. */
import { X } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { IconButton } from "#ui/button.tsx";

type DialogProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** False while something is shown that would be lost by a click beside it. */
  closesOnBackdrop?: boolean;
  wide?: boolean;
};

export function Dialog({ open, onClose, title, children, closesOnBackdrop = true, wide = false }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = ref.current;
    if (open && dialog && !dialog.open) dialog.showModal();
    if (!open) dialog?.close();
  }, [open]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it as well
    <dialog
      ref={ref}
      aria-labelledby={id}
      onClose={onClose}
      onCancel={(event) => {
        if (!closesOnBackdrop) event.preventDefault();
      }}
      onClick={(event) => {
        if (closesOnBackdrop && event.target === ref.current) onClose();
      }}
      className={`m-auto w-[calc(100%-2rem)] rounded-xl border bg-surface p-0 text-ink shadow-2xl ${wide ? "max-w-3xl" : "max-w-lg"}`}
    >
      {open && (
        <div className="p-5">
          <header className="mb-4 flex items-start justify-between gap-4">
            <h2 id={id} className="text-lg font-semibold">
              {title}
            </h2>
            <IconButton label="Close" onClick={onClose} className="-mt-1 -mr-1.5">
              <X className="size-4" />
            </IconButton>
          </header>
          {children}
        </div>
      )}
    </dialog>
  );
}

/** A dialog's last row: what goes on is on the right. */
export function DialogButtons({ children }: { children: ReactNode }) {
  return <div className="mt-6 flex flex-wrap justify-end gap-2">{children}</div>;
}

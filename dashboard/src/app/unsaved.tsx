/** Asks before edits are lost: by a link, the back button, another page, or signing out. */
import { type ShouldBlockFn, useBlocker } from "@tanstack/react-router";
import { useEffect } from "react";
import { Confirm } from "#ui/confirm.tsx";

let unsaved = 0;

/** Whether a screen that is open now has edits that are not saved. */
export const hasUnsaved = () => unsaved > 0;

const isElsewhere: ShouldBlockFn = ({ current, next }) => current.pathname !== next.pathname;

/** `what` is not saved, as a sentence's beginning: "The changed fields". */
export function Unsaved({ when, what }: { when: boolean; what: string }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: isElsewhere,
    enableBeforeUnload: when,
    disabled: !when,
    withResolver: true,
  });
  useEffect(() => {
    if (!when) return;
    unsaved++;
    return () => void unsaved--;
  }, [when]);
  return (
    <Confirm
      open={status === "blocked"}
      onClose={() => reset?.()}
      title="Leave without saving?"
      deed="Leave without saving"
      onConfirm={() => proceed?.()}
      busy={false}
      error={null}
    >
      {what} are not saved and will be lost.
    </Confirm>
  );
}

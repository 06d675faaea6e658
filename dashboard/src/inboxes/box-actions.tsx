/** Pausing and deleting an inbox or outbox. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { below, invalidate, type Path } from "#query.ts";
import { Button } from "#ui/button.tsx";
import { Confirm } from "#ui/confirm.tsx";
import { Problem } from "#ui/state.tsx";

type BoxActionsProps = {
  name: string;
  paused: boolean;
  /** `inbox` or `outbox`. */
  called: string;
  /** Of the list that it is in. */
  list: Path;
  pause: (paused: boolean) => Promise<unknown>;
  remove: () => Promise<unknown>;
  /** What deleting means. */
  children: ReactNode;
};

export function BoxActions({ name, paused, called, list, pause, remove, children }: BoxActionsProps) {
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const refresh = () => invalidate(queries, below(list));
  const change = useMutation({ mutationFn: () => pause(!paused), onSettled: refresh });
  const removal = useMutation({
    mutationFn: remove,
    onSuccess: async () => {
      setAsking(false);
      await refresh();
    },
  });
  return (
    <div className="flex flex-wrap gap-2">
      <Button kind="secondary" busy={change.isPending} onClick={() => change.mutate()}>
        {paused ? "Go on" : "Pause"}
        <span className="sr-only"> {name}</span>
      </Button>
      <Button kind="danger" onClick={() => setAsking(true)}>
        Delete<span className="sr-only"> {name}</span>
      </Button>
      <Problem error={change.error} />
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={`Delete “${name}”?`}
        deed={`Delete ${called}`}
        onConfirm={() => removal.mutate()}
        busy={removal.isPending}
        error={removal.error}
      >
        {children}
      </Confirm>
    </div>
  );
}

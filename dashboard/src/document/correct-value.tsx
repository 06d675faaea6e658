/** A value corrected by a person. What was read stays beside it. */
import { SquareDashedMousePointer } from "lucide-react";
import type { FormEvent } from "react";
import { messageOf } from "#api.ts";
import { Unsaved } from "#app/unsaved.tsx";
import type { Reviewing } from "#document/reviewing.ts";
import type { Shown } from "#document/values.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { Problem } from "#ui/state.tsx";

export function CorrectValue({ shown, reviewing }: { shown: Shown; reviewing: Reviewing }) {
  const { typed, isDrawing, busy, error } = reviewing;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    reviewing.save();
  };
  const draw = (
    <Button
      kind="secondary"
      aria-pressed={isDrawing}
      icon={<SquareDashedMousePointer className="size-4" />}
      onClick={() => reviewing.draw(!isDrawing)}
    >
      {isDrawing ? "Draw a box on the page…" : "Take from the page"}
    </Button>
  );
  if (typed === null)
    return (
      <div className="space-y-2">
        <Problem error={error} />
        <div className="flex flex-wrap gap-2">
          <Button kind="secondary" onClick={reviewing.edit}>
            Correct
          </Button>
          {draw}
          {shown.corrected !== undefined && !shown.added && (
            <Button kind="quiet" busy={busy} onClick={reviewing.undo}>
              Undo correction
            </Button>
          )}
        </div>
      </div>
    );
  return (
    <form onSubmit={submit} className="space-y-2">
      <Unsaved when={reviewing.isChanged} what="Your changes to this value" />
      <TextField
        label="Correct value"
        autoFocus
        value={typed}
        onChange={(event) => reviewing.type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") reviewing.type(null);
        }}
        error={error ? messageOf(error) : null}
        hint="As it is printed on the page. Leave it empty if the page does not have it."
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={busy}>
          Save correction
        </Button>
        {draw}
        <Button kind="quiet" onClick={() => reviewing.type(null)}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

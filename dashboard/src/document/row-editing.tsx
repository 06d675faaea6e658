/** Rows of tables and lists, taken out and added by whoever may correct. */
import { ArrowUp, Plus, Trash2, Undo2 } from "lucide-react";
import { createContext, type FormEvent, type ReactNode, useContext, useState } from "react";
import type { Task } from "#api.ts";
import { type Reviewing, withPart } from "#document/reviewing.ts";
import type { Column, TableRow } from "#document/values.ts";
import { Button, IconButton } from "#ui/button.tsx";
import { Dialog, DialogButtons } from "#ui/dialog.tsx";
import { TextField } from "#ui/field.tsx";
import { Problem } from "#ui/state.tsx";

type Editing = { reviewing: Reviewing; data: Task["data"] };
const Context = createContext<Editing | null>(null);

/** `reviewing` null: nothing can be changed here. */
export function RowEditing({ reviewing, data, children }: { reviewing: Reviewing | null; data: Task["data"]; children: ReactNode }) {
  return <Context value={reviewing && { reviewing, data }}>{children}</Context>;
}

export const useCanEditRows = () => useContext(Context) !== null;

/** Takes a row out, or back. */
export function RowButton({ row, number }: { row: TableRow; number: number }) {
  const editing = useContext(Context);
  if (!editing) return null;
  const { reviewing, data } = editing;
  const isRemoved = row.state === "removed";
  const change = () => reviewing.correct({ [row.pointer]: isRemoved ? valueAt(data, row.pointer) : null }).catch(() => undefined);
  return (
    <IconButton label={`${isRemoved ? "Restore" : "Remove"} row ${number}`} onClick={change} disabled={reviewing.busy} className="size-7">
      {isRemoved ? <Undo2 className="size-3.5" /> : <Trash2 className="size-3.5" />}
    </IconButton>
  );
}

/** Puts a row in the place of the one above it, and that one in its own. `above`: null for the first row. */
export function MoveUpButton({
  row,
  above,
  columns,
  number,
}: {
  row: TableRow;
  above: TableRow | null;
  columns: readonly Column[];
  number: number;
}) {
  const editing = useContext(Context);
  if (!editing) return null;
  const { reviewing } = editing;
  const canMove = above !== null && row.state !== "removed" && above.state !== "removed";
  const change = () => {
    if (above === null) return;
    reviewing.correct({ ...valuesInto(row, above, columns), ...valuesInto(above, row, columns) }).catch(() => undefined);
  };
  return (
    <IconButton
      label={`Move row ${number} up`}
      data-moves-up={row.pointer}
      onClick={change}
      disabled={!canMove || reviewing.busy}
      className="size-7"
    >
      <ArrowUp className="size-3.5" />
    </IconButton>
  );
}

/** Corrections that give a row the values of another. */
function valuesInto(row: TableRow, other: TableRow, columns: readonly Column[]): Record<string, Json> {
  const cellAt = (i: number): Json => {
    const shown = other.cells[i];
    return ((shown?.corrected === undefined ? shown?.result.value : shown.corrected) ?? null) as Json;
  };
  if (row.state === "added")
    return { [row.pointer]: columns.reduce<Record<string, unknown>>((made, { keys }, i) => withPart(made, keys, cellAt(i)), {}) as Json };
  return Object.fromEntries(row.cells.flatMap((shown, i) => (shown ? [[shown.pointer, cellAt(i)] as const] : [])));
}

type Json = NonNullable<Parameters<Reviewing["correct"]>[0]>[string];

function valueAt(data: unknown, pointer: string): Json {
  const keys = pointer.split("/").slice(1);
  const value = keys.reduce<unknown>(
    (inside, key) => (inside as Record<string, unknown> | null)?.[key.replaceAll("~1", "/").replaceAll("~0", "~")],
    data,
  );
  return (value ?? null) as Json;
}

/** `columns` empty: the list has single values. */
export function AddRow({ pointer, name, columns }: { pointer: string; name: string; columns: readonly Column[] }) {
  const editing = useContext(Context);
  const [open, setOpen] = useState(false);
  const [error, setError] = useState<unknown>(null);
  if (!editing) return null;
  const close = () => {
    setOpen(false);
    setError(null);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).getAll("value").map((value) => String(value).trim() || null);
    const row =
      columns.length === 0
        ? (typed[0] ?? null)
        : columns.reduce<Record<string, unknown>>((made, { keys }, i) => withPart(made, keys, typed[i]), {});
    editing.reviewing.correct({ [`${pointer}/-`]: row as Json }).then(close, setError);
  };
  return (
    <>
      <Button
        kind="quiet"
        data-adds-to={pointer}
        className="mx-2 my-1 px-2 py-1"
        icon={<Plus className="size-4" />}
        onClick={() => setOpen(true)}
      >
        {columns.length === 0 ? "Add value" : "Add row"}
        <span className="sr-only"> to {name}</span>
      </Button>
      <Dialog open={open} onClose={close} title={`Add to ${name}`}>
        <form onSubmit={submit}>
          <div className="space-y-3">
            {(columns.length === 0 ? [{ name: "Value" }] : columns).map((column, i) => (
              <TextField key={column.name} label={column.name} name="value" autoFocus={i === 0} />
            ))}
          </div>
          <div className="mt-4">
            <Problem error={error} />
          </div>
          <DialogButtons>
            <Button kind="secondary" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" busy={editing.reviewing.busy}>
              {columns.length === 0 ? "Add value" : "Add row"}
            </Button>
          </DialogButtons>
        </form>
      </Dialog>
    </>
  );
}

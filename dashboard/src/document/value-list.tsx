/** The values of a task, each a button that shows where it is on the page. */
import { TriangleAlert } from "lucide-react";
import { memo, type ReactNode } from "react";
import { type Pointing, usePointState } from "#document/pointing.ts";
import { AddRow, MoveUpButton, RowButton, useCanEditRows } from "#document/row-editing.tsx";
import { type Column, hasValue, type Node, type Shown, type TableRow, textOf, toneOf } from "#document/values.ts";

export const ValueList = memo(function ValueList({ nodes, pointing }: { nodes: readonly Node[]; pointing: Pointing }) {
  return (
    <div className="divide-y">
      {nodes.map((node) => (
        <NodeView key={node.name} node={node} pointing={pointing} />
      ))}
    </div>
  );
});

function NodeView({ node, pointing }: { node: Node; pointing: Pointing }) {
  if (node.kind === "value") return <ValueRow name={node.name} shown={node.shown} pointing={pointing} />;
  if (node.kind === "group")
    return (
      <Part name={node.name}>
        <div className="ml-4 border-l">
          <ValueList nodes={node.nodes} pointing={pointing} />
        </div>
      </Part>
    );
  if (node.kind === "list")
    return (
      <Part name={node.name}>
        {node.items.length === 0 && <p className="px-4 text-sm text-muted italic">None found</p>}
        {node.items.map((shown, i) => (
          <ValueRow key={shown.pointer} name={`${i + 1}`} shown={shown} pointing={pointing} />
        ))}
        <AddRow pointer={node.pointer} name={node.name} columns={NO_COLUMNS} />
      </Part>
    );
  return (
    <Part name={node.name}>
      <TableView node={node} pointing={pointing} />
      <AddRow pointer={node.pointer} name={node.name} columns={node.columns} />
    </Part>
  );
}

const NO_COLUMNS: readonly Column[] = [];

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section aria-label={name} className="py-2">
      <h3 className="px-4 pb-1 text-xs font-medium text-muted">{name}</h3>
      {children}
    </section>
  );
}

/** What a value's button does, wherever it stands. */
function usePointingAt({ pointer }: Shown, pointing: Pointing) {
  const state = usePointState(pointing, pointer);
  return {
    "data-value": pointer,
    "aria-pressed": state === "selected",
    "data-active": state !== "" || undefined,
    onPointerEnter: () => pointing.point(pointer),
    onPointerLeave: () => pointing.point(null),
    onFocus: () => pointing.point(pointer),
    onBlur: () => pointing.point(null),
    onClick: () => pointing.select(pointer),
  };
}

const LOOK = "-outline-offset-2 hover:bg-accent-soft/60 data-active:bg-accent-soft/60 aria-pressed:bg-accent-soft";

function ValueRow({ name, shown, pointing }: { name: string; shown: Shown; pointing: Pointing }) {
  const { result } = shown;
  return (
    <button
      type="button"
      {...usePointingAt(shown, pointing)}
      className={`grid w-full grid-cols-[minmax(6rem,2fr)_3fr_auto] items-baseline gap-3 px-4 py-2 text-left text-sm ${LOOK}`}
    >
      <span className="text-muted break-words">{name}</span>
      <span className="min-w-0 font-medium break-words">
        <Value shown={shown} />
      </span>
      <Sureness shown={shown} />
      {result.warnings.length > 0 && <span className="sr-only">, with warnings</span>}
    </button>
  );
}

export function Value({ shown: { result, corrected }, decimals = 0 }: { shown: Shown; decimals?: number }) {
  if (corrected !== undefined)
    return (
      <span className="text-accent">
        {corrected === null ? <em className="font-normal">None</em> : textOf(corrected, decimals)}
        <span className="sr-only"> (corrected)</span>
      </span>
    );
  if (hasValue(result)) return textOf(result.value, decimals);
  const told = { unreadable: "Unreadable", invalid: `Not valid: ${result.raw ?? ""}` }[result.status as string] ?? "Not found";
  return <span className="font-normal text-muted italic">{told}</span>;
}

const TONES = { good: "bg-good", warn: "bg-warn", bad: "bg-bad" };

function Sureness({ shown: { result } }: { shown: Shown }) {
  if (result.confidence === null) return <span className="w-20" />;
  const percent = Math.round(result.confidence * 100);
  return (
    <span className="flex w-20 items-center justify-end gap-1.5 text-xs text-muted tabular-nums">
      {result.warnings.length > 0 && <TriangleAlert className="size-3.5 text-warn" aria-hidden="true" />}
      <span className="h-1.5 w-8 overflow-hidden rounded-full bg-line" aria-hidden="true">
        <span className={`block h-full ${TONES[toneOf(result)]}`} style={{ width: `${percent}%` }} />
      </span>
      <span>
        {percent}
        <span className="sr-only"> percent sure</span>
        <span aria-hidden="true"> %</span>
      </span>
    </span>
  );
}

function TableView({ node, pointing }: { node: Extract<Node, { kind: "table" }>; pointing: Pointing }) {
  const canEdit = useCanEditRows();
  if (node.rows.length === 0) return <p className="px-4 text-sm text-muted italic">No rows found</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
    <section tabIndex={0} aria-label={`Rows of ${node.name}`} className="overflow-x-auto px-4">
      <table className="w-full text-left text-sm">
        <thead className="text-xs text-muted">
          <tr>
            {node.columns.map(({ name, isNumber }) => (
              <th key={name} scope="col" className={`px-1.5 py-1 font-medium whitespace-nowrap ${isNumber ? "text-right" : ""}`}>
                {name}
              </th>
            ))}
            {canEdit && (
              <th scope="col">
                <span className="sr-only">Change the row</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody className="divide-y">
          {node.rows.map((row, i) => (
            <Row
              key={row.pointer}
              row={row}
              above={node.rows[i - 1] ?? null}
              number={i + 1}
              columns={node.columns}
              pointing={pointing}
              canEdit={canEdit}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

type RowProps = { row: TableRow; above: TableRow | null; number: number; columns: readonly Column[]; pointing: Pointing; canEdit: boolean };

function Row({ row, above, number, columns, pointing, canEdit }: RowProps) {
  return (
    <tr className={row.state === "removed" ? "text-muted line-through" : ""}>
      {row.cells.map((shown, i) => (
        <td key={shown?.pointer ?? columns[i]?.name} className="align-top">
          {shown &&
            (row.state === "removed" ? (
              <span className="block px-1.5 py-1">{textOf(shown.result.value, columns[i]?.decimals)}</span>
            ) : (
              <Cell shown={shown} column={columns[i]} pointing={pointing} />
            ))}
        </td>
      ))}
      {canEdit && (
        <td className="w-16 text-right align-top whitespace-nowrap">
          <MoveUpButton row={row} above={above} columns={columns} number={number} />
          <RowButton row={row} number={number} />
        </td>
      )}
    </tr>
  );
}

function Cell({ shown, column, pointing }: { shown: Shown; column: Column | undefined; pointing: Pointing }) {
  const shape = column?.isNumber
    ? "text-right tabular-nums whitespace-nowrap"
    : `text-left ${isLong(shown) ? "min-w-44" : "whitespace-nowrap"}`;
  return (
    <button
      type="button"
      {...usePointingAt(shown, pointing)}
      className={`w-full rounded-sm border-b-2 px-1.5 py-1 ${shown.added ? "border-accent/50" : UNDER[toneOf(shown.result)]} ${LOOK} ${shape}`}
    >
      <Value shown={shown} decimals={column?.decimals ?? 0} />
    </button>
  );
}

const LONG_LETTERS = 16;
const isLong = ({ result }: Shown) => textOf(result.value).length > LONG_LETTERS;

const UNDER = { good: "border-transparent", warn: "border-warn/70", bad: "border-bad/70" };

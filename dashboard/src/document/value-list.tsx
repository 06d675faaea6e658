/** The values of a task, each a button that shows where it stands; and all that is known of the chosen one. */
import { Check, TriangleAlert } from "lucide-react";
import { memo, type ReactNode } from "react";
import type { Task } from "#api.ts";
import { type Pointing, usePointState } from "#document/pointing.ts";
import { hasValue, type Node, reasonsOf, type Shown, textOf, toneOf } from "#document/values.ts";
import { Badge } from "#ui/state.tsx";

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
        {node.items.map((shown, i) => (
          <ValueRow key={shown.pointer} name={`${i + 1}`} shown={shown} pointing={pointing} />
        ))}
      </Part>
    );
  return (
    <Part name={node.name}>
      <TableView node={node} pointing={pointing} />
    </Part>
  );
}

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

const LOOK = "hover:bg-accent-soft/60 data-active:bg-accent-soft/60 aria-pressed:bg-accent-soft";

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

function Value({ shown: { result, corrected } }: { shown: Shown }) {
  if (corrected !== undefined)
    return (
      <span className="text-accent">
        {corrected === null ? <em className="font-normal">None</em> : textOf(corrected)}
        <span className="sr-only"> (corrected)</span>
      </span>
    );
  if (hasValue(result)) return textOf(result.value);
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
        <span aria-hidden="true">%</span>
      </span>
    </span>
  );
}

function TableView({ node, pointing }: { node: Extract<Node, { kind: "table" }>; pointing: Pointing }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
    <section tabIndex={0} aria-label={`Rows of ${node.name}`} className="overflow-x-auto px-4">
      <table className="w-full text-left text-sm">
        <thead className="text-xs text-muted">
          <tr>
            {node.columns.map((column) => (
              <th key={column} scope="col" className="px-1.5 py-1 font-medium whitespace-nowrap">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y">
          {node.rows.map((row) => (
            <tr key={row.find((shown) => shown)?.pointer}>
              {row.map((shown, i) => (
                <td key={shown?.pointer ?? node.columns[i]} className="align-top">
                  {shown && <Cell shown={shown} pointing={pointing} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Cell({ shown, pointing }: { shown: Shown; pointing: Pointing }) {
  return (
    <button
      type="button"
      {...usePointingAt(shown, pointing)}
      className={`w-full rounded-sm border-b-2 px-1.5 py-1 text-left ${UNDER[toneOf(shown.result)]} ${LOOK} ${isLong(shown) ? "min-w-44" : "whitespace-nowrap"}`}
    >
      <Value shown={shown} />
    </button>
  );
}

const LONG_LETTERS = 16;
const isLong = ({ result }: Shown) => textOf(result.value).length > LONG_LETTERS;

const UNDER = { good: "border-transparent", warn: "border-warn/70", bad: "border-bad/70" };

/** Everything that is known of one value. */
export function ValueDetails({ shown, warnings, children }: { shown: Shown; warnings: Task["warnings"]; children?: ReactNode }) {
  const { result } = shown;
  const own = warnings.filter(({ path }) => path === shown.pointer);
  const reasons = reasonsOf(result);
  return (
    <section aria-label={`Details of ${shown.label}`} className="space-y-3 text-sm">
      <div>
        <h3 className="font-mono text-xs break-all text-muted">{shown.pointer}</h3>
        <p className="mt-0.5 text-base font-semibold break-words">
          <Value shown={shown} />
        </p>
        {shown.corrected !== undefined && (
          <p className="text-muted">
            Corrected by hand; read was <span className="text-ink">{textOf(result.value) || "nothing"}</span>.
          </p>
        )}
      </div>
      {result.evidence.map((each) => (
        <blockquote key={each.text} className="border-l-2 border-accent pl-3">
          <span className="break-words">“{each.text}”</span> <span className="whitespace-nowrap text-muted">page {each.page}</span>
        </blockquote>
      ))}
      {result.raw !== null && result.raw !== textOf(result.value) && (
        <p className="text-muted">
          Read from <span className="font-mono text-xs text-ink">{result.raw}</span>
        </p>
      )}
      {result.confidence !== null && (
        <div>
          <p>
            <strong>{Math.round(result.confidence * 100)} %</strong> sure
            {reasons.length === 0 && ": it stands there letter by letter, and nothing else fits."}
          </p>
          <ul className="mt-1 space-y-0.5 text-muted">
            {reasons.map(({ text, helps }) => (
              <li key={text} className="flex items-baseline gap-1.5">
                {helps ? (
                  <Check className="size-3.5 shrink-0 self-center text-good" aria-label="Speaks for it:" />
                ) : (
                  <TriangleAlert className="size-3.5 shrink-0 self-center text-warn" aria-label="Speaks against it:" />
                )}
                {text}
              </li>
            ))}
          </ul>
        </div>
      )}
      {own.map((warning) => (
        <div key={warning.code} className="rounded-lg bg-warn-soft px-3 py-2">
          <Badge tone="warn">{warning.code.replaceAll("_", " ")}</Badge> <span className="text-ink">{warning.message}</span>
          {warning.candidates && <span className="text-muted"> Candidates: {warning.candidates.map(textOf).join(", ")}.</span>}
        </div>
      ))}
      {children}
    </section>
  );
}

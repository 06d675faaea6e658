/** What the rules of a template say of a task's values: checks, computed values, rows looked up, and other tasks of the same document. */
import { Link } from "@tanstack/react-router";
import { CircleCheck, CircleMinus, CircleX, Copy, type LucideIcon, Search } from "lucide-react";
import type { ReactNode } from "react";
import type { Schemas, Task } from "#api.ts";
import type { Pointing } from "#document/pointing.ts";
import { textOf } from "#document/values.ts";
import { countOf } from "#ui/count.ts";
import { Disclosure } from "#ui/disclosure.tsx";
import { Time } from "#ui/time.tsx";

type Outcomes = Schemas["RuleOutcomes"];
type Lookup = Schemas["LookupOutcome"];

/** Warnings that are told here. */
export const RULE_WARNINGS: ReadonlySet<string> = new Set(["check_failed", "lookup_no_match", "lookup_several", "duplicate_document"]);

export function RuleOutcomes({ task, pointing }: { task: Task; pointing: Pointing }) {
  const { rules } = task;
  if (!rules) return null;
  const { checks, lookups, duplicates } = rules;
  const computed = Object.entries(rules.computed);
  if (checks.length + lookups.length + duplicates.length + computed.length === 0) return null;
  const line = (check: CheckOutcome) => (
    <Check key={check.name} check={check} shown={(path) => pointerOf(task, path)} pointing={pointing} />
  );
  return (
    <section aria-label="Checks" className="m-3 rounded-lg border text-sm">
      <h3 className="border-b px-3 py-2 font-semibold">Checks</h3>
      <ul className="divide-y">
        {duplicates.length > 0 && <Duplicates tasks={duplicates} />}
        {checks.filter(isOpen).sort(failedFirst).map(line)}
        <Passed checks={checks.filter((check) => !isOpen(check))}>{line}</Passed>
        {[...Map.groupBy(lookups, ({ name }) => name)].map(([name, rows]) => (
          <LookedUpAll key={name} name={name} lookups={rows} pointing={pointing} />
        ))}
        {computed.length > 0 && (
          <li className="px-3 py-2">
            <Facts facts={computed.map(([name, value]) => [name, textOf(value) || "–"])} />
          </li>
        )}
      </ul>
    </section>
  );
}

type CheckOutcome = Outcomes["checks"][number];
const isOpen = ({ passed }: CheckOutcome) => passed !== true;
const failedFirst = (a: CheckOutcome, b: CheckOutcome) => Number(a.passed === null) - Number(b.passed === null);

/** More than these would push the values off the screen. */
const PASSED_SHOWN = 3;

function Passed({ checks, children }: { checks: readonly CheckOutcome[]; children: (check: CheckOutcome) => ReactNode }) {
  if (checks.length <= PASSED_SHOWN) return checks.map(children);
  return (
    <li className="px-3 py-1.5">
      <Disclosure summary={`${checks.length} checks passed`}>
        <ul className="-mx-3">{checks.map(children)}</ul>
      </Disclosure>
    </li>
  );
}

/** The field itself, or the first of a table's rows that has it; null where it has no value to point at. */
function pointerOf({ fields }: Task, path: string): string | null {
  const all = fields ?? {};
  if (Object.hasOwn(all, path)) return path;
  return Object.keys(all).find((pointer) => pointer.replace(/\/\d+(?=\/|$)/g, "") === path) ?? null;
}

const LOOKS: Record<"passed" | "failed" | "open", [LucideIcon, string, string]> = {
  passed: [CircleCheck, "text-good", "Passed"],
  failed: [CircleX, "text-bad", "Failed"],
  open: [CircleMinus, "text-muted", "Not checked"],
};

function Line({ look, name, children }: { look: keyof typeof LOOKS; name: string; children?: ReactNode }) {
  const [Icon, tone, said] = LOOKS[look];
  return (
    <li className="flex items-start gap-2.5 px-3 py-2">
      <Icon className={`mt-0.5 size-4 shrink-0 ${tone}`} aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="font-medium break-words">
          <span className="sr-only">{said}: </span>
          {name}
        </p>
        {children}
      </div>
    </li>
  );
}

type Shown = (path: string) => string | null;

function Check({ check, shown, pointing }: { check: CheckOutcome; shown: Shown; pointing: Pointing }) {
  const { name, passed, message, fields } = check;
  return (
    <Line look={passed === null ? "open" : passed ? "passed" : "failed"} name={name}>
      {message && <p className="break-words text-muted">{message}</p>}
      {passed === false && (
        <p className="mt-1 flex flex-wrap gap-1.5">
          {fields.map((path) => {
            const pointer = shown(path);
            return (
              pointer !== null && (
                <FieldButton key={path} onClick={() => pointing.select(pointer)}>
                  {path.slice(1).replaceAll("/", " / ")}
                </FieldButton>
              )
            );
          })}
        </p>
      )}
    </Line>
  );
}

function FieldButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" onClick={onClick} className="rounded-md bg-sunken px-1.5 py-0.5 font-mono text-xs hover:text-accent">
      {children}
    </button>
  );
}

const SAID: Record<Lookup["status"], string> = {
  found: "",
  no_match: "No row of the list has this value.",
  several: "Several rows of the list have this value.",
  not_looked_up: "Not looked up: no value was read, or the list is gone.",
};

const percent = (share: number) => `${Math.round(100 * share)} %`;

/** Of the rows of a table those that were not found are shown; the others open on a click. */
function LookedUpAll({ name, lookups, pointing }: { name: string; lookups: readonly Lookup[]; pointing: Pointing }) {
  const line = (lookup: Lookup) => <LookedUp key={lookup.at ?? name} lookup={lookup} pointing={pointing} />;
  const found = lookups.filter(({ at, status }) => at !== undefined && status === "found");
  const rest = lookups.filter((lookup) => !found.includes(lookup));
  return (
    <>
      {rest.map(line)}
      {found.length > 0 && (
        <li className="px-3 py-1.5">
          <Disclosure summary={`${name}: ${countOf(found.length, "row")} found`}>
            <ul className="-mx-3">{found.map(line)}</ul>
          </Disclosure>
        </li>
      )}
    </>
  );
}

/** "article, row 3"; rows are numbered from 1, as in the table. */
const nameOf = ({ name, at }: Lookup): string => (at === undefined ? name : `${name}, row ${Number(at.split("/").at(-1)) + 1}`);

function LookedUp({ lookup, pointing }: { lookup: Lookup; pointing: Pointing }) {
  const { at, status, row, likeness, suggestions, message, fields } = lookup;
  const name = nameOf(lookup);
  const own = at !== undefined && status !== "found" ? fields.find((path) => path.startsWith(`${at}/`)) : undefined;
  return (
    <Line look={status === "found" ? "passed" : status === "not_looked_up" ? "open" : "failed"} name={name}>
      {status !== "found" && <p className="text-muted">{message ?? SAID[status]}</p>}
      {own !== undefined && (
        <p className="mt-1">
          <FieldButton onClick={() => pointing.select(own)}>{own.slice((at?.length ?? 0) + 1)}</FieldButton>
        </p>
      )}
      {row && (
        <>
          {likeness !== null && likeness < 1 && <p className="text-muted">{percent(likeness)} alike</p>}
          <Facts facts={Object.entries(row)} />
        </>
      )}
      {suggestions.length > 0 && (
        <ol aria-label={`Rows near ${name}`} className="mt-1 space-y-1">
          {suggestions.map(({ row: near, likeness: how }) => (
            <li key={JSON.stringify(near)} className="flex items-start gap-2">
              <Search className="mt-0.5 size-3.5 shrink-0 text-muted" aria-hidden="true" />
              <span className="min-w-0 flex-1 break-words">{Object.values(near).filter(Boolean).join(", ")}</span>
              <span className="text-muted tabular-nums">{percent(how)}</span>
            </li>
          ))}
        </ol>
      )}
    </Line>
  );
}

function Facts({ facts }: { facts: readonly (readonly [string, string])[] }) {
  return (
    <dl className="mt-1 grid grid-cols-[minmax(6rem,auto)_1fr] gap-x-4 gap-y-0.5">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="break-words">{value || "–"}</dd>
        </div>
      ))}
    </dl>
  );
}

function Duplicates({ tasks }: { tasks: Outcomes["duplicates"] }) {
  return (
    <li className="flex items-start gap-2.5 px-3 py-2">
      <Copy className="mt-0.5 size-4 shrink-0 text-bad" aria-hidden="true" />
      <div>
        <p className="font-medium">The same document was read before</p>
        <ul>
          {tasks.map(({ task_id, created_at }) => (
            <li key={task_id}>
              <Link to="/tasks/$taskId" params={{ taskId: task_id }} className="underline">
                Task of <Time at={created_at} />
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </li>
  );
}

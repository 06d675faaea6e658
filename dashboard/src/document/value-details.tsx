/** Everything that is known of one value. */
import { Check, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { Task } from "#api.ts";
import { Value } from "#document/value-list.tsx";
import { reasonsOf, type Shown, textOf } from "#document/values.ts";
import { Badge } from "#ui/state.tsx";

export function ValueDetails({ shown, warnings, children }: { shown: Shown; warnings: Task["warnings"]; children?: ReactNode }) {
  const { result } = shown;
  const own = warnings.filter(({ path }) => path === shown.pointer);
  const reasons = reasonsOf(result);
  return (
    <section aria-label={`Details of ${shown.label}`} className="space-y-3 text-sm">
      <div>
        <h3 className="text-xs break-words text-muted">{shown.label}</h3>
        <p className="mt-0.5 text-base font-semibold break-words">
          <Value shown={shown} />
        </p>
        {shown.corrected !== undefined && (
          <p className="text-muted">
            {shown.added ? (
              "Added by hand."
            ) : (
              <>
                Corrected by hand. Originally read: <span className="text-ink">{textOf(result.value) || "nothing"}</span>
              </>
            )}
          </p>
        )}
      </div>
      {result.evidence.map((each) => (
        <blockquote key={each.text} className="border-l-2 border-accent pl-3">
          <span className="break-words">“{each.text}”</span> <span className="text-muted">{placeOf(each)}</span>
        </blockquote>
      ))}
      {result.raw !== null && result.raw !== textOf(result.value) && !result.evidence.some(({ text }) => text === result.raw) && (
        <p className="text-muted">
          Read from <span className="font-mono text-xs text-ink">{result.raw}</span>
        </p>
      )}
      {result.confidence !== null && (
        <div>
          <p>
            <strong>{Math.round(result.confidence * 100)} %</strong> sure
            {reasons.length === 0 && ": printed exactly like this, and nothing else on the page fits."}
          </p>
          <ul className="mt-1 space-y-0.5 text-muted">
            {reasons.map(({ text, helps }) => (
              <li key={text} className="flex items-baseline gap-1.5">
                {helps ? (
                  <Check className="size-3.5 shrink-0 self-center text-good" aria-label="In favor:" />
                ) : (
                  <TriangleAlert className="size-3.5 shrink-0 self-center text-warn" aria-label="Against:" />
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
          {warning.candidates && (
            <span className="text-muted"> Possible values: {warning.candidates.map((each) => textOf(each)).join(", ")}.</span>
          )}
        </div>
      ))}
      {children}
    </section>
  );
}

/** The page, and what the file itself calls the place. */
function placeOf({ page, part, sheet, cell, path }: Shown["result"]["evidence"][number]): string {
  const names = [part, sheet && `sheet ${sheet}`, cell && `cell ${cell}`, path].filter(Boolean);
  return [`page ${page}`, ...names].join(", ");
}

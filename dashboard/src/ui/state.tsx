/** What stands in place of content: nothing yet, something wrong, still loading; and the small signs of a state. */
import { CircleAlert, type LucideIcon, RefreshCw } from "lucide-react";
import type { ReactNode } from "react";
import { messageOf } from "#api.ts";
import { Button } from "#ui/button.tsx";

/** Says what would be here, and what to do to get it. */
export function Empty({
  icon: Icon,
  title,
  children,
  action,
}: {
  icon: LucideIcon;
  title: string;
  children: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="flex flex-col items-center rounded-xl border border-dashed border-line-strong/50 px-6 py-14 text-center">
      <Icon className="mb-3 size-8 text-muted" aria-hidden="true" strokeWidth={1.5} />
      <h2 className="font-semibold">{title}</h2>
      <div className="mt-1 max-w-md text-sm text-muted">{children}</div>
      {action && <div className="mt-5 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}

export function Problem({ error, onRetry }: { error: unknown; onRetry?: (() => void) | undefined }) {
  if (!error) return null;
  return (
    <div role="alert" className="flex items-start gap-3 rounded-lg border border-bad/40 bg-bad-soft px-4 py-3 text-sm">
      <CircleAlert className="mt-0.5 size-4 shrink-0 text-bad" aria-hidden="true" />
      <p className="min-w-0 flex-1 break-words">{messageOf(error)}</p>
      {onRetry && (
        <Button kind="quiet" className="-my-1.5" icon={<RefreshCw className="size-4" />} onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}

/** Holds the place of rows that are on their way, so that nothing jumps. */
export function Waiting({ rows = 4, label = "Loading" }: { rows?: number; label?: string }) {
  return (
    <div role="status" aria-label={label} className="space-y-2">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
        <div key={row} className="h-11 animate-pulse rounded-lg bg-sunken" />
      ))}
    </div>
  );
}

type Tone = "good" | "warn" | "bad" | "plain" | "accent";
const TONES: Record<Tone, string> = {
  good: "bg-good-soft text-good",
  warn: "bg-warn-soft text-warn",
  bad: "bg-bad-soft text-bad",
  accent: "bg-accent-soft text-accent",
  plain: "bg-sunken text-muted",
};

export function Badge({ tone = "plain", children, title }: { tone?: Tone; children: ReactNode; title?: string }) {
  return (
    <span
      title={title}
      className={`inline-flex items-center gap-1 rounded-full px-2 py-0.5 text-xs font-medium whitespace-nowrap ${TONES[tone]}`}
    >
      {children}
    </span>
  );
}

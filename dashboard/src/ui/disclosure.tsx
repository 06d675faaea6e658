/** A line that opens what is below it. */
import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";

export function Disclosure({ summary, children, className = "" }: { summary: ReactNode; children: ReactNode; className?: string }) {
  return (
    <details className={`group text-sm ${className}`}>
      <summary className="inline-flex list-none items-center gap-1 rounded-md py-0.5 pr-1.5 text-muted hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight className="size-4 shrink-0 transition-transform group-open:rotate-90" aria-hidden="true" />
        {summary}
      </summary>
      {children}
    </details>
  );
}

/** The progress of a batch as a bar with its counts. */
import type { BatchSummary } from "#api.ts";
import { progressOf } from "#batches/progress.ts";

const number = new Intl.NumberFormat("en");

export function ProgressBar({ batch, label }: { batch: BatchSummary; label: string }) {
  const { done, failed, share } = progressOf(batch, Date.now());
  const percent = Math.round(share * 100);
  const bad = done === 0 ? 0 : failed / done;
  return (
    <div className="min-w-28">
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className="flex h-1.5 overflow-hidden rounded-full bg-sunken"
      >
        <div className="bg-good" style={{ width: `${percent * (1 - bad)}%` }} />
        <div className="bg-bad" style={{ width: `${percent * bad}%` }} />
      </div>
      <p className="mt-1 text-xs text-muted tabular-nums">
        {number.format(done)} of {number.format(batch.total)}
        {failed > 0 && <span className="text-bad">, {number.format(failed)} failed</span>}
      </p>
    </div>
  );
}

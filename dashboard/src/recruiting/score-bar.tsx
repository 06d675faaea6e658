/** A score from 0 to 100 as a bar with its number. */
const STRONG = 70;
const FAIR = 40;

export function ScoreBar({ score, label, wide = false }: { score: number | null; label: string; wide?: boolean }) {
  if (score === null) return <span className="text-muted">–</span>;
  const tone = score >= STRONG ? "bg-good" : score >= FAIR ? "bg-warn" : "bg-line-strong";
  return (
    <span className="inline-flex items-center gap-2 tabular-nums">
      <span className={`${wide ? "w-28" : "w-14"} h-2 overflow-hidden rounded-full bg-line`} aria-hidden="true">
        <span className={`block h-full ${tone}`} style={{ width: `${score}%` }} />
      </span>
      <span className="w-7 text-right">
        <span className="sr-only">{label}: </span>
        {score}
      </span>
    </span>
  );
}

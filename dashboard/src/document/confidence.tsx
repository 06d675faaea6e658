/** How sure something is, in percent, with the colour that values have. */
import { toneOfConfidence } from "#document/values.ts";

const TONES = { good: "bg-good", warn: "bg-warn", bad: "bg-bad" };

export function Confidence({ confidence }: { confidence: number | null }) {
  if (confidence === null) return <span className="text-muted">–</span>;
  return (
    <span className="inline-flex items-center justify-end gap-1.5 tabular-nums">
      <span className={`size-2 rounded-full ${TONES[toneOfConfidence(confidence)]}`} aria-hidden="true" />
      {Math.round(confidence * 100)} %
    </span>
  );
}

/** What each key does in a review. */
import { KEYS } from "#document/review-steps.ts";
import { Dialog } from "#ui/dialog.tsx";

export function KeysPanel({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Keys">
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-2 text-sm">
        {KEYS.map(([keys, does]) => (
          <div key={keys} className="contents">
            <dt>
              <kbd className="rounded-md border bg-sunken px-1.5 py-0.5 font-mono text-xs whitespace-nowrap">{keys}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

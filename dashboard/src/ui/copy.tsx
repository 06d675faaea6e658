/** Text to take along: a button that copies, and a block of code with one. */
import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "#ui/button.tsx";
import { countOf } from "#ui/count.ts";

const SAID_MS = 2_000;

export function CopyButton({
  text,
  label = "Copy",
  kind = "secondary",
}: {
  text: string;
  label?: string;
  kind?: "primary" | "secondary" | "quiet";
}) {
  const [state, setState] = useState<"idle" | "copied" | "refused">("idle");
  useEffect(() => {
    if (state === "idle") return;
    const timer = setTimeout(() => setState("idle"), SAID_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async () => {
    await navigator.clipboard.writeText(text).then(
      () => setState("copied"),
      () => setState("refused"),
    );
  };
  const said = { idle: label, copied: "Copied", refused: "Not allowed: select the text and copy it" }[state];
  return (
    <Button kind={kind} onClick={copy} icon={state === "copied" ? <Check className="size-4" /> : <Copy className="size-4" />}>
      <span aria-live="polite">{said}</span>
    </Button>
  );
}

/** A long text would take the browser seconds to lay out; the copy has all of it. */
const LINES_MAX = 1_500;

/** `plain`: the part around it is its frame, and scrolls. */
export function Code({ text, label, plain = false }: { text: string; label: string; plain?: boolean }) {
  const lines = text.split("\n");
  const left = lines.length - LINES_MAX;
  return (
    <div className={plain ? "" : "overflow-hidden rounded-lg border bg-sunken"}>
      <div className="flex items-center justify-between border-b px-3 py-1">
        <span className="text-xs font-medium text-muted">{label}</span>
        <CopyButton text={text} kind="quiet" />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard */}
      <section tabIndex={0} aria-label={label} className={`overflow-auto p-3 ${plain ? "" : "max-h-96"}`}>
        <pre className="font-mono text-xs leading-relaxed">
          {left > 0 ? `${lines.slice(0, LINES_MAX).join("\n")}\n… ${countOf(left, "more line")}. “Copy” copies all of them.` : text}
        </pre>
      </section>
    </div>
  );
}

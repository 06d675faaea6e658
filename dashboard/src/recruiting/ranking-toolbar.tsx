/** What stands above a ranking: how far it is, whether names are shown, and the whole of it as files. */
import { useMutation } from "@tanstack/react-query";
import { Download, Eye, EyeOff } from "lucide-react";
import { readRanking, type Schemas } from "#api.ts";
import { download } from "#app/csv.ts";
import { Button } from "#ui/button.tsx";
import { countOf } from "#ui/count.ts";
import { Spinner } from "#ui/spinner.tsx";
import { Problem } from "#ui/state.tsx";
import { jsonOf, rankingCsv } from "./export.ts";

type ToolbarProps = { position: Schemas["Position"]; revealed: boolean; onReveal: (revealed: boolean) => void };

export function RankingToolbar({ position, revealed, onReveal }: ToolbarProps) {
  const { total, processing } = position.applications;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p role="status" className="mr-auto flex items-center gap-2 text-sm text-muted">
        {processing > 0 && <Spinner className="size-4 text-accent" />}
        {countOf(total, "application")}
        {processing > 0 && `, ${processing} in progress`}
      </p>
      <Button
        kind="secondary"
        aria-pressed={revealed}
        icon={revealed ? <EyeOff className="size-4" /> : <Eye className="size-4" />}
        onClick={() => onReveal(!revealed)}
      >
        {revealed ? "Hide names" : "Reveal names"}
      </Button>
      <Exports position={position} revealed={revealed} />
    </div>
  );
}

const KINDS = {
  CSV: { ending: "csv", type: "text/csv", textOf: rankingCsv },
  JSON: { ending: "json", type: "application/json", textOf: jsonOf },
};

/** Files of the whole ranking, whatever is shown of it. */
function Exports({ position: { position_id, title }, revealed }: Pick<ToolbarProps, "position" | "revealed">) {
  const name = title.replace(/[^\p{L}\p{N}]+/gu, "-").toLowerCase();
  const save = useMutation({
    mutationFn: async (kind: keyof typeof KINDS) => {
      const { ending, type, textOf } = KINDS[kind];
      download(`${name}.${ending}`, type, textOf(await readRanking(position_id), revealed));
    },
  });
  return (
    <>
      {(["CSV", "JSON"] as const).map((kind) => (
        <Button
          key={kind}
          kind="secondary"
          icon={<Download className="size-4" />}
          busy={save.isPending && save.variables === kind}
          onClick={() => save.mutate(kind)}
        >
          {kind}
        </Button>
      ))}
      <Problem error={save.error} />
    </>
  );
}

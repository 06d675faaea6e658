/** How many values somebody has to look at, and how many of the others are right: chosen on what the reviews said. */

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { percentOf } from "#accuracy/figures.ts";
import { api, type Schemas, type Template } from "#api.ts";
import { ForAdmins } from "#app/for-admins.tsx";
import { below, invalidate } from "#query.ts";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/page.tsx";
import { Problem } from "#ui/state.tsx";

type Thresholds = Schemas["Figures"]["thresholds"];

const DEFAULT = 0.8;

export function Threshold({ template, accuracy }: { template: Template; accuracy: Schemas["Accuracy"] }) {
  const { thresholds, measured_below } = accuracy;
  const used = template.review_below ?? measured_below ?? DEFAULT;
  const [at, setAt] = useState(() => stepOf(thresholds, used));
  const save = useSave(template);
  const step = thresholds[at];
  if (!step) return null;
  const { review_below, values_share, right_share } = step;
  return (
    <Card title="What to review">
      <p className="text-sm text-muted">
        Values less sure than this are marked for review. The figures are of the {accuracy.documents} documents that were reviewed last.
      </p>
      <label className="mt-4 block text-sm">
        <span className="font-medium">Review values below {Math.round(100 * review_below)} %</span>
        <input
          type="range"
          min={0}
          max={thresholds.length - 1}
          value={at}
          onChange={({ target }) => setAt(Number(target.value))}
          aria-valuetext={`${Math.round(100 * review_below)} %`}
          className="mt-2 w-full accent-accent"
        />
      </label>
      <dl className="mt-3 grid gap-4 sm:grid-cols-2">
        <Figure name="Values nobody has to look at" value={percentOf(values_share)} />
        <Figure name="Of these, right" value={percentOf(right_share)} />
      </dl>
      <div className="mt-4 flex flex-wrap items-center gap-3 text-sm">
        <ForAdmins>
          <Button
            kind="secondary"
            busy={save.isPending}
            disabled={at === stepOf(thresholds, used) && template.review_below !== null}
            onClick={() => save.mutate(review_below)}
          >
            Use for this template
          </Button>
        </ForAdmins>
        <span className="text-muted">{saidOf(template, measured_below)}</span>
      </div>
      <div className="mt-3">
        <Problem error={save.error} />
      </div>
    </Card>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="text-2xl font-semibold tabular-nums">{value}</dd>
    </div>
  );
}

function saidOf({ review_below }: Template, measured: number | null): string {
  if (review_below !== null) return `The template says ${Math.round(100 * review_below)} %.`;
  if (measured === null) return "80 % until 200 values are reviewed; then what makes 99 of 100 right.";
  return `Its reviews say ${Math.round(100 * measured)} %: then 99 of 100 are right.`;
}

const stepOf = (thresholds: Thresholds, share: number) =>
  Math.max(
    0,
    thresholds.findLastIndex(({ review_below }) => review_below <= share + 1e-9),
  );

/** As a new version with the same fields. */
function useSave({ template_id, name, extraction_schema, document_description, learn, second_review_share, rules }: Template) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (review_below: number) =>
      api.put("/api/extractor/v1/templates/{template_id}", {
        path: { template_id },
        body: { name, extraction_schema, document_description, learn, second_review_share, rules, review_below },
      }),
    onSuccess: () => invalidate(queries, below("/api/extractor/v1/templates")),
  });
}

/** Evaluations of a template side by side: the reviewed documents, read again by versions and engines. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { FlaskConical } from "lucide-react";
import { type FormEvent, useState } from "react";
import { percentOf } from "#accuracy/figures.ts";
import { api, type Schemas, templateEvaluationsQuery } from "#api.ts";
import { ProviderChoice } from "#document/provider-choice.tsx";
import { below, invalidate } from "#query.ts";
import { Button } from "#ui/button.tsx";
import { SelectField } from "#ui/field.tsx";
import { Card } from "#ui/page.tsx";
import { Badge, Problem } from "#ui/state.tsx";
import { cellLook, numberLook, Table } from "#ui/table.tsx";
import { Time } from "#ui/time.tsx";
import { EvaluationDetail } from "./evaluation-detail.tsx";

type Evaluation = Schemas["TemplateEvaluation"];
type Versions = Schemas["TemplateVersions"];

const dollars = new Intl.NumberFormat("en", { style: "currency", currency: "USD", maximumFractionDigits: 4 });

export function Evaluations({ templateId, versions }: { templateId: string; versions: Versions }) {
  const { data, error } = useQuery(templateEvaluationsQuery(templateId));
  const [openId, setOpenId] = useState<string | null>(null);
  const evaluations = data?.evaluations ?? [];
  return (
    <Card title="Try before publishing">
      <p className="text-sm text-muted">
        Reads the reviewed documents again, by a version or another engine, and compares every value with what reviewers confirmed.
      </p>
      <Start templateId={templateId} versions={versions} onStart={setOpenId} />
      <Problem error={error} />
      {evaluations.length > 0 && (
        <div className="mt-4 space-y-4">
          <Table label="Evaluations" heads={HEADS}>
            {evaluations.map((each) => (
              <Row key={each.evaluation_id} evaluation={each} open={openId === each.evaluation_id} onOpen={setOpenId} />
            ))}
          </Table>
          {openId !== null && <EvaluationDetail templateId={templateId} evaluationId={openId} />}
        </div>
      )}
    </Card>
  );
}

const HEADS = [
  "What was tried",
  ...["Accuracy", "Published", "Entirely right", "Break a rule", "Seconds a document", "Cost"].map((name) => ({ name, number: true })),
  "",
];
const number = `${cellLook} ${numberLook}`;

function Row({ evaluation, open, onOpen }: { evaluation: Evaluation; open: boolean; onOpen: (id: string | null) => void }) {
  const { evaluation_id, version, provider, model, created_at, figures, published, rules, usage, seconds, status, progress } = evaluation;
  const cost = usage?.cost_usd == null ? "–" : dollars.format(usage.cost_usd);
  return (
    <tr>
      <th scope="row" className={`${cellLook} font-medium`}>
        {version === null ? "Other fields" : `Version ${version}`}, {model ?? provider}
        <span className="block text-xs font-normal text-muted">
          <Time at={created_at} />
        </span>
      </th>
      {status === "processing" ? (
        <td colSpan={6} className={cellLook}>
          <Badge tone="accent">
            {progress.read + progress.failed} of {progress.documents} documents read
          </Badge>
        </td>
      ) : (
        <>
          <td className={number}>{percentOf(figures?.accuracy ?? null)}</td>
          <td className={number}>{percentOf(published?.accuracy ?? null)}</td>
          <td className={number}>{figures ? `${figures.documents_right} of ${figures.documents}` : "–"}</td>
          <td className={number}>{figures && rules ? `${rules.documents} of ${figures.documents}` : "–"}</td>
          <td className={number}>{seconds !== null && progress.read > 0 ? (seconds / progress.read).toFixed(2) : "–"}</td>
          <td className={number}>{cost}</td>
        </>
      )}
      <td className={`${cellLook} text-right`}>
        <Button kind="quiet" className="px-2 py-1" aria-expanded={open} onClick={() => onOpen(open ? null : evaluation_id)}>
          {open ? "Hide" : "Show"}
          <span className="sr-only"> the evaluation</span>
        </Button>
      </td>
    </tr>
  );
}

function Start({ templateId, versions, onStart }: { templateId: string; versions: Versions; onStart: (id: string) => void }) {
  const queries = useQueryClient();
  const [version, setVersion] = useState(String(versions.versions[0]?.version ?? 1));
  const [provider, setProvider] = useState("");
  const start = useMutation({
    mutationFn: () =>
      api.post("/api/extractor/v1/templates/{template_id}/evaluations", {
        path: { template_id: templateId },
        body: { version: Number(version), ...(provider ? { provider: provider as "local" } : {}) },
      }),
    onSuccess: ({ evaluation_id }) => {
      onStart(evaluation_id);
      return invalidate(queries, below("/api/extractor/v1/templates/{template_id}/evaluations"));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    start.mutate();
  };
  return (
    <form onSubmit={submit} className="mt-4 flex flex-wrap items-end gap-3">
      <div className="w-56">
        <SelectField label="Version" value={version} onChange={({ target }) => setVersion(target.value)}>
          {versions.versions.map((each) => (
            <option key={each.version} value={each.version}>
              Version {each.version}
              {each.version === versions.published_version ? " (published)" : each.published ? "" : " (draft)"}
            </option>
          ))}
        </SelectField>
      </div>
      <ProviderChoice value={provider} onChange={setProvider} />
      <Button type="submit" kind="secondary" busy={start.isPending} icon={<FlaskConical className="size-4" />}>
        Read again and compare
      </Button>
      <div className="w-full">
        <Problem error={start.error} />
      </div>
    </form>
  );
}

/** One evaluation: field by field, and every value that got worse or better. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { BrokenRules } from "#accuracy/broken-rules.tsx";
import { Changes } from "#accuracy/changes.tsx";
import { FieldsTable } from "#accuracy/fields-table.tsx";
import { templateEvaluationQuery } from "#api.ts";
import { countOf } from "#ui/count.ts";
import { Problem, Waiting } from "#ui/state.tsx";

export function EvaluationDetail({ templateId, evaluationId }: { templateId: string; evaluationId: string }) {
  const { data, error, refetch } = useQuery(templateEvaluationQuery(templateId, evaluationId));
  if (error) return <Problem error={error} onRetry={refetch} />;
  if (!data) return <Waiting rows={3} />;
  const { figures, published, changes, broken_rules, failed, status, version } = data;
  if (status === "processing" || !figures) return <p className="text-sm text-muted">The documents are being read.</p>;
  const name = version === null ? "Other fields" : `Version ${version}`;
  const worse = changes.filter(({ better }) => !better);
  const better = changes.filter((change) => change.better);
  const broken = broken_rules.filter(({ after }) => after);
  const kept = broken_rules.filter(({ after }) => !after);
  return (
    <div className="space-y-4 text-sm">
      {published && changes.length === 0 && <p>No value is read differently: {name.toLowerCase()} is as right as the published one.</p>}
      {worse.length > 0 && (
        <div className="space-y-2">
          <h3 className="font-semibold text-bad">{countOf(worse.length, "value")} got worse</h3>
          <Changes label="Values that got worse" changes={worse} after={name} />
        </div>
      )}
      {better.length > 0 && (
        <div className="space-y-2">
          <h3 className="font-semibold text-good">{countOf(better.length, "value")} got better</h3>
          <Changes label="Values that got better" changes={better} after={name} />
        </div>
      )}
      {broken.length > 0 && (
        <div className="space-y-2">
          <h3 className="font-semibold text-bad">{broken.length === 1 ? "1 rule is broken" : `${broken.length} rules are broken`}</h3>
          <BrokenRules label="Rules that are broken" rules={broken} />
        </div>
      )}
      {kept.length > 0 && (
        <div className="space-y-2">
          <h3 className="font-semibold text-good">Broken with the published version only: {kept.length}</h3>
          <BrokenRules label="Rules that are broken with the published version only" rules={kept} />
        </div>
      )}
      <FieldsTable label="Fields of the evaluation" figures={figures} before={published} />
      {failed.length > 0 && (
        <ul className="space-y-1">
          {failed.map(({ task_id, message }) => (
            <li key={task_id}>
              <Link to="/tasks/$taskId" params={{ taskId: task_id }} className="text-accent underline">
                A document
              </Link>{" "}
              could not be read and does not count: {message}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

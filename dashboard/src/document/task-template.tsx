/** The template of a task by its name. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type TaskSummary, templatesQuery } from "#api.ts";

export function TaskTemplate({ template }: Pick<TaskSummary, "template">) {
  const { data } = useQuery(templatesQuery);
  if (template === null) return <span className="text-muted">–</span>;
  const known = data?.templates.find(({ template_id }) => template_id === template.template_id);
  if (!known) return <span className="text-muted">{data ? "Deleted template" : "…"}</span>;
  return (
    <Link to="/templates/$templateId" params={{ templateId: template.template_id }} className="relative z-1 hover:underline">
      {known.name}
      {template.version < known.version && <span className="text-muted"> (version {template.version})</span>}
    </Link>
  );
}

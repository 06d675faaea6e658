/** How well a template reads, by what reviewers confirmed; what to review; and versions tried before they are published. */
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { BadgeCheck } from "lucide-react";
import { Agreement } from "#accuracy/agreement.tsx";
import { Evaluations } from "#accuracy/evaluations.tsx";
import { FieldsTable } from "#accuracy/fields-table.tsx";
import { percentOf } from "#accuracy/figures.ts";
import { Threshold } from "#accuracy/threshold.tsx";
import { type Schemas, type Template, templateAccuracyQuery, templateQuery } from "#api.ts";
import { ButtonLink } from "#ui/button.tsx";
import { countOf } from "#ui/count.ts";
import { Card, Page } from "#ui/page.tsx";
import { Empty, Problem, Waiting } from "#ui/state.tsx";
import { cellLook, numberLook, Table } from "#ui/table.tsx";

type Reviews = Schemas["Accuracy"];

export function Accuracy() {
  const { templateId } = useParams({ from: "/shell/templates/$templateId/accuracy" });
  const versions = useQuery(templateQuery(templateId));
  const accuracy = useQuery(templateAccuracyQuery(templateId));
  const used = versions.data?.versions.find(({ version }) => version === versions.data.published_version);
  const error = versions.error ?? accuracy.error;
  if (error)
    return (
      <Page title="Accuracy">
        <Problem error={error} onRetry={() => Promise.all([versions.refetch(), accuracy.refetch()])} />
      </Page>
    );
  if (!versions.data || !used || !accuracy.data)
    return (
      <Page title="Accuracy">
        <Waiting rows={8} />
      </Page>
    );
  return (
    <Page
      title={`Accuracy of ${used.name}`}
      lead="What reviewers confirmed and corrected, in the documents that were reviewed last."
      actions={
        <ButtonLink kind="secondary" to="/templates/$templateId" params={{ templateId }}>
          Fields and versions
        </ButtonLink>
      }
    >
      {accuracy.data.documents === 0 ? (
        <Empty icon={BadgeCheck} title="Nothing is reviewed yet" action={<ButtonLink to="/review">Review documents</ButtonLink>}>
          Review some documents of this template. Each review says how well it reads, and is what further versions are tried on.
        </Empty>
      ) : (
        <div className="space-y-4">
          <Reviewed accuracy={accuracy.data} template={used} />
          <Evaluations templateId={templateId} versions={versions.data} />
        </div>
      )}
    </Page>
  );
}

function Reviewed({ accuracy, template }: { accuracy: Reviews; template: Template }) {
  const { documents, documents_right, values, right, accuracy: share, weeks, layouts } = accuracy;
  return (
    <>
      <dl className="grid gap-4 sm:grid-cols-3">
        <Total name="Values right" value={percentOf(share)} more={`${right} of ${countOf(values, "value")}`} />
        <Total name="Documents entirely right" value={percentOf(documents_right / documents)} more={`${documents_right} of ${documents}`} />
        <Weeks weeks={weeks} />
      </dl>
      <div className="grid gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="min-w-0 space-y-2">
          <h2 className="text-sm font-semibold">Fields, those with most corrections first</h2>
          <FieldsTable label="Fields" figures={accuracy} />
        </div>
        <div className="space-y-4">
          <Threshold key={`${template.version}`} template={template} accuracy={accuracy} />
          <Agreement readings={accuracy.second_readings} />
          <Layouts layouts={layouts} />
        </div>
      </div>
    </>
  );
}

function Total({ name, value, more }: { name: string; value: string; more: string }) {
  return (
    <div className="rounded-xl border bg-surface p-4">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="text-2xl font-semibold tabular-nums">{value}</dd>
      <dd className="mt-1 text-sm text-muted">{more}</dd>
    </div>
  );
}

const WEEKS_SHOWN = 12;

/** Bars of the share that was right; what they say stands below them, and on each. */
function Weeks({ weeks }: Pick<Reviews, "weeks">) {
  const shown = weeks.slice(-WEEKS_SHOWN);
  const [first, last] = [shown[0], shown.at(-1)];
  return (
    <div className="rounded-xl border bg-surface p-4">
      <dt className="text-sm text-muted">Values right, by week of review</dt>
      <dd>
        <div className="mt-2 flex h-12 items-end gap-1" aria-hidden="true">
          {shown.map(({ week, values, right }) => (
            <div
              key={week}
              title={`${week}: ${percentOf(values === 0 ? null : right / values)}`}
              className="flex h-full max-w-8 flex-1 items-end"
            >
              <div
                className="w-full rounded-t-sm bg-accent"
                style={{ height: `${values === 0 ? 0 : Math.max(4, (100 * right) / values)}%` }}
              />
            </div>
          ))}
        </div>
        <p className="mt-1 text-sm text-muted">
          {first && last && first !== last
            ? `From ${shareIn(first)} in the week of ${first.week} to ${shareIn(last)}`
            : last && `${shareIn(last)} in the week of ${last.week}`}
        </p>
      </dd>
    </div>
  );
}

const shareIn = ({ values, right }: Reviews["weeks"][number]) => percentOf(values === 0 ? null : right / values);

function Layouts({ layouts }: Pick<Reviews, "layouts">) {
  const known = layouts.filter(({ layout_id }) => layout_id !== null);
  if (known.length === 0) return null;
  const rows = [...known, ...layouts.filter(({ layout_id }) => layout_id === null)];
  return (
    <Card title="By layout">
      <Table label="By layout" heads={["Layout", { name: "Documents", number: true }, { name: "Right", number: true }]}>
        {rows.map(({ layout_id, documents, values, right }, i) => (
          <tr key={layout_id}>
            <th scope="row" className={`${cellLook} font-medium`}>
              {layout_id === null ? "Read without memory" : `Layout ${i + 1}`}
            </th>
            <td className={`${cellLook} ${numberLook}`}>{documents}</td>
            <td className={`${cellLook} ${numberLook}`}>{percentOf(values === 0 ? null : right / values)}</td>
          </tr>
        ))}
      </Table>
    </Card>
  );
}

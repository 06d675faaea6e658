/** Who reviewed how much in the last 30 days, and which fields were corrected most often. */
import { useQuery } from "@tanstack/react-query";
import { percentOf } from "#accuracy/figures.ts";
import { reviewersQuery, templatesQuery } from "#api.ts";
import { Card } from "#ui/page.tsx";
import { Problem, Waiting } from "#ui/state.tsx";
import { cellLook, numberLook, Table, wideLook } from "#ui/table.tsx";

const FIELDS_SHOWN = 8;

export function Reviewers() {
  const { data, error, refetch } = useQuery(reviewersQuery);
  const { data: templates } = useQuery(templatesQuery);
  const nameOf = (id: string | null) => templates?.templates.find(({ template_id }) => template_id === id)?.name ?? "";
  if (error) return <Problem error={error} onRetry={refetch} />;
  if (!data) return <Waiting rows={2} />;
  return (
    <Card title="Reviews of the last 30 days">
      {data.people.length === 0 ? (
        <p className="text-sm text-muted">Nobody has finished a review yet.</p>
      ) : (
        <>
          <Table
            label="Reviews"
            heads={[
              "Person",
              { name: "Documents", number: true },
              { name: "Corrected values", number: true, wide: true },
              { name: "Time of each", number: true, wide: true },
              { name: "Second reader agrees", number: true, wide: true },
            ]}
          >
            {data.people.map(({ person, reviewed, corrected_values, seconds_median, read_again_values, read_again_same }) => (
              <tr key={person?.person_id ?? ""}>
                <th scope="row" className={`${cellLook} font-medium break-all`}>
                  {person?.email ?? "API key, former members"}
                </th>
                <td className={`${cellLook} ${numberLook}`}>{reviewed}</td>
                <td className={`${wideLook} ${numberLook}`}>{corrected_values}</td>
                <td className={`${wideLook} ${numberLook}`}>{seconds_median === null ? "–" : `${Math.round(seconds_median)} s`}</td>
                <td className={`${wideLook} ${numberLook}`}>
                  {read_again_values === 0 ? "–" : percentOf(read_again_same / read_again_values)}
                </td>
              </tr>
            ))}
          </Table>
          {data.fields.length > 0 && (
            <p className="mt-3 text-sm text-muted">
              Corrected most often:{" "}
              {data.fields
                .slice(0, FIELDS_SHOWN)
                .map(
                  ({ template_id, field, corrected }) =>
                    `${[nameOf(template_id), field.slice(1)].filter(Boolean).join(" ")} (${corrected})`,
                )
                .join(", ")}
              .
            </p>
          )}
        </>
      )}
    </Card>
  );
}

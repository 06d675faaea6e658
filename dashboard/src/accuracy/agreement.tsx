/** How often two people who read the same document left the same values, by field. */
import { nameOfField, percentOf } from "#accuracy/figures.ts";
import type { Schemas } from "#api.ts";
import { countOf } from "#ui/count.ts";
import { Card } from "#ui/page.tsx";
import { cellLook, numberLook, Table } from "#ui/table.tsx";

const number = `${cellLook} ${numberLook}`;

export function Agreement({ readings: { documents, fields } }: { readings: Schemas["Accuracy"]["second_readings"] }) {
  if (documents === 0) return null;
  return (
    <Card title="Two readers">
      <p className="mb-3 text-sm text-muted">Values that both left alike, in {countOf(documents, "document")} that two people read.</p>
      <Table label="Agreement by field" heads={["Field", { name: "Alike", number: true }, { name: "Values", number: true }]}>
        {fields.map(({ field, values, same }) => (
          <tr key={field}>
            <th scope="row" className={`${cellLook} font-medium`}>
              {nameOfField(field)}
            </th>
            <td className={number}>{percentOf(values === 0 ? null : same / values)}</td>
            <td className={number}>{values}</td>
          </tr>
        ))}
      </Table>
    </Card>
  );
}

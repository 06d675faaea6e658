/** What was right, field by field; with a second reading, beside that one. */
import { correctionsIn, type Figures, nameOfField, percentOf } from "#accuracy/figures.ts";
import { cellLook, numberLook, Table } from "#ui/table.tsx";

type Field = Figures["fields"][number];

const right = ({ values, right: count, invented }: Field) => (values + invented === 0 ? null : count / (values + invented));
const number = `${cellLook} ${numberLook}`;

/** `before`: the same documents by the published version. */
export function FieldsTable({ figures, before, label }: { figures: Figures; before?: Figures | null; label: string }) {
  const fields = [...figures.fields].sort((a, b) => correctionsIn(b) - correctionsIn(a));
  const old = new Map(before?.fields.map((field) => [field.field, field]));
  const heads = ["Right", ...(before ? ["Published"] : []), "Wrong", "Missed", "Invented", "Values"];
  return (
    <Table label={label} heads={["Field", ...heads.map((name) => ({ name, number: true }))]}>
      {fields.map((field) => {
        const was = old.get(field.field);
        return (
          <tr key={field.field}>
            <th scope="row" className={`${cellLook} font-medium`}>
              {nameOfField(field.field)}
            </th>
            <td className={`${number} ${before && was ? toneOf(right(field), right(was)) : ""}`}>{percentOf(right(field))}</td>
            {before && <td className={number}>{was ? percentOf(right(was)) : "–"}</td>}
            <td className={number}>{field.wrong}</td>
            <td className={number}>{field.missed}</td>
            <td className={number}>{field.invented}</td>
            <td className={number}>{field.values}</td>
          </tr>
        );
      })}
    </Table>
  );
}

function toneOf(now: number | null, was: number | null): string {
  if (now === null || was === null || now === was) return "";
  return now > was ? "font-medium text-good" : "font-medium text-bad";
}

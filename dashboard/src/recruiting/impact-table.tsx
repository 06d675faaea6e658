/** The groups of one category, or of two together, with their rates and ratios. */
import type { Schemas } from "#api.ts";
import { Badge } from "#ui/state.tsx";
import { cellLook, numberLook, Table } from "#ui/table.tsx";

type Rate = Schemas["ImpactRate"] | null;

const number = (name: string) => ({ name, number: true });

export function ImpactTable({ category }: { category: Schemas["ImpactCategory"] }) {
  const name = category.categories.join(" and ");
  const hasSelection = category.groups.some(({ selection }) => selection !== null);
  const kinds = hasSelection ? (["selection", "scoring"] as const) : (["scoring"] as const);
  const nameOf = { selection: "Selected", scoring: "Above median" };
  const heads = kinds.flatMap((kind) => [number(nameOf[kind]), number("Rate"), number("Ratio"), number("p (Fisher)")]);
  return (
    <div>
      <Table
        label={`By ${name}`}
        heads={[name, number("Applicants"), ...heads.map((head, at) => ({ ...head, key: `${head.name} ${at}` }))]}
      >
        {category.groups.map((group) => (
          <tr key={group.group.join()}>
            <th scope="row" className={`${cellLook} font-medium`}>
              {group.group.join(", ")} {group.small && <Badge tone="plain">below 2 %</Badge>}
            </th>
            <Figure text={String(group.applicants)} />
            {kinds.map((kind) => (
              <Rates key={kind} rate={group[kind]} />
            ))}
          </tr>
        ))}
      </Table>
      {category.unknown > 0 && <p className="mt-1 text-muted">Not counted, as no group is known: {category.unknown}</p>}
    </div>
  );
}

function Rates({ rate }: { rate: Rate }) {
  if (rate === null) return <td colSpan={4} />;
  return (
    <>
      <Figure text={String(rate.count)} />
      <Figure text={`${(rate.rate * 100).toFixed(1)} %`} />
      <td className={`${cellLook} ${numberLook}`}>
        {rate.impact_ratio?.toFixed(2) ?? ""} {rate.below_four_fifths && <Badge tone="warn">below 4/5</Badge>}
      </td>
      <Figure text={rate.fisher_p === null ? "" : rate.fisher_p.toFixed(3)} />
    </>
  );
}

const Figure = ({ text }: { text: string }) => <td className={`${cellLook} ${numberLook}`}>{text}</td>;

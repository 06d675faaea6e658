/** The jobs to fill. */

import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Plus, Users } from "lucide-react";
import { positionsQuery } from "#api.ts";
import { ForAdmins } from "#app/for-admins.tsx";
import { SearchCard } from "#recruiting/search-card.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { Page } from "#ui/page.tsx";
import { Badge, Empty, Problem, Waiting } from "#ui/state.tsx";
import { cellLook, Table, wideLook } from "#ui/table.tsx";
import { Time } from "#ui/time.tsx";

export function Positions() {
  const { data, error, refetch } = useQuery(positionsQuery);
  const make = (
    <ForAdmins>
      <ButtonLink to="/recruiting/new">
        <Plus className="size-4" /> New position
      </ButtonLink>
    </ForAdmins>
  );
  return (
    <Page
      title="Recruiting"
      lead="A position is a job to fill: the skills it needs, the résumés you received, and how well each one shows these skills."
      actions={data && data.positions.length > 0 ? make : null}
    >
      {error ? (
        <Problem error={error} onRetry={refetch} />
      ) : !data ? (
        <Waiting />
      ) : data.positions.length === 0 ? (
        <Empty icon={Users} title="No positions yet" action={make}>
          Paste a job ad. Its skills and interview questions are found for you, and you can change them. Then add the résumés.
        </Empty>
      ) : (
        <Table label="Positions" heads={["Title", "Applications", { name: "Skills", wide: true }, { name: "Created", wide: true }]}>
          {data.positions.map((position) => (
            <tr key={position.position_id} className="relative hover:bg-sunken/60">
              <th scope="row" className={`${cellLook} font-medium break-words`}>
                <Link to="/recruiting/$positionId" params={{ positionId: position.position_id }} className="after:absolute after:inset-0">
                  {position.title}
                </Link>
              </th>
              <td className={cellLook}>
                {position.applications.total}{" "}
                {position.applications.processing > 0 && <Badge tone="accent">{position.applications.processing} in progress</Badge>}{" "}
                {position.applications.failed > 0 && <Badge tone="bad">{position.applications.failed} failed</Badge>}
              </td>
              <td className={wideLook}>{position.required_skills.map(({ name }) => name).join(", ")}</td>
              <td className={wideLook}>
                <Time at={position.created_at} />
              </td>
            </tr>
          ))}
        </Table>
      )}
      {data && <SearchCard />}
    </Page>
  );
}

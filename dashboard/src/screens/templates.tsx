/** Saved schemas. */

import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { LayoutTemplate, Plus } from "lucide-react";
import { templatesQuery } from "#api.ts";
import { ForAdmins } from "#app/for-admins.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { Page } from "#ui/page.tsx";
import { Empty, Problem, Waiting } from "#ui/state.tsx";
import { cellLook, numberLook, Table, wideLook } from "#ui/table.tsx";
import { Time } from "#ui/time.tsx";

export function Templates() {
  const { data, error, refetch } = useQuery(templatesQuery);
  const make = (
    <ForAdmins>
      <ButtonLink to="/templates/$templateId" params={{ templateId: "new" }}>
        <Plus className="size-4" /> New template
      </ButtonLink>
    </ForAdmins>
  );
  return (
    <Page
      title="Templates"
      lead="A template is a saved set of fields. Your programs send its ID instead of the fields. Every change creates a new version; existing tasks keep theirs."
      actions={data && data.templates.length > 0 ? make : null}
    >
      {error ? (
        <Problem error={error} onRetry={refetch} />
      ) : !data ? (
        <Waiting />
      ) : data.templates.length === 0 ? (
        <Empty icon={LayoutTemplate} title="No templates yet" action={make}>
          Create one here, or save the fields of an extraction in the playground.
        </Empty>
      ) : (
        <Table
          label="Templates"
          heads={[
            "Name",
            { name: "Fields", wide: true, number: true },
            { name: "Version", number: true },
            { name: "Changed", wide: true },
            "",
          ]}
        >
          {data.templates.map((template) => (
            <tr key={template.template_id} className="hover:bg-sunken/60">
              <th scope="row" className={`${cellLook} font-medium break-words`}>
                <Link to="/templates/$templateId" params={{ templateId: template.template_id }} className="hover:underline">
                  {template.name}
                </Link>
              </th>
              <td className={`${wideLook} ${numberLook}`}>{template.extraction_schema.fields.length}</td>
              <td className={`${cellLook} ${numberLook}`}>{template.version}</td>
              <td className={wideLook}>
                <Time at={template.updated_at} />
              </td>
              <td className="px-4 py-2 text-right">
                <ButtonLink kind="quiet" to="/playground" search={{ template: template.template_id }}>
                  Use<span className="sr-only"> {template.name}</span>
                </ButtonLink>
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Page>
  );
}

/** Which documents are in the queue of reviews: of a template, with a broken rule, less sure than a threshold. */
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { templatesQuery } from "#api.ts";
import { RuleFilter } from "#tasks/rule-filter.tsx";
import { SelectField } from "#ui/field.tsx";

const THRESHOLDS = [95, 90, 80, 60];

/** Which documents come, and at which of their values the keys stop. */
export function QueueFilters() {
  const { below, template, rule } = useSearch({ from: "/shell/review" });
  const navigate = useNavigate({ from: "/review" });
  const { data } = useQuery(templatesQuery);
  return (
    <>
      {data && data.templates.length > 1 && (
        <div className="w-44">
          <SelectField
            label="Template"
            hideLabel
            value={template ?? ""}
            onChange={({ target: { value } }) =>
              navigate({
                search: ({ template: _, rule: _rule, ...others }) => (value ? { ...others, template: value } : others),
                replace: true,
              })
            }
          >
            <option value="">All templates</option>
            {data.templates.map(({ template_id, name }) => (
              <option key={template_id} value={template_id}>
                {name}
              </option>
            ))}
          </SelectField>
        </div>
      )}
      <div className="w-56 empty:hidden">
        <RuleFilter
          templates={data?.templates ?? []}
          templateId={template}
          rule={rule}
          onChange={(chosen) =>
            navigate({ search: ({ rule: _, ...others }) => (chosen ? { ...others, rule: chosen } : others), replace: true })
          }
        />
      </div>
      <div className="w-56">
        <SelectField
          label="Documents to review"
          hideLabel
          value={below ?? ""}
          onChange={({ target: { value } }) =>
            navigate({ search: ({ below: _, ...others }) => (value ? { ...others, below: Number(value) } : others), replace: true })
          }
        >
          <option value="">All documents</option>
          {THRESHOLDS.map((threshold) => (
            <option key={threshold} value={threshold}>
              With a value below {threshold} %
            </option>
          ))}
        </SelectField>
      </div>
    </>
  );
}

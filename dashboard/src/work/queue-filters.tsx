/** Which documents are in the queue of reviews: of a template, with a broken rule, less sure than a threshold. */
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type Template, templatesQuery } from "#api.ts";
import { SelectField } from "#ui/field.tsx";

const THRESHOLDS = [95, 90, 80, 60];
/** As the API calls all rules, and the rule about documents that were read before. */
const ANY = "*";
const DUPLICATES = "duplicates";

/** Names of the rules that a document can break, each once. */
function rulesOf(templates: readonly Template[]): string[] {
  const names = templates.flatMap(({ rules }) => [
    ...[...(rules?.checks ?? []), ...(rules?.lookups ?? [])].map(({ name }) => name),
    ...(rules?.duplicates ? [DUPLICATES] : []),
  ]);
  return [...new Set(names)].sort();
}

/** Which documents come, and at which of their values the keys stop. */
export function QueueFilters() {
  const { below, template, rule } = useSearch({ from: "/shell/review" });
  const navigate = useNavigate({ from: "/review" });
  const { data } = useQuery(templatesQuery);
  const rules = rulesOf((data?.templates ?? []).filter(({ template_id }) => template === undefined || template_id === template));
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
      {(rules.length > 0 || rule !== undefined) && (
        <div className="w-56">
          <SelectField
            label="Broken rule"
            hideLabel
            value={rule ?? ""}
            onChange={({ target: { value } }) =>
              navigate({ search: ({ rule: _, ...others }) => (value ? { ...others, rule: value } : others), replace: true })
            }
          >
            <option value="">Rules broken or not</option>
            <option value={ANY}>Any broken rule</option>
            {rules.map((name) => (
              <option key={name} value={name}>
                Broken rule: {name}
              </option>
            ))}
          </SelectField>
        </div>
      )}
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

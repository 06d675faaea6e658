/** Chooses tasks by a rule of their template that their values break. */
import type { Template } from "#api.ts";
import { SelectField } from "#ui/field.tsx";

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

type RuleFilterProps = {
  templates: readonly Template[];
  /** Id of the template whose rules are offered; those of all by default. */
  templateId: string | undefined;
  rule: string | undefined;
  onChange: (rule: string | undefined) => void;
};

/** Nothing where no template has rules. */
export function RuleFilter({ templates, templateId, rule, onChange }: RuleFilterProps) {
  const rules = rulesOf(templates.filter(({ template_id }) => templateId === undefined || template_id === templateId));
  if (rules.length === 0 && rule === undefined) return null;
  return (
    <SelectField label="Broken rule" hideLabel value={rule ?? ""} onChange={({ target: { value } }) => onChange(value || undefined)}>
      <option value="">Rules broken or not</option>
      <option value={ANY}>Any broken rule</option>
      {rules.map((name) => (
        <option key={name} value={name}>
          Broken rule: {name}
        </option>
      ))}
    </SelectField>
  );
}

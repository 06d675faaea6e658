/** Who reads, where there is a choice. */
import { useQuery } from "@tanstack/react-query";
import { messageOf, serverQuery } from "#api.ts";
import { SelectField } from "#ui/field.tsx";

/** Empty: the server's default. */
export function ProviderChoice({ value, onChange }: { value: string; onChange: (provider: string) => void }) {
  const { data, error } = useQuery(serverQuery);
  if (error) return <p className="text-sm text-bad">{messageOf(error)}</p>;
  if (!data || data.providers.length < 2) return null;
  return (
    <div className="w-56">
      <SelectField label="Engine" value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">Default ({data.default_provider})</option>
        {data.providers.map(({ name, model }) => (
          <option key={name} value={name}>
            {model ? `${name}: ${model}` : "local (on this machine)"}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

/** Whether a second person reads a task, and where the two disagree. */
import type { Schemas } from "#api.ts";
import { textOf } from "#document/values.ts";

export function SecondReading({ reading }: { reading: Schemas["SecondReading"] | null }) {
  if (reading === null) return null;
  const { status, first_by, second_by, differences } = reading;
  if (status === "waiting")
    return <p className="text-sm text-muted">It waits for a second reader. {first_by ? `${first_by.email} was the first.` : ""}</p>;
  return (
    <section aria-label="Second reading" className="text-sm">
      <h3 className="font-semibold">Second reading</h3>
      <p className="text-muted">
        {first_by?.email ?? "API key, former member"}, then {second_by?.email ?? "former member"}.{" "}
        {differences?.length === 0 && "Both left the same values."}
      </p>
      {differences && differences.length > 0 && (
        <dl className="mt-2 space-y-1">
          {differences.map(({ path, first, second }) => (
            <div key={path}>
              <dt className="text-muted">{path.slice(1).replaceAll("/", " ")}</dt>
              <dd className="break-words">
                <del className="text-muted">{textOf(first) || "nothing"}</del>{" "}
                <ins className="no-underline">{textOf(second) || "nothing"}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

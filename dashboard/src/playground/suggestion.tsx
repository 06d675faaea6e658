/** The first page of the chosen document, with the labels that were found on it: a click on one adds its field. */
import { queryOptions, useQuery } from "@tanstack/react-query";
import { Sparkles } from "lucide-react";
import { api, type Schemas } from "#api.ts";
import { base64Of } from "#document/base64.ts";
import type { Picked } from "#playground/document-picker.tsx";
import type { SchemaField } from "#schema/model.ts";
import { Button } from "#ui/button.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { Problem } from "#ui/state.tsx";

type Suggestion = Schemas["SuggestSchemaResponse"];

/** A file has no name that tells it from another of the same name, so each gets a number. */
const numbers = new WeakMap<File, number>();
let counted = 0;
function keyOf(picked: Picked): string | number {
  if (picked.kind === "url") return picked.url;
  const known = numbers.get(picked.file) ?? ++counted;
  numbers.set(picked.file, known);
  return known;
}

export const suggestionQuery = (picked: Picked | null) =>
  queryOptions({
    queryKey: ["suggestion", picked && keyOf(picked)],
    queryFn: async () => {
      if (!picked) throw new Error("Choose a document first.");
      const document =
        picked.kind === "url" ? { url: picked.url } : { file_content: await base64Of(picked.file), filename: picked.file.name };
      return api.post("/api/extractor/v1/schemas/suggest", { body: { document } });
    },
    enabled: picked !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  });

type PreviewProps = { picked: Picked; names: ReadonlySet<string>; onAdd: (fields: SchemaField[]) => void };

export function SuggestionPreview({ picked, names, onAdd }: PreviewProps) {
  const { data, error, isLoading } = useQuery(suggestionQuery(picked));
  if (isLoading)
    return (
      <p role="status" className="mt-3 flex items-center gap-2 text-sm text-muted">
        <Spinner className="size-4 text-accent" /> Reading its labels…
      </p>
    );
  if (error)
    return (
      <div className="mt-3">
        <Problem error={error} />
      </div>
    );
  if (!data) return null;
  const missing = data.extraction_schema.fields.filter(({ name }) => !names.has(name));
  return (
    <div className="mt-3 space-y-3">
      {missing.length > 0 && (
        <div className="flex flex-wrap items-center gap-3 rounded-lg bg-accent-soft px-3 py-2 text-sm">
          <Sparkles className="size-4 text-accent" aria-hidden="true" />
          <span className="flex-1">
            {missing.length} {missing.length === 1 ? "field" : "fields"} found on the page by{" "}
            {missing.length === 1 ? "its label" : "their labels"}.
          </span>
          <Button kind="secondary" className="py-1" onClick={() => onAdd(missing)}>
            Add {missing.length === 1 ? "it" : "all"}
          </Button>
        </div>
      )}
      <FirstPage suggestion={data} names={names} onAdd={onAdd} />
    </div>
  );
}

function FirstPage({ suggestion, names, onAdd }: { suggestion: Suggestion } & Omit<PreviewProps, "picked">) {
  const { preview, suggestions, extraction_schema } = suggestion;
  const fieldOf = (path: string) => extraction_schema.fields.find(({ name }) => path.split("/")[1] === name);
  return (
    <figure className="relative overflow-hidden rounded-lg border bg-white">
      <img
        src={`data:image/png;base64,${preview.png_base64}`}
        width={preview.width_px}
        height={preview.height_px}
        alt={`Page ${preview.page} of the document`}
        className="w-full"
      />
      {suggestions
        .filter(({ page }) => page === preview.page)
        .map(({ path, label, label_bbox: [left = 0, top = 0, right = 0, bottom = 0] }) => {
          const field = fieldOf(path);
          const isIn = field !== undefined && names.has(field.name);
          return (
            <button
              key={path}
              type="button"
              // The same fields can be added by the button above and named in their rows.
              tabIndex={-1}
              disabled={!field || isIn}
              aria-label={isIn ? `${label}: in the fields` : `Add ${label}`}
              title={isIn ? `${label}: in the fields` : `Add “${label}” as a field`}
              onClick={() => field && onAdd([field])}
              style={{
                left: `${left * 100}%`,
                top: `${top * 100}%`,
                width: `${(right - left) * 100}%`,
                height: `${(bottom - top) * 100}%`,
              }}
              className={`absolute rounded-[3px] border ${isIn ? "border-good/70 bg-good/15" : "border-dashed border-accent bg-accent/10 hover:bg-accent/30"}`}
            />
          );
        })}
    </figure>
  );
}

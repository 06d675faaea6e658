/** The first page of the chosen document, and the labels that were found on it: a click on one adds its field. */
import { useQuery } from "@tanstack/react-query";
import { Check, Plus, Sparkles } from "lucide-react";
import type { Schemas } from "#api.ts";
import { isLocked, type Picked, previewQuery, suggestionQuery } from "#playground/document.ts";
import type { SchemaField } from "#schema/model.ts";
import { Button } from "#ui/button.tsx";
import { countOf } from "#ui/count.ts";
import { Spinner } from "#ui/spinner.tsx";
import { Problem } from "#ui/state.tsx";

type Suggestion = Schemas["SuggestSchemaResponse"];

type PreviewProps = { picked: Picked; names: ReadonlySet<string>; onAdd: (fields: SchemaField[]) => void };

export function SuggestionPreview({ picked, names, onAdd }: PreviewProps) {
  const suggestion = useQuery(suggestionQuery(picked));
  const picture = useQuery(previewQuery(picked));
  const preview = suggestion.data?.preview ?? picture.data?.preview;
  if (isLocked(suggestion.error)) return null;
  return (
    <div className="mt-3 space-y-3">
      {suggestion.isLoading && (
        <p role="status" className="flex items-center gap-2 text-sm text-muted">
          <Spinner className="size-4 text-accent" /> Reading the labels…
        </p>
      )}
      <Problem error={suggestion.error} />
      {suggestion.data && <Suggestions suggestion={suggestion.data} names={names} onAdd={onAdd} />}
      {preview && (
        <figure className="relative overflow-hidden rounded-lg border bg-white">
          <img
            src={`data:image/png;base64,${preview.png_base64}`}
            width={preview.width_px}
            height={preview.height_px}
            alt={`Page ${preview.page} of the document`}
            className="w-full"
          />
          {suggestion.data && <LabelBoxes suggestion={suggestion.data} names={names} onAdd={onAdd} />}
        </figure>
      )}
    </div>
  );
}

type FoundProps = { suggestion: Suggestion } & Omit<PreviewProps, "picked">;

/** Each field with what the page has for it. */
function Suggestions({ suggestion: { extraction_schema, suggestions }, names, onAdd }: FoundProps) {
  const { fields } = extraction_schema;
  const missing = fields.filter(({ name }) => !names.has(name));
  if (fields.length === 0) return <p className="text-sm text-muted">No labels were found. Name the fields you want yourself.</p>;
  const sampleOf = ({ name, type, fields: columns }: SchemaField) => {
    const own = suggestions.find(({ path }) => path === `/${name}`);
    return type === "table" ? `Table with ${countOf(columns?.length ?? 0, "column")}` : own?.sample;
  };
  return (
    <section aria-label="Suggested fields" className="rounded-lg border">
      <header className="flex flex-wrap items-center gap-2 border-b bg-accent-soft px-3 py-2 text-sm">
        <Sparkles className="size-4 text-accent" aria-hidden="true" />
        <span className="flex-1">{countOf(fields.length, "field")} found by the labels on the page</span>
        {missing.length > 0 && (
          <Button kind="secondary" className="py-1" onClick={() => onAdd(missing)}>
            {missing.length === 1 ? "Add 1 field" : `Add all ${missing.length}`}
          </Button>
        )}
      </header>
      <ul className="max-h-56 divide-y overflow-y-auto text-sm">
        {fields.map((field) => {
          const isIn = names.has(field.name);
          const sample = sampleOf(field);
          return (
            <li key={field.name}>
              <button
                type="button"
                disabled={isIn}
                onClick={() => onAdd([field])}
                className="grid w-full grid-cols-[2fr_3fr_auto] items-baseline gap-3 px-3 py-1.5 text-left hover:bg-accent-soft/60 disabled:hover:bg-transparent"
              >
                <span className="truncate text-muted" title={field.description}>
                  <span className="sr-only">{isIn ? "Added: " : "Add "}</span>
                  {field.description ?? field.name}
                </span>
                <span className="truncate font-medium" title={sample ?? undefined}>
                  {sample ?? <span className="font-normal text-muted italic">Empty</span>}
                </span>
                {isIn ? <Check className="size-4 self-center text-good" /> : <Plus className="size-4 self-center text-muted" />}
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function LabelBoxes({ suggestion, names, onAdd }: FoundProps) {
  const { preview, suggestions, extraction_schema } = suggestion;
  const fieldOf = (path: string) => extraction_schema.fields.find(({ name }) => path.split("/")[1] === name);
  return suggestions
    .filter(({ page }) => page === preview.page)
    .map(({ path, label, label_bbox: [left = 0, top = 0, right = 0, bottom = 0] }) => {
      const field = fieldOf(path);
      const isIn = field !== undefined && names.has(field.name);
      return (
        <button
          key={path}
          type="button"
          // The same fields can be added in the list above.
          tabIndex={-1}
          disabled={!field || isIn}
          aria-label={isIn ? `${label}: added` : `Add ${label}`}
          title={isIn ? `${label}: added` : `Add “${label}” as a field`}
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
    });
}

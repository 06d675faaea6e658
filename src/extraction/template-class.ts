/** A template as a class that documents may be of. */
import type { TemplateRecord } from "#contract/templates.ts";
import { type LooksFor, looksFor } from "#engines/looks-for.ts";
import type { Class } from "#packets/classes/class-features.ts";

export const classOfTemplate = ({ template_id, name, document_description, extraction_schema }: TemplateRecord): Class => ({
  id: template_id,
  name,
  description: document_description ?? "",
  schema: extraction_schema,
});

/** What is looked for on the pages of a document that may be of any of them: what is read of it serves the one that it is of. */
export function looksForAny(templates: readonly TemplateRecord[]): LooksFor {
  const looks = templates.map(({ extraction_schema, document_description }) =>
    looksFor({ ...extraction_schema, ...(document_description === null ? {} : { document_description }) }),
  );
  return { ink: looks.some(({ ink }) => ink), marks: looks.some(({ marks }) => marks) };
}

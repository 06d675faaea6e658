/** A template as a class that documents may be of. */
import type { TemplateRecord } from "#contract/templates.ts";
import type { Class } from "#packets/classes/class-features.ts";

export const classOfTemplate = ({ template_id, name, document_description, extraction_schema }: TemplateRecord): Class => ({
  id: template_id,
  name,
  description: document_description ?? "",
  schema: extraction_schema,
});

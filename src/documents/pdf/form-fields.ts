/** AcroForm widgets of a page. */
import type { FormField } from "#documents/document.ts";
import type { ParsedPage } from "./parser.ts";

export function formFieldsOf(page: ParsedPage): FormField[] {
  return (page.formFields ?? []).map((field) => ({
    name: field.name ?? field.alternateName ?? "",
    kind: field.type,
    value: field.value ?? null,
    checked: field.checked ?? null,
    box: {
      left: field.rect?.x ?? 0,
      top: field.rect?.y ?? 0,
      right: (field.rect?.x ?? 0) + (field.rect?.width ?? 0),
      bottom: (field.rect?.y ?? 0) + (field.rect?.height ?? 0),
    },
  }));
}

/** What changed from one version of a template to the next, field by field. */
import type { Template } from "#api.ts";
import type { SchemaField } from "#schema/model.ts";

export type Change = { kind: "added" | "removed" | "changed"; what: string };

export function changesOf(before: Template, after: Template): Change[] {
  const renamed: Change[] = before.name === after.name ? [] : [{ kind: "changed", what: `name: ${before.name} → ${after.name}` }];
  const described: Change[] =
    (before.document_description ?? "") === (after.document_description ?? "") ? [] : [{ kind: "changed", what: "document description" }];
  const ruled: Change[] = JSON.stringify(before.rules) === JSON.stringify(after.rules) ? [] : [{ kind: "changed", what: "rules" }];
  return [...renamed, ...described, ...ruled, ...between(flat(before.extraction_schema.fields), flat(after.extraction_schema.fields))];
}

/** Fields by their path, each without those inside it. */
function flat(fields: readonly SchemaField[], path = ""): Map<string, SchemaField> {
  return new Map(
    fields.flatMap((field) => {
      const at = path ? `${path}.${field.name}` : field.name;
      const { fields: inner, ...own } = field;
      return [[at, own as SchemaField] as const, ...flat(inner ?? [], at)];
    }),
  );
}

function between(before: Map<string, SchemaField>, after: Map<string, SchemaField>): Change[] {
  const removed = [...before.keys()].filter((path) => !after.has(path)).map((path): Change => ({ kind: "removed", what: path }));
  const others = [...after].flatMap(([path, field]): Change[] => {
    const old = before.get(path);
    if (!old) return [{ kind: "added", what: `${path} (${field.type})` }];
    if (JSON.stringify(old) === JSON.stringify(field)) return [];
    return [{ kind: "changed", what: old.type === field.type ? path : `${path}: ${old.type} → ${field.type}` }];
  });
  return [...removed, ...others];
}

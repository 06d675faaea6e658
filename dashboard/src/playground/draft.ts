/** The document and the fields of the playground while somebody works on them. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { templatesQuery } from "#api.ts";
import { type Picked, suggestionQuery } from "#playground/document.ts";
import { fieldsOf, newRow, type Row, rowsOf, type SchemaField } from "#schema/model.ts";

export type Draft = {
  picked: Picked | null;
  rows: Row[];
  fields: SchemaField[];
  /** Whether somebody changed fields that are kept nowhere yet. */
  edited: boolean;
  /** Fields that would take the place of edited ones, once somebody says so. */
  replacing: SchemaField[] | null;
};

export type Drafting = ReturnType<typeof useDraft>;

/** `templateId`: the template of the address, which is taken once. */
export function useDraft(templateId: string | undefined) {
  const [picked, setPicked] = useState<Picked | null>(null);
  const [rows, setRows] = useState<Row[]>(() => [newRow()]);
  const [edited, setEdited] = useState(false);
  const [replacing, setReplacing] = useState<SchemaField[] | null>(null);
  const fields = fieldsOf(rows);
  const put = (next: readonly SchemaField[]) => {
    setRows(next.length > 0 ? rowsOf(next) : [newRow()]);
    setEdited(false);
    setReplacing(null);
  };
  const offer = (next: SchemaField[]) => (edited && fields.length > 0 ? setReplacing(next) : put(next));
  useTemplateOfAddress(templateId, put);
  // A document of one's own brings its labels as the first fields; what somebody wrote before stays.
  const suggested = useQuery(suggestionQuery(picked)).data?.extraction_schema.fields;
  useEffect(() => {
    if (suggested) setRows((known) => (fieldsOf(known).length === 0 && suggested.length > 0 ? rowsOf(suggested) : known));
  }, [suggested]);
  return {
    draft: { picked, rows, fields, edited: edited && fields.length > 0, replacing } satisfies Draft,
    pick: (next: Picked | null) => {
      setPicked(next);
      if (next?.fields) offer(next.fields);
    },
    change: (next: Row[]) => {
      setRows(next);
      setEdited(true);
    },
    add: (more: SchemaField[]) => setRows([...rows.filter(({ name }) => name.trim() !== ""), ...rowsOf(more)]),
    put,
    offer,
    keep: () => setReplacing(null),
    saved: () => setEdited(false),
  };
}

/** What is changed afterwards stays, also when the list is read anew. */
function useTemplateOfAddress(templateId: string | undefined, put: (fields: readonly SchemaField[]) => void): void {
  const { data } = useQuery(templatesQuery);
  const taken = useRef<string | null>(null);
  useEffect(() => {
    const template = data?.templates.find(({ template_id }) => template_id === templateId);
    if (!template || taken.current === template.template_id) return;
    taken.current = template.template_id;
    put(template.extraction_schema.fields);
  });
}

/** Fields as JSON. What is typed counts as soon as it is a schema; until then it is said what is missing. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { schemaRemarksQuery } from "#api.ts";
import { fieldsOf, type Row, rowsOf } from "#schema/model.ts";
import { TextArea } from "#ui/field.tsx";

/** After the last key, before the server is asked. */
const PAUSE_MS = 400;

export function SchemaJson({ rows, onChange }: { rows: Row[]; onChange: (rows: Row[]) => void }) {
  const [text, setText] = useState(() => textOf(rows));
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    setText((typed) => (sameFields(typed, rows) ? typed : textOf(rows)));
  }, [rows]);
  const type = (next: string) => {
    setText(next);
    const read = readJson(next);
    setError(typeof read === "string" ? read : null);
    if (typeof read !== "string") onChange(read);
  };
  return (
    <>
      <TextArea
        label="Schema as JSON"
        hideLabel
        spellCheck={false}
        rows={20}
        value={text}
        error={error}
        className="font-mono text-xs"
        onChange={(event) => type(event.target.value)}
      />
      {error === null && <Remarks text={text} />}
    </>
  );
}

/** What the server finds wrong with the schema, and what nothing in it is read for. */
function Remarks({ text }: { text: string }) {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const { data } = useQuery(schemaRemarksQuery(settled));
  const remarks = [...(data?.errors ?? []).map(({ msg }) => msg), ...(data?.warnings ?? []).map(({ message }) => message)];
  if (remarks.length === 0) return null;
  return (
    <div role="status" aria-label="Remarks on the schema" className="mt-2 rounded-lg bg-warn-soft px-3 py-2 text-sm text-warn">
      <ul className="space-y-1">
        {remarks.map((remark) => (
          <li key={remark}>{remark}</li>
        ))}
      </ul>
    </div>
  );
}

const textOf = (rows: readonly Row[]) => JSON.stringify({ fields: fieldsOf(rows) }, null, 2);

function sameFields(typed: string, rows: readonly Row[]): boolean {
  const read = readJson(typed);
  return typeof read !== "string" && textOf(read) === textOf(rows);
}

function readJson(text: string): Row[] | string {
  try {
    const value = JSON.parse(text);
    return Array.isArray(value?.fields) ? rowsOf(value.fields) : "Write an object with a list of fields, each with a name.";
  } catch (error) {
    return `This is not valid JSON: ${error instanceof Error ? error.message : error}`;
  }
}

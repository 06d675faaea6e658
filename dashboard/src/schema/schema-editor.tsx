/** Fields by rows, or as JSON; both are the same schema. */
import { ChevronDown, ChevronUp, Plus, Settings2, Trash2 } from "lucide-react";
import { useState } from "react";
import { hasChoices, hasRows, moved, newRow, type Row, TYPES } from "#schema/model.ts";
import { SchemaJson } from "#schema/schema-json.tsx";
import { Button, IconButton } from "#ui/button.tsx";
import { CheckField, SelectField, TextArea, TextField } from "#ui/field.tsx";
import { Tabs } from "#ui/tabs.tsx";

type EditorProps = { rows: Row[]; onChange: (rows: Row[]) => void };

export function SchemaEditor({ rows, onChange }: EditorProps) {
  const [view, setView] = useState("Rows");
  return (
    <Tabs
      label="View of the fields"
      value={view}
      onChange={setView}
      tabs={[
        { name: "Rows", content: <FieldRows rows={rows} onChange={onChange} level={1} /> },
        { name: "JSON", content: <SchemaJson rows={rows} onChange={onChange} /> },
      ]}
    />
  );
}

const LEVELS_MAX = 7;

function FieldRows({ rows, onChange, level, adds = "Add field" }: EditorProps & { level: number; adds?: string }) {
  const replace = (key: string, next: Row) => onChange(rows.map((row) => (row.key === key ? next : row)));
  return (
    <div>
      <ul className="space-y-1.5">
        {rows.map((row, i) => (
          <FieldRow
            key={row.key}
            row={row}
            level={level}
            onChange={(next) => replace(row.key, next)}
            onRemove={() => onChange(rows.filter(({ key }) => key !== row.key))}
            onMove={(by) => onChange(moved(rows, i, i + by))}
            isFirst={i === 0}
            isLast={i === rows.length - 1}
          />
        ))}
      </ul>
      <Button kind="quiet" className="mt-2" icon={<Plus className="size-4" />} onClick={() => onChange([...rows, newRow()])}>
        {adds}
      </Button>
    </div>
  );
}

type FieldRowProps = {
  row: Row;
  level: number;
  onChange: (row: Row) => void;
  onRemove: () => void;
  onMove: (by: 1 | -1) => void;
  isFirst: boolean;
  isLast: boolean;
};

function FieldRow({ row, level, onChange, onRemove, onMove, isFirst, isLast }: FieldRowProps) {
  const [open, setOpen] = useState(hasChoices(row.type));
  const called = row.name || "new field";
  const set = (more: Partial<Row>) => onChange({ ...row, ...more });
  const setType = (type: Row["type"]) => {
    if (hasChoices(type)) setOpen(true);
    set({ type, ...(hasRows(type) && row.rows.length === 0 ? { rows: [newRow()] } : {}) });
  };
  return (
    <li className={level === 1 ? "rounded-lg border bg-surface p-1.5" : ""}>
      <div className="flex items-center gap-1.5">
        <div className="grid min-w-0 flex-1 grid-cols-[3fr_2fr] gap-1.5">
          <TextField
            label={`Name of ${called}`}
            hideLabel
            value={row.name}
            placeholder="invoice_number"
            maxLength={200}
            className="font-mono"
            onChange={(event) => set({ name: event.target.value })}
          />
          <SelectField
            label={`Type of ${called}`}
            hideLabel
            value={row.type}
            onChange={(event) => setType(event.target.value as Row["type"])}
          >
            {TYPES.filter(([type]) => level < LEVELS_MAX || !hasRows(type)).map(([type, name]) => (
              <option key={type} value={type}>
                {name}
              </option>
            ))}
          </SelectField>
        </div>
        <IconButton label={`More options for ${called}`} aria-expanded={open} onClick={() => setOpen(!open)}>
          <Settings2 className="size-4" />
        </IconButton>
        <IconButton label={`Remove ${called}`} onClick={onRemove}>
          <Trash2 className="size-4" />
        </IconButton>
      </div>
      {open && (
        <div className="mt-2 space-y-2 border-t pt-2">
          <TextField
            label={`Description of ${called}`}
            hideLabel
            value={row.description}
            placeholder="Describe it in your own words, with other names it may have"
            onChange={(event) => set({ description: event.target.value })}
          />
          {hasChoices(row.type) && (
            <TextArea
              label={`Choices of ${called}`}
              hint="One per line."
              rows={3}
              value={row.choices.join("\n")}
              onChange={(event) => set({ choices: event.target.value.split("\n") })}
              onBlur={() => set({ choices: row.choices.map((each) => each.trim()).filter(Boolean) })}
            />
          )}
          <div className="flex items-center justify-between">
            <CheckField label="Required" checked={row.required} onChange={(event) => set({ required: event.target.checked })} />
            <div className="flex">
              <IconButton label={`Move ${called} up`} disabled={isFirst} onClick={() => onMove(-1)}>
                <ChevronUp className="size-4" />
              </IconButton>
              <IconButton label={`Move ${called} down`} disabled={isLast} onClick={() => onMove(1)}>
                <ChevronDown className="size-4" />
              </IconButton>
            </div>
          </div>
        </div>
      )}
      {hasRows(row.type) && (
        <div className="mt-1.5 mb-1 ml-1.5 border-l-2 pl-2.5">
          <FieldRows
            rows={row.rows}
            onChange={(inner) => set({ rows: inner })}
            level={level + 1}
            adds={row.type === "table" ? "Add column" : "Add field"}
          />
        </div>
      )}
    </li>
  );
}

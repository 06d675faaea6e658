/** Skills and questions of a position while they are edited. */
import { Plus, Trash2 } from "lucide-react";
import type { Schemas } from "#api.ts";
import { Button, IconButton } from "#ui/button.tsx";
import { CheckField, TextArea, TextField } from "#ui/field.tsx";

export type SkillRow = { key: string; name: string; type: string; required: boolean };
export type QuestionRow = { key: string; text: string };

export const skillRowsOf = (skills: readonly Schemas["Skill"][]): SkillRow[] =>
  skills.map((skill) => ({ key: crypto.randomUUID(), ...skill }));
export const questionRowsOf = (questions: readonly string[]): QuestionRow[] =>
  questions.map((text) => ({ key: crypto.randomUUID(), text }));
export const skillsOf = (rows: readonly SkillRow[]) =>
  rows.filter(({ name }) => name.trim() !== "").map(({ name, type, required }) => ({ name: name.trim(), type, required }));
export const questionsOf = (rows: readonly QuestionRow[]) => rows.map(({ text }) => text.trim()).filter(Boolean);

const SKILLS_MAX = 50;
/** Letters of a line on a narrow screen, for browsers whose fields do not grow with what is in them. */
const QUESTION_LINE_LETTERS = 45;

export function SkillRows({ rows, onChange }: { rows: SkillRow[]; onChange: (rows: SkillRow[]) => void }) {
  const set = (key: string, more: Partial<SkillRow>) => onChange(rows.map((row) => (row.key === key ? { ...row, ...more } : row)));
  return (
    <div>
      <ul className="space-y-1.5">
        {rows.map((row, i) => (
          <li key={row.key} className="flex items-center gap-2">
            <div className="min-w-0 flex-1">
              <TextField
                label={`Skill ${i + 1}`}
                hideLabel
                value={row.name}
                maxLength={200}
                placeholder="PostgreSQL"
                onChange={(event) => set(row.key, { name: event.target.value })}
              />
            </div>
            <CheckField
              label={
                <>
                  Required<span className="sr-only">: {row.name}</span>
                </>
              }
              checked={row.required}
              onChange={(event) => set(row.key, { required: event.target.checked })}
            />
            <IconButton
              label={`Remove ${row.name || `skill ${i + 1}`}`}
              onClick={() => onChange(rows.filter(({ key }) => key !== row.key))}
            >
              <Trash2 className="size-4" />
            </IconButton>
          </li>
        ))}
      </ul>
      {rows.length < SKILLS_MAX && (
        <Button
          kind="quiet"
          className="mt-2"
          icon={<Plus className="size-4" />}
          onClick={() => onChange([...rows, { key: crypto.randomUUID(), name: "", type: "technical", required: true }])}
        >
          Add skill
        </Button>
      )}
      <p className="mt-1 text-xs text-muted">Required skills count double.</p>
    </div>
  );
}

export function QuestionRows({ rows, onChange }: { rows: QuestionRow[]; onChange: (rows: QuestionRow[]) => void }) {
  return (
    <div>
      <ul className="space-y-1.5">
        {rows.map((row, i) => (
          <li key={row.key} className="flex items-start gap-2">
            <div className="min-w-0 flex-1">
              <TextArea
                label={`Question ${i + 1}`}
                hideLabel
                rows={Math.max(2, Math.ceil(row.text.length / QUESTION_LINE_LETTERS))}
                className="field-sizing-content"
                value={row.text}
                maxLength={2000}
                onChange={(event) => onChange(rows.map((each) => (each.key === row.key ? { ...each, text: event.target.value } : each)))}
              />
            </div>
            <IconButton label={`Remove question ${i + 1}`} onClick={() => onChange(rows.filter(({ key }) => key !== row.key))}>
              <Trash2 className="size-4" />
            </IconButton>
          </li>
        ))}
      </ul>
      <Button
        kind="quiet"
        className="mt-2"
        icon={<Plus className="size-4" />}
        onClick={() => onChange([...rows, { key: crypto.randomUUID(), text: "" }])}
      >
        Add question
      </Button>
    </div>
  );
}

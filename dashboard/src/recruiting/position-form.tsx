/** Title, skills and questions of a position, how long its applications are kept, and how candidates ask for a review. */
import { type FormEvent, useState } from "react";
import type { Schemas } from "#api.ts";
import { errorOf, restOf } from "#app/form-errors.ts";
import { Unsaved } from "#app/unsaved.tsx";
import { QuestionRows, questionRowsOf, questionsOf, SkillRows, skillRowsOf, skillsOf } from "#recruiting/skill-rows.tsx";
import { Button } from "#ui/button.tsx";
import { TextArea, TextField } from "#ui/field.tsx";
import { Card } from "#ui/page.tsx";
import { Problem } from "#ui/state.tsx";

export type PositionParts = Pick<Schemas["Position"], "title" | "required_skills" | "questions" | "retention_days" | "review_contact">;

type PositionFormProps = {
  start: PositionParts;
  deed: string;
  onSave: (parts: PositionParts) => void;
  busy: boolean;
  saved: boolean;
  error: unknown;
};

const DAYS_MAX = 3650;

export function PositionForm({ start, deed, onSave, busy, saved, error }: PositionFormProps) {
  const [title, setTitle] = useState(start.title);
  const [skills, setSkills] = useState(() => skillRowsOf(start.required_skills));
  const [questions, setQuestions] = useState(() => questionRowsOf(start.questions));
  const [days, setDays] = useState(start.retention_days?.toString() ?? "");
  const [contact, setContact] = useState(start.review_contact ?? "");
  const [changed, setChanged] = useState(false);
  const change = (set: () => void) => {
    set();
    setChanged(true);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSave({
      title,
      required_skills: skillsOf(skills),
      questions: questionsOf(questions),
      retention_days: days === "" ? null : Number(days),
      review_contact: contact.trim() || null,
    });
  };
  return (
    <Card title="Position">
      <Unsaved when={changed && !saved} what="Your changes to this position" />
      <form onSubmit={submit} className="space-y-5">
        <TextField
          label="Title"
          required
          maxLength={200}
          value={title}
          onChange={(event) => change(() => setTitle(event.target.value))}
          error={errorOf(error, "title")}
        />
        <fieldset>
          <legend className="mb-1.5 text-sm font-medium">Skills</legend>
          <SkillRows rows={skills} onChange={(rows) => change(() => setSkills(rows))} />
        </fieldset>
        <fieldset>
          <legend className="mb-1.5 text-sm font-medium">Questions for the interview</legend>
          <QuestionRows rows={questions} onChange={(rows) => change(() => setQuestions(rows))} />
        </fieldset>
        <TextField
          label="Delete applications after (days)"
          hint="With résumés and evaluations, counted from when they were read. Empty: by the rule of the service."
          type="number"
          min={1}
          max={DAYS_MAX}
          step={1}
          className="max-w-32"
          value={days}
          onChange={(event) => change(() => setDays(event.target.value))}
          error={errorOf(error, "retention_days")}
        />
        <TextArea
          label="How candidates ask for a review"
          hint="Printed in the report that you can hand to a candidate: an address, a person or an office."
          rows={2}
          maxLength={500}
          value={contact}
          onChange={(event) => change(() => setContact(event.target.value))}
          error={errorOf(error, "review_contact")}
        />
        <Problem error={restOf(error, ["title", "retention_days", "review_contact"])} />
        <Button type="submit" busy={busy} disabled={skillsOf(skills).length === 0 || title.trim() === ""}>
          {deed}
        </Button>
      </form>
    </Card>
  );
}

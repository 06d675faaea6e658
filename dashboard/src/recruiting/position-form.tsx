/** Title, skills and questions of a position. */
import { type FormEvent, useState } from "react";
import type { Schemas } from "#api.ts";
import { errorOf, restOf } from "#app/form-errors.ts";
import { Unsaved } from "#app/unsaved.tsx";
import { QuestionRows, questionRowsOf, questionsOf, SkillRows, skillRowsOf, skillsOf } from "#recruiting/skill-rows.tsx";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { Card } from "#ui/page.tsx";
import { Problem } from "#ui/state.tsx";

type Parts = Pick<Schemas["Position"], "title" | "required_skills" | "questions">;

type PositionFormProps = { start: Parts; deed: string; onSave: (parts: Parts) => void; busy: boolean; saved: boolean; error: unknown };

export function PositionForm({ start, deed, onSave, busy, saved, error }: PositionFormProps) {
  const [title, setTitle] = useState(start.title);
  const [skills, setSkills] = useState(() => skillRowsOf(start.required_skills));
  const [questions, setQuestions] = useState(() => questionRowsOf(start.questions));
  const [changed, setChanged] = useState(false);
  const change = (set: () => void) => {
    set();
    setChanged(true);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSave({ title, required_skills: skillsOf(skills), questions: questionsOf(questions) });
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
        <Problem error={restOf(error, ["title"])} />
        <Button type="submit" busy={busy} disabled={skillsOf(skills).length === 0 || title.trim() === ""}>
          {deed}
        </Button>
      </form>
    </Card>
  );
}

-- Reviewing as work of several people: who is to look at a task, who has it open, what was said of it, and who reviewed how much.

CREATE TABLE task_work (
  task_id text PRIMARY KEY REFERENCES tasks ON DELETE CASCADE,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  assigned_to text,
  -- Until then nobody else may change its values.
  open_by text,
  opened_at timestamptz,
  open_until timestamptz,
  FOREIGN KEY (account_id, assigned_to) REFERENCES members ON DELETE SET NULL (assigned_to),
  FOREIGN KEY (account_id, open_by) REFERENCES members ON DELETE SET NULL (open_by)
);
CREATE INDEX task_work_assigned ON task_work (account_id, assigned_to) WHERE assigned_to IS NOT NULL;
CREATE INDEX task_work_open ON task_work (account_id, open_by) WHERE open_by IS NOT NULL;
ALTER TABLE task_work ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON task_work USING (account_id = nullif(current_setting('winnow.account', true), ''));

CREATE TABLE task_comments (
  id text PRIMARY KEY,
  task_id text NOT NULL REFERENCES tasks ON DELETE CASCADE,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  -- Null: with an API key, or by a person who is no member any more.
  person_id text,
  -- Sealed.
  body text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (account_id, person_id) REFERENCES members ON DELETE SET NULL (person_id)
);
CREATE INDEX task_comments_of_task ON task_comments (task_id, id);
CREATE INDEX task_comments_of_person ON task_comments (account_id, person_id) WHERE person_id IS NOT NULL;
ALTER TABLE task_comments ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON task_comments USING (account_id = nullif(current_setting('winnow.account', true), ''));

-- One line for each finished review; it outlives the task.
CREATE TABLE review_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  task_id text NOT NULL,
  template_id text,
  -- As in task_comments.
  person_id text,
  at timestamptz NOT NULL DEFAULT now(),
  -- From opening to finishing; null where it was not opened.
  seconds integer,
  -- The fields that were corrected, without the rows' numbers: no values.
  fields text[] NOT NULL,
  FOREIGN KEY (account_id, person_id) REFERENCES members ON DELETE SET NULL (person_id)
);
CREATE INDEX review_log_of_account ON review_log (account_id, at);
CREATE INDEX review_log_of_task ON review_log (task_id);
CREATE INDEX review_log_of_person ON review_log (account_id, person_id) WHERE person_id IS NOT NULL;
ALTER TABLE review_log ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON review_log USING (account_id = nullif(current_setting('winnow.account', true), ''));

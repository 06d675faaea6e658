-- Queues of documents with a broken rule, and second readings of a sampled share of the reviews.

-- A row for each rule that a task breaks, and one named `*` for all of them together. A task that breaks none has no row.
CREATE TABLE task_broken_rules (
  task_id text NOT NULL REFERENCES tasks ON DELETE CASCADE,
  rule text NOT NULL,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  template_id text,
  -- Of the task.
  confidence double precision,
  -- Whether nobody has reviewed the task yet.
  waits boolean NOT NULL,
  PRIMARY KEY (task_id, rule)
);
CREATE INDEX task_broken_rules_waiting ON task_broken_rules (account_id, rule, confidence, task_id DESC) WHERE waits;
CREATE INDEX task_broken_rules_waiting_of_template ON task_broken_rules (account_id, template_id, rule, confidence, task_id DESC) WHERE waits;
CREATE INDEX task_broken_rules_newest ON task_broken_rules (account_id, rule, task_id DESC);
ALTER TABLE task_broken_rules ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON task_broken_rules USING (account_id = nullif(current_setting('winnow.account', true), ''));

-- Share of the finished reviews that another person reads again, 0 to 1.
ALTER TABLE template_versions ADD COLUMN second_review_share double precision;

-- A task that is to be read, or was read, by a second person.
CREATE TABLE second_readings (
  task_id text PRIMARY KEY REFERENCES tasks ON DELETE CASCADE,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  -- Null: with an API key, or by a person who is no member any more.
  first_person text,
  first_at timestamptz NOT NULL DEFAULT now(),
  -- Corrections of the first reader, until the second has finished. Sealed.
  first_values json,
  second_person text,
  -- Null while it waits.
  second_at timestamptz,
  -- The values of which the two say something else. Sealed.
  differences json,
  FOREIGN KEY (account_id, first_person) REFERENCES members ON DELETE SET NULL (first_person),
  FOREIGN KEY (account_id, second_person) REFERENCES members ON DELETE SET NULL (second_person)
);
CREATE INDEX second_readings_waiting ON second_readings (account_id, first_at) WHERE second_at IS NULL;
CREATE INDEX second_readings_of_first ON second_readings (account_id, first_person) WHERE first_person IS NOT NULL;
CREATE INDEX second_readings_of_second ON second_readings (account_id, second_person) WHERE second_person IS NOT NULL;
ALTER TABLE second_readings ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON second_readings USING (account_id = nullif(current_setting('winnow.account', true), ''));

-- One line for each finished second reading; it outlives the task.
CREATE TABLE reading_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  task_id text NOT NULL,
  template_id text NOT NULL,
  -- As in second_readings.
  first_person text,
  at timestamptz NOT NULL DEFAULT now(),
  -- How many values of each field both read, and how many alike: no values.
  tally json NOT NULL,
  FOREIGN KEY (account_id, first_person) REFERENCES members ON DELETE SET NULL (first_person)
);
CREATE INDEX reading_log_of_account ON reading_log (account_id, at);
CREATE INDEX reading_log_of_template ON reading_log (account_id, template_id, at DESC);
CREATE INDEX reading_log_of_task ON reading_log (task_id);
CREATE INDEX reading_log_of_person ON reading_log (account_id, first_person) WHERE first_person IS NOT NULL;
ALTER TABLE reading_log ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON reading_log USING (account_id = nullif(current_setting('winnow.account', true), ''));

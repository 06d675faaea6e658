-- Positions: jobs to fill, whose résumés are evaluated against their skills.

CREATE TABLE positions (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  title text NOT NULL,
  description text,
  description_file_url text,
  required_skills json NOT NULL,
  questions json NOT NULL,
  -- Raised when the skills change: evaluations of an earlier round do not count.
  round integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX positions_of_account ON positions (account_id, id DESC);

ALTER TABLE resume_jobs ADD COLUMN position_id text REFERENCES positions ON DELETE CASCADE;
CREATE INDEX resume_jobs_of_position ON resume_jobs (position_id, id) WHERE position_id IS NOT NULL;

-- The evaluation of an application for its position; born when the résumé has been read.
CREATE TABLE application_evaluations (
  application_id text PRIMARY KEY REFERENCES resume_entries ON DELETE CASCADE,
  position_id text NOT NULL REFERENCES positions ON DELETE CASCADE,
  account_id text NOT NULL,
  -- Of the position, when this was asked for. An attempt is known by round and attempts.
  round integer NOT NULL,
  state text NOT NULL DEFAULT 'evaluating' CHECK (state IN ('evaluating', 'evaluated', 'failed')),
  attempts integer NOT NULL DEFAULT 0,
  -- Attempts that ended because a provider asked to come later.
  waits integer NOT NULL DEFAULT 0,
  -- Starts that ended without an outcome: the worker died.
  crashes integer NOT NULL DEFAULT 0,
  running boolean NOT NULL DEFAULT false,
  deadline_at timestamptz NOT NULL,
  -- Kept here as well, so that a list does not read whole evaluations.
  evaluation_id text,
  evaluated_at timestamptz,
  overall_score integer,
  skills json,
  warnings json,
  error_code text,
  error_message text,
  CHECK ((state = 'evaluated') = (evaluation_id IS NOT NULL)),
  CHECK ((state = 'failed') = (error_code IS NOT NULL))
) WITH (fillfactor = 70);
CREATE INDEX application_evaluations_of_position ON application_evaluations (position_id);
CREATE INDEX application_evaluations_by_deadline ON application_evaluations (deadline_at) WHERE state = 'evaluating';

-- Work that is done in attempts has the same columns in its three tables (src/platform/queue/attempt-columns.ts): run, attempts, waits, crashes, lease,
-- next_attempt_at, deadline_at.

-- The id of the work, which is that of the application.
ALTER TABLE application_evaluations RENAME COLUMN application_id TO id;

-- How often the work was asked for. A queue job names its run; one of an earlier run does nothing.
ALTER TABLE tasks ADD COLUMN run integer NOT NULL DEFAULT 1;
ALTER TABLE resume_entries ADD COLUMN run integer NOT NULL DEFAULT 1;
ALTER TABLE application_evaluations RENAME COLUMN round TO run;
-- Of a position it is the revision of its skills.
ALTER TABLE positions RENAME COLUMN round TO revision;

-- By which the attempt that is under way is known; null between attempts. One that is still there at the next start means that the worker died.
ALTER TABLE tasks ADD COLUMN lease uuid;
ALTER TABLE resume_entries ADD COLUMN lease uuid;
ALTER TABLE application_evaluations ADD COLUMN lease uuid;
UPDATE tasks SET lease = gen_random_uuid() WHERE running;
UPDATE resume_entries SET lease = gen_random_uuid() WHERE running;
UPDATE application_evaluations SET lease = gen_random_uuid() WHERE running;
ALTER TABLE tasks DROP COLUMN running;
ALTER TABLE resume_entries DROP COLUMN running;
ALTER TABLE application_evaluations DROP COLUMN running;

-- Set while the work waits to be tried again.
ALTER TABLE resume_entries ADD COLUMN next_attempt_at timestamptz;
ALTER TABLE application_evaluations ADD COLUMN next_attempt_at timestamptz;

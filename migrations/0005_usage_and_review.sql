-- What an account used by day, also of what is deleted by now; corrections by people; deliveries that are about no task.

-- What was used by tasks, jobs of résumés and evaluations that are gone. Days are UTC, of the day something was submitted.
CREATE TABLE usage_days (
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  day date NOT NULL,
  tasks bigint NOT NULL,
  completed bigint NOT NULL,
  failed bigint NOT NULL,
  pages bigint NOT NULL,
  input_tokens bigint NOT NULL,
  output_tokens bigint NOT NULL,
  -- Of what has a known price.
  cost_usd numeric NOT NULL,
  resumes bigint NOT NULL,
  evaluations bigint NOT NULL,
  PRIMARY KEY (account_id, day)
);

-- An evaluation's use beside its record, which may be large.
ALTER TABLE evaluations ADD COLUMN usage json;
-- Half of a surrogate pair, escaped, is kept in json but cannot be read.
UPDATE evaluations SET usage = record->'usage' WHERE record::text !~ '\\u(0000|[dD][89a-fA-F])';

-- What each task, job and evaluation that is still there counts for. `kind` is the prefix of its id: ids sort by time, so that
-- `id >= kind || '_' || …` finds the newer ones by an index.
CREATE VIEW usage_now AS
  SELECT 'task' AS kind, t.account_id, t.id, (t.created_at AT TIME ZONE 'UTC')::date AS day,
    1 AS tasks, (t.state = 'completed')::int AS completed, (t.state = 'failed')::int AS failed,
    coalesce((t.usage->>'pages')::bigint, 0) AS pages, coalesce((t.usage->>'input_tokens')::bigint, 0) AS input_tokens,
    coalesce((t.usage->>'output_tokens')::bigint, 0) AS output_tokens, coalesce((t.usage->>'cost_usd')::numeric, 0) AS cost_usd,
    0 AS resumes, 0 AS evaluations
  FROM tasks t
  UNION ALL
  SELECT 'job', j.account_id, j.id, (j.created_at AT TIME ZONE 'UTC')::date, 0, 0, 0,
    e.pages, e.input_tokens, e.output_tokens, e.cost_usd, j.total_documents, 0
  FROM resume_jobs j, LATERAL (
    SELECT coalesce(sum((r.usage->>'pages')::bigint), 0)::bigint AS pages, coalesce(sum((r.usage->>'input_tokens')::bigint), 0)::bigint AS input_tokens,
      coalesce(sum((r.usage->>'output_tokens')::bigint), 0)::bigint AS output_tokens, coalesce(sum((r.usage->>'cost_usd')::numeric), 0) AS cost_usd
    FROM resume_entries r WHERE r.job_id = j.id) AS e
  UNION ALL
  SELECT 'eval', v.account_id, v.id, (v.created_at AT TIME ZONE 'UTC')::date, 0, 0, 0, 0::bigint,
    coalesce((v.usage->>'input_tokens')::bigint, 0), coalesce((v.usage->>'output_tokens')::bigint, 0), coalesce((v.usage->>'cost_usd')::numeric, 0), 0, 1
  FROM evaluations v;

-- Whatever deletes a task, a job or an evaluation, what it counted for stays, in the same transaction. Only deletions wait for each other
-- here, so that two that delete things of several accounts cannot wait for each other's rows. Of an account that goes itself nothing stays.
CREATE FUNCTION keep_usage() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('winnow usage', 7240614));
  INSERT INTO usage_days AS d (account_id, day, tasks, completed, failed, pages, input_tokens, output_tokens, cost_usd, resumes, evaluations)
    SELECT u.account_id, u.day, u.tasks, u.completed, u.failed, u.pages, u.input_tokens, u.output_tokens, u.cost_usd, u.resumes, u.evaluations
    FROM usage_now u JOIN accounts a ON a.id = u.account_id WHERE u.id = OLD.id
    ON CONFLICT (account_id, day) DO UPDATE SET tasks = d.tasks + excluded.tasks, completed = d.completed + excluded.completed,
      failed = d.failed + excluded.failed, pages = d.pages + excluded.pages, input_tokens = d.input_tokens + excluded.input_tokens,
      output_tokens = d.output_tokens + excluded.output_tokens, cost_usd = d.cost_usd + excluded.cost_usd,
      resumes = d.resumes + excluded.resumes, evaluations = d.evaluations + excluded.evaluations;
  RETURN OLD;
END $$;
CREATE TRIGGER tasks_keep_usage BEFORE DELETE ON tasks FOR EACH ROW EXECUTE FUNCTION keep_usage();
CREATE TRIGGER resume_jobs_keep_usage BEFORE DELETE ON resume_jobs FOR EACH ROW EXECUTE FUNCTION keep_usage();
CREATE TRIGGER evaluations_keep_usage BEFORE DELETE ON evaluations FOR EACH ROW EXECUTE FUNCTION keep_usage();

-- Requests of accounts whose cells take_request has deleted, by UTC day.
CREATE TABLE request_days (
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  day date NOT NULL,
  requests bigint NOT NULL,
  PRIMARY KEY (account_id, day)
);

-- As in 0001, but what it deletes is counted by day, where `account` is one and not an address or a dashboard.
CREATE OR REPLACE FUNCTION take_request(account text, allowed integer, OUT used integer, OUT retry_ms bigint, OUT reset_ms bigint)
LANGUAGE plpgsql AS $$
DECLARE
  cell_ms CONSTANT bigint := 250;
  window_ms CONSTANT bigint := 60000;
  now_ms bigint;
  current_cell bigint;
  oldest bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(account, 7240612));
  now_ms := floor(extract(epoch FROM clock_timestamp()) * 1000);
  current_cell := now_ms / cell_ms;
  SELECT coalesce(sum(requests), 0), min(cell) INTO used, oldest FROM rate_cells
    WHERE account_id = account AND cell BETWEEN (now_ms - window_ms) / cell_ms AND current_cell + 1;
  retry_ms := 0;
  IF used < allowed THEN
    INSERT INTO rate_cells AS c (account_id, cell, requests) VALUES (account, current_cell, 1)
      ON CONFLICT (account_id, cell) DO UPDATE SET requests = c.requests + 1;
    used := used + 1;
    oldest := coalesce(oldest, current_cell);
    IF current_cell % 40 = 0 THEN
      WITH old AS (
        DELETE FROM rate_cells WHERE account_id = account AND (cell < current_cell - 300 OR cell > current_cell + 1) RETURNING cell, requests
      )
      INSERT INTO request_days AS d (account_id, day, requests)
        SELECT a.id, (to_timestamp((old.cell / 4.0)::float8) AT TIME ZONE 'UTC')::date, sum(old.requests)
        FROM old JOIN accounts a ON a.id = account GROUP BY 1, 2
        ON CONFLICT (account_id, day) DO UPDATE SET requests = d.requests + excluded.requests;
    END IF;
  ELSE
    SELECT (cell + 1) * cell_ms + window_ms - now_ms INTO retry_ms FROM (
      SELECT cell, sum(requests) OVER (ORDER BY cell) AS freed FROM rate_cells
        WHERE account_id = account AND cell BETWEEN (now_ms - window_ms) / cell_ms AND current_cell + 1
    ) AS running WHERE freed > used - allowed ORDER BY cell LIMIT 1;
  END IF;
  reset_ms := (oldest + 1) * cell_ms + window_ms - now_ms;
END $$;

ALTER TABLE tasks
  -- The least of the fields that have a value; null while the task is not completed, or when none has.
  ADD COLUMN confidence double precision,
  -- {pointer: {value, at, by}}; `result` stays as it was read.
  ADD COLUMN corrections json,
  ADD COLUMN reviewed_at timestamptz,
  ADD COLUMN reviewed_by text;
UPDATE tasks SET confidence = (
    SELECT min((f.value->>'confidence')::double precision) FROM json_each(result->'fields') AS f WHERE f.value->>'status' IN ('found', 'inferred'))
  WHERE state = 'completed' AND result::text !~ '\\u(0000|[dD][89a-fA-F])';
CREATE INDEX tasks_by_confidence ON tasks (account_id, confidence, id DESC) WHERE confidence IS NOT NULL;

CREATE INDEX deliveries_of_account ON deliveries (account_id, id DESC);
-- Deliveries that go with no task and no job: they expire by themselves.
CREATE INDEX deliveries_about_nothing ON deliveries (created_at) WHERE task_id IS NULL AND resume_job_id IS NULL;

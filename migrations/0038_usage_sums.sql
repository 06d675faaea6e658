-- What an account's tasks of a day counted for, summed once the day is over, so that the page of usage reads a row for a day and not each task.

CREATE TABLE task_usage_days (
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  -- UTC.
  day date NOT NULL,
  -- Null, as all that follows: to be summed, for the first time or again.
  tasks bigint,
  completed bigint,
  failed bigint,
  pages bigint,
  input_tokens bigint,
  output_tokens bigint,
  cost_usd numeric,
  PRIMARY KEY (account_id, day)
);
CREATE INDEX task_usage_days_unsummed ON task_usage_days (day) WHERE tasks IS NULL;
ALTER TABLE task_usage_days ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON task_usage_days USING (account_id = nullif(current_setting('winnow.account', true), ''));

-- A task of a day that is over changes or goes: the day is summed again. The lock keeps a change from committing between the sum and its writing.
CREATE FUNCTION forget_task_usage_day() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('winnow usage sums', 7240615));
  UPDATE task_usage_days SET tasks = NULL
    WHERE account_id = OLD.account_id AND day = (OLD.created_at AT TIME ZONE 'UTC')::date AND tasks IS NOT NULL;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER tasks_forget_usage_day BEFORE UPDATE OF state, usage ON tasks FOR EACH ROW
  WHEN (OLD.created_at < date_trunc('day', now(), 'UTC')) EXECUTE FUNCTION forget_task_usage_day();
CREATE TRIGGER tasks_forget_usage_day_deleted BEFORE DELETE ON tasks FOR EACH ROW
  WHEN (OLD.created_at < date_trunc('day', now(), 'UTC')) EXECUTE FUNCTION forget_task_usage_day();

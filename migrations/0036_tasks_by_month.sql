-- Tasks by the month of their id (docs/decisions/0026-tasks-by-month.md). What there is becomes the first part; nothing is copied, and each index finds its part among those of 0035.

-- References to tasks are made again below.
ALTER TABLE deliveries DROP CONSTRAINT deliveries_task_id_fkey;
ALTER TABLE file_uses DROP CONSTRAINT file_uses_task_id_fkey;
ALTER TABLE template_evaluation_documents DROP CONSTRAINT template_evaluation_documents_task_id_fkey;

DROP TRIGGER tasks_keep_usage ON tasks;
ALTER TABLE tasks RENAME TO tasks_first;
DO $$
DECLARE
  each record;
BEGIN
  FOR each IN SELECT i.indexrelid::regclass AS index, c.relname AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE i.indrelid = 'tasks_first'::regclass
  LOOP
    EXECUTE format('ALTER INDEX %s RENAME TO %I', each.index, replace(each.name, 'tasks_', 'tasks_first_'));
  END LOOP;
END $$;

DROP INDEX tasks_first_by_deadline;

CREATE TABLE tasks (LIKE tasks_first INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY RANGE (id);
ALTER TABLE tasks DROP CONSTRAINT tasks_before;
ALTER TABLE tasks ADD PRIMARY KEY (id);
ALTER TABLE tasks ADD CONSTRAINT tasks_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts ON DELETE CASCADE;
ALTER TABLE tasks ADD CONSTRAINT tasks_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES extract_batches ON DELETE SET NULL;
CREATE INDEX tasks_of_account ON tasks (account_id, id DESC);
CREATE INDEX tasks_unfinished ON tasks (account_id, id) WHERE finished_at IS NULL;
CREATE INDEX tasks_by_deadline ON tasks (deadline_at) WHERE state IN ('processing', 'retrying');
CREATE INDEX tasks_by_expiry ON tasks (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX tasks_by_cache_key ON tasks (account_id, cache_key) WHERE cache_key IS NOT NULL AND state = 'completed';
CREATE INDEX tasks_by_confidence ON tasks (account_id, confidence, id DESC) WHERE confidence IS NOT NULL;
CREATE INDEX tasks_of_batch ON tasks (batch_id, batch_index) WHERE batch_id IS NOT NULL;
CREATE INDEX tasks_of_template ON tasks (account_id, template_id, id DESC) WHERE template_id IS NOT NULL;
CREATE INDEX tasks_failed ON tasks (account_id, id DESC) WHERE state = 'failed';
CREATE INDEX tasks_reviewed ON tasks (account_id, id DESC) WHERE reviewed_at IS NOT NULL;

-- As keep_usage (0005), from the row itself: the view would be planned again for each.
CREATE FUNCTION keep_task_usage() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('winnow usage', 7240614));
  INSERT INTO usage_days AS d (account_id, day, tasks, completed, failed, pages, input_tokens, output_tokens, cost_usd, resumes, evaluations)
    SELECT a.id, (OLD.created_at AT TIME ZONE 'UTC')::date, 1, (OLD.state = 'completed')::int, (OLD.state = 'failed')::int,
      coalesce((OLD.usage->>'pages')::bigint, 0), coalesce((OLD.usage->>'input_tokens')::bigint, 0),
      coalesce((OLD.usage->>'output_tokens')::bigint, 0), coalesce((OLD.usage->>'cost_usd')::numeric, 0), 0, 0
    FROM accounts a WHERE a.id = OLD.account_id
    ON CONFLICT (account_id, day) DO UPDATE SET tasks = d.tasks + 1, completed = d.completed + excluded.completed,
      failed = d.failed + excluded.failed, pages = d.pages + excluded.pages, input_tokens = d.input_tokens + excluded.input_tokens,
      output_tokens = d.output_tokens + excluded.output_tokens, cost_usd = d.cost_usd + excluded.cost_usd;
  RETURN OLD;
END $$;
CREATE TRIGGER tasks_keep_usage BEFORE DELETE ON tasks FOR EACH ROW EXECUTE FUNCTION keep_task_usage();
ALTER TABLE tasks ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON tasks USING (account_id = nullif(current_setting('winnow.account', true), ''));

DO $$
DECLARE
  bound text := substring((SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'tasks_first'::regclass AND conname = 'tasks_before') FROM 'task_[0-9a-z]+');
BEGIN
  EXECUTE format('ALTER TABLE tasks ATTACH PARTITION tasks_first FOR VALUES FROM (MINVALUE) TO (%L)', bound);
  EXECUTE 'CREATE OR REPLACE VIEW usage_now WITH (security_invoker = true) AS ' || replace(pg_get_viewdef('usage_now'), 'tasks_first', 'tasks');
END $$;
ALTER TABLE tasks_first DROP CONSTRAINT tasks_before;
-- Parts are reached through the whole only, whose policies hold.
DROP POLICY own_rows ON tasks_first;
DROP POLICY IF EXISTS all_rows ON tasks_first;
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'winnow_app') THEN
    REVOKE ALL ON tasks_first FROM winnow_app;
  END IF;
END $$;

-- Takes what has no month: nothing is refused where maintenance has not run for months, or a clock is wrong.
CREATE TABLE tasks_rest PARTITION OF tasks DEFAULT WITH (fillfactor = 70);
ALTER TABLE tasks_rest ENABLE ROW LEVEL SECURITY;

ALTER TABLE deliveries ADD CONSTRAINT deliveries_task_id_fkey FOREIGN KEY (task_id) REFERENCES tasks ON DELETE CASCADE NOT VALID;
ALTER TABLE file_uses ADD CONSTRAINT file_uses_task_id_fkey FOREIGN KEY (task_id) REFERENCES tasks ON DELETE CASCADE NOT VALID;
ALTER TABLE template_evaluation_documents ADD CONSTRAINT template_evaluation_documents_task_id_fkey
  FOREIGN KEY (task_id) REFERENCES tasks ON DELETE CASCADE NOT VALID;

-- Makes the parts that are missing of these months, 0 for the one that it is in UTC; returns their names. Maintenance may not create tables itself. A
-- month of which the rest already holds tasks gets no part; they stay where they are until they are deleted.
CREATE FUNCTION make_task_months(first_month integer, last_month integer) RETURNS SETOF text LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT SET lock_timeout = '1s' AS $$
DECLARE
  month timestamp;
  part text;
  lower_bound text;
  upper_bound text;
BEGIN
  FOR n IN first_month..last_month LOOP
    month := date_trunc('month', now() AT TIME ZONE 'UTC') + make_interval(months => n);
    part := 'tasks_' || to_char(month, 'YYYY_MM');
    lower_bound := task_bound(month AT TIME ZONE 'UTC');
    upper_bound := task_bound((month + interval '1 month') AT TIME ZONE 'UTC');
    CONTINUE WHEN to_regclass(quote_ident(part)) IS NOT NULL
      OR EXISTS (SELECT FROM pg_class c WHERE c.oid = to_regclass('tasks_first') AND c.relispartition
        AND lower_bound < substring(pg_get_expr(c.relpartbound, c.oid) FROM 'TO \(''([^'']+)''\)'))
      OR EXISTS (SELECT FROM tasks_rest WHERE id >= lower_bound AND id < upper_bound);
    EXECUTE format('CREATE TABLE %I (LIKE tasks INCLUDING ALL) WITH (fillfactor = 70)', part);
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', part);
    EXECUTE format('ALTER TABLE tasks ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', part, lower_bound, upper_bound);
    RETURN NEXT part;
  END LOOP;
END $$;

-- Drops the parts of months that are over and have no task left; returns their names.
CREATE FUNCTION drop_empty_task_months() RETURNS SETOF text LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT SET lock_timeout = '1s' AS $$
DECLARE
  part regclass;
  name text;
  is_empty boolean;
BEGIN
  FOR part IN SELECT c.oid FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'tasks'::regclass
      AND substring(pg_get_expr(c.relpartbound, c.oid) FROM 'TO \(''([^'']+)''\)') <= task_bound(now())
  LOOP
    EXECUTE format('SELECT NOT EXISTS (SELECT FROM %s)', part) INTO is_empty;
    CONTINUE WHEN NOT is_empty;
    EXECUTE format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE', part);
    EXECUTE format('SELECT NOT EXISTS (SELECT FROM %s)', part) INTO is_empty;
    CONTINUE WHEN NOT is_empty;
    name := part::text;
    EXECUTE format('ALTER TABLE tasks DETACH PARTITION %s', part);
    EXECUTE format('DROP TABLE %s', part);
    RETURN NEXT name;
  END LOOP;
END $$;

SELECT make_task_months(0, 1);

-- Accuracy of a template: what reviews said of the values that were read, and readings again of the reviewed documents before a version is
-- published.

-- A version that is not published is a draft, which no task uses; `templates.version` is the one that tasks use.
ALTER TABLE template_versions ADD COLUMN published boolean NOT NULL DEFAULT true;
-- A value less sure than this is to be looked at; null: as what was reviewed says.
ALTER TABLE template_versions ADD COLUMN review_below double precision CHECK (review_below BETWEEN 0 AND 1);
-- The highest version, which may be a draft.
ALTER TABLE templates ADD COLUMN newest_version integer;
UPDATE templates SET newest_version = version;
ALTER TABLE templates ALTER COLUMN newest_version SET NOT NULL;
-- From which confidence on 99 of 100 reviewed values were right (src/results/measure/thresholds.ts); null: too few were reviewed.
ALTER TABLE templates ADD COLUMN measured_below double precision;

-- One row for each reviewed task of a template: counts, no value. It outlives the retention of its task, and goes when somebody deletes it.
CREATE TABLE reviewed_documents (
  task_id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  template_id text NOT NULL REFERENCES templates ON DELETE CASCADE,
  template_version integer NOT NULL,
  -- The layout in memory that it was read with.
  layout_id text,
  reviewed_at timestamptz NOT NULL,
  -- Whether nothing had to be corrected.
  entirely_right boolean NOT NULL,
  -- Of its fields: Tallied in src/results/measure/figures.ts.
  tally json NOT NULL
);
CREATE INDEX reviewed_documents_of_template ON reviewed_documents (account_id, template_id, reviewed_at DESC);

CREATE TABLE template_evaluations (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  template_id text NOT NULL REFERENCES templates ON DELETE CASCADE,
  -- Null for fields that were sent with the request.
  version integer,
  published_version integer NOT NULL,
  extraction_schema json NOT NULL,
  document_description text,
  learn boolean NOT NULL,
  provider text NOT NULL,
  model text,
  documents integer NOT NULL,
  read integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  -- Figures of all documents by this and by the published version; set at the end.
  figures json,
  CHECK (read + failed <= documents)
);
CREATE INDEX template_evaluations_of_template ON template_evaluations (account_id, template_id, id DESC);

-- A reviewed document that is read again.
CREATE TABLE template_evaluation_documents (
  id text PRIMARY KEY,
  evaluation_id text NOT NULL REFERENCES template_evaluations ON DELETE CASCADE,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  task_id text NOT NULL REFERENCES tasks ON DELETE CASCADE,
  state text NOT NULL DEFAULT 'processing' CHECK (state IN ('processing', 'read', 'failed')),
  run integer NOT NULL DEFAULT 1,
  attempts integer NOT NULL DEFAULT 0,
  waits integer NOT NULL DEFAULT 0,
  crashes integer NOT NULL DEFAULT 0,
  lease uuid,
  next_attempt_at timestamptz,
  deadline_at timestamptz NOT NULL,
  -- Counts by this and by the published version.
  outcome json,
  -- Values that got better or worse, sealed.
  changes json,
  usage jsonb,
  error_code text,
  error_message text
);
CREATE INDEX template_evaluation_documents_of_evaluation ON template_evaluation_documents (evaluation_id);
CREATE INDEX template_evaluation_documents_of_task ON template_evaluation_documents (task_id);
CREATE INDEX template_evaluation_documents_by_deadline ON template_evaluation_documents (deadline_at) WHERE state = 'processing';

ALTER TABLE reviewed_documents ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON reviewed_documents USING (account_id = nullif(current_setting('winnow.account', true), ''));
ALTER TABLE template_evaluations ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON template_evaluations USING (account_id = nullif(current_setting('winnow.account', true), ''));
ALTER TABLE template_evaluation_documents ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON template_evaluation_documents USING (account_id = nullif(current_setting('winnow.account', true), ''));

-- What evaluations cost counts as use of the account, by this and by the published version.
ALTER TABLE template_evaluations ADD COLUMN used_pages bigint NOT NULL DEFAULT 0;
ALTER TABLE template_evaluations ADD COLUMN used_input_tokens bigint NOT NULL DEFAULT 0;
ALTER TABLE template_evaluations ADD COLUMN used_output_tokens bigint NOT NULL DEFAULT 0;
ALTER TABLE template_evaluations ADD COLUMN used_usd numeric NOT NULL DEFAULT 0;

CREATE OR REPLACE VIEW usage_now AS
  SELECT 'task' AS kind, t.account_id, t.id, (t.created_at AT TIME ZONE 'UTC')::date AS day,
    1 AS tasks, (t.state = 'completed')::int AS completed, (t.state = 'failed')::int AS failed,
    coalesce((t.usage->>'pages')::bigint, 0) AS pages, coalesce((t.usage->>'input_tokens')::bigint, 0) AS input_tokens,
    coalesce((t.usage->>'output_tokens')::bigint, 0) AS output_tokens, coalesce((t.usage->>'cost_usd')::numeric, 0) AS cost_usd,
    0 AS resumes, 0 AS evaluations
  FROM tasks t
  UNION ALL
  SELECT 'job', j.account_id, j.id, (j.created_at AT TIME ZONE 'UTC')::date, 0, 0, 0,
    e.pages, e.input_tokens, e.output_tokens, e.cost_usd, j.total_documents, 0
  FROM batches j, LATERAL (
    SELECT coalesce(sum((r.usage->>'pages')::bigint), 0)::bigint AS pages, coalesce(sum((r.usage->>'input_tokens')::bigint), 0)::bigint AS input_tokens,
      coalesce(sum((r.usage->>'output_tokens')::bigint), 0)::bigint AS output_tokens, coalesce(sum((r.usage->>'cost_usd')::numeric), 0) AS cost_usd
    FROM batch_entries r WHERE r.batch_id = j.id) AS e
  UNION ALL
  SELECT 'eval', v.account_id, v.id, (v.created_at AT TIME ZONE 'UTC')::date, 0, 0, 0, 0::bigint,
    coalesce((v.usage->>'input_tokens')::bigint, 0), coalesce((v.usage->>'output_tokens')::bigint, 0), coalesce((v.usage->>'cost_usd')::numeric, 0), 0, 1
  FROM evaluations v
  UNION ALL
  SELECT 'evl', m.account_id, m.id, (m.created_at AT TIME ZONE 'UTC')::date, 0, 0, 0,
    m.used_pages, m.used_input_tokens, m.used_output_tokens, m.used_usd, 0, 0
  FROM template_evaluations m;
ALTER VIEW usage_now SET (security_invoker = true);
CREATE TRIGGER template_evaluations_keep_usage BEFORE DELETE ON template_evaluations FOR EACH ROW EXECUTE FUNCTION keep_usage();

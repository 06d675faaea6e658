-- Accounts, keys, templates, tasks, webhooks. Times are timestamptz; ids are text with a type prefix.
-- json, not jsonb, where what was written comes back as it was: the order of a schema's fields is the order of the values.

CREATE TABLE accounts (
  id text PRIMARY KEY,
  email text NOT NULL UNIQUE,
  tier text NOT NULL CHECK (tier IN ('free', 'pro', 'enterprise')),
  rate_per_minute integer NOT NULL CHECK (rate_per_minute > 0),
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE api_keys (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  name text NOT NULL,
  hash bytea NOT NULL UNIQUE,
  last_four text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  revoked_at timestamptz
);
-- Only one active key per account, whoever creates two at once.
CREATE UNIQUE INDEX api_keys_one_active ON api_keys (account_id) WHERE revoked_at IS NULL;

-- Requests of an account per quarter second; the sum over a minute is the sliding window. Lost at a crash, which only resets counts.
CREATE UNLOGGED TABLE rate_cells (
  account_id text NOT NULL,
  cell bigint NOT NULL,
  requests integer NOT NULL,
  PRIMARY KEY (account_id, cell)
) WITH (fillfactor = 50);

CREATE TABLE templates (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  version integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz
);
CREATE INDEX templates_of_account ON templates (account_id, id DESC) WHERE deleted_at IS NULL;

CREATE TABLE template_versions (
  template_id text NOT NULL REFERENCES templates ON DELETE CASCADE,
  version integer NOT NULL,
  name text NOT NULL,
  extraction_schema json NOT NULL,
  document_description text,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (template_id, version)
);

CREATE TABLE tasks (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  state text NOT NULL CHECK (state IN ('processing', 'retrying', 'completed', 'failed')),
  stage text NOT NULL,
  -- Counts every change of the row; the id of a server-sent event.
  revision integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  finished_at timestamptz,
  deadline_at timestamptz NOT NULL,
  next_attempt_at timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  -- Starts that ended without an outcome: the worker died.
  crashes integer NOT NULL DEFAULT 0,
  -- True from start to outcome; still true at the next start means that the worker died.
  running boolean NOT NULL DEFAULT false,
  -- What was asked for: schema, provider, pages, callback … (extraction/task-request.ts).
  request json NOT NULL,
  callback_url text,
  sealed_password text,
  blob_key text,
  template_id text,
  template_version integer,
  metadata json NOT NULL DEFAULT '{}',
  document json NOT NULL,
  cache_key text,
  engine text,
  provider text,
  model text,
  result json,
  error jsonb,
  usage json,
  timing json,
  cache_hit boolean NOT NULL DEFAULT false,
  -- When document, result and text are deleted.
  expires_at timestamptz
) WITH (fillfactor = 70);
CREATE INDEX tasks_of_account ON tasks (account_id, id DESC);
CREATE INDEX tasks_unfinished ON tasks (account_id, id) WHERE finished_at IS NULL;
CREATE INDEX tasks_by_deadline ON tasks (deadline_at) WHERE finished_at IS NULL;
CREATE INDEX tasks_by_expiry ON tasks (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX tasks_by_cache_key ON tasks (account_id, cache_key) WHERE cache_key IS NOT NULL AND state = 'completed';

CREATE TABLE webhook_secrets (
  account_id text PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  sealed_secret text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  sealed_previous text,
  previous_expires_at timestamptz
);

CREATE TABLE deliveries (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  task_id text REFERENCES tasks ON DELETE CASCADE,
  webhook_id text NOT NULL,
  event_type text NOT NULL,
  url text NOT NULL,
  state text NOT NULL CHECK (state IN ('pending', 'delivered', 'dead')),
  -- The exact body; a repeated delivery has the same bytes.
  body text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  -- Failures since the last start or replay: the place in the retry schedule.
  failures integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  delivered_at timestamptz
);
CREATE INDEX deliveries_of_task ON deliveries (task_id, id);

CREATE TABLE delivery_attempts (
  delivery_id text NOT NULL REFERENCES deliveries ON DELETE CASCADE,
  number integer NOT NULL,
  started_at timestamptz NOT NULL,
  duration_ms integer NOT NULL,
  response_status integer,
  error text,
  response_excerpt text,
  PRIMARY KEY (delivery_id, number)
);

CREATE TABLE idempotency_keys (
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  key text NOT NULL,
  request_hash bytea NOT NULL,
  -- Null while the first request is running.
  status integer,
  body text,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, key)
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);

-- What stays of what is deleted, and who did what.
CREATE TABLE audit_lines (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id text,
  at timestamptz NOT NULL DEFAULT now(),
  action text NOT NULL,
  subject text NOT NULL
);

-- Counts one request of an account against its limit per 60 s, exactly: one account's requests queue for the lock, others' do not.
-- `used` includes this request when it is allowed. `retry_ms` is 0 when allowed, else the wait until one more is.
-- `reset_ms` is the wait until the oldest counted request is forgotten. Cells of the future (a clock set back) do not count.
CREATE FUNCTION take_request(account text, allowed integer, OUT used integer, OUT retry_ms bigint, OUT reset_ms bigint)
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
      DELETE FROM rate_cells WHERE account_id = account AND (cell < current_cell - 300 OR cell > current_cell + 1);
    END IF;
  ELSE
    SELECT (cell + 1) * cell_ms + window_ms - now_ms INTO retry_ms FROM (
      SELECT cell, sum(requests) OVER (ORDER BY cell) AS freed FROM rate_cells
        WHERE account_id = account AND cell BETWEEN (now_ms - window_ms) / cell_ms AND current_cell + 1
    ) AS running WHERE freed > used - allowed ORDER BY cell LIMIT 1;
  END IF;
  reset_ms := (oldest + 1) * cell_ms + window_ms - now_ms;
END $$;

-- Batches: many documents sent in one request, read by one template or schema. Each document is a task.
CREATE TABLE extract_batches (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When no task of it was unfinished any more; set once.
  completed_at timestamptz,
  expires_at timestamptz,
  total integer NOT NULL CHECK (total > 0),
  -- As requested; null: the server's default.
  retention_days integer,
  template_id text,
  template_version integer,
  -- Sealed.
  metadata json NOT NULL,
  callback_url text
);
CREATE INDEX extract_batches_of_account ON extract_batches (account_id, id DESC);
CREATE INDEX extract_batches_unfinished ON extract_batches (id) WHERE completed_at IS NULL;
CREATE INDEX extract_batches_by_expiry ON extract_batches (expires_at) WHERE expires_at IS NOT NULL;

ALTER TABLE extract_batches ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON extract_batches USING (account_id = nullif(current_setting('winnow.account', true), ''));

ALTER TABLE tasks ADD COLUMN batch_id text REFERENCES extract_batches ON DELETE SET NULL;
-- Its place in the request, from 0.
ALTER TABLE tasks ADD COLUMN batch_index integer;
CREATE INDEX tasks_of_batch ON tasks (batch_id, batch_index) WHERE batch_id IS NOT NULL;

ALTER TABLE deliveries ADD COLUMN extract_batch_id text REFERENCES extract_batches ON DELETE CASCADE;
CREATE INDEX deliveries_of_extract_batch ON deliveries (extract_batch_id) WHERE extract_batch_id IS NOT NULL;

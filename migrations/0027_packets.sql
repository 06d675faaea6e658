-- Packets: files that hold several documents. Each is cut into parts, and each part of a template becomes a task.
CREATE TABLE packets (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  state text NOT NULL DEFAULT 'processing' CHECK (state IN ('processing', 'completed', 'failed')),
  created_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  expires_at timestamptz,
  run integer NOT NULL DEFAULT 1,
  attempts integer NOT NULL DEFAULT 0,
  waits integer NOT NULL DEFAULT 0,
  crashes integer NOT NULL DEFAULT 0,
  lease uuid,
  next_attempt_at timestamptz,
  deadline_at timestamptz NOT NULL,
  -- What was asked, the file's summary and the parts, sealed.
  request json NOT NULL,
  metadata json NOT NULL,
  document json NOT NULL,
  parts json,
  callback_url text,
  sealed_password text,
  blob_key text,
  error json
);
CREATE INDEX packets_of_account ON packets (account_id, id DESC);
CREATE INDEX packets_by_deadline ON packets (deadline_at) WHERE state = 'processing';
CREATE INDEX packets_by_expiry ON packets (expires_at) WHERE expires_at IS NOT NULL;

ALTER TABLE packets ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON packets USING (account_id = nullif(current_setting('winnow.account', true), ''));

ALTER TABLE deliveries ADD COLUMN packet_id text REFERENCES packets ON DELETE CASCADE;
CREATE INDEX deliveries_of_packet ON deliveries (packet_id) WHERE packet_id IS NOT NULL;

-- Files that are put to an address of their own before a request names them (src/uploads).
CREATE TABLE uploads (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  -- Sealed.
  filename text,
  -- As announced, then as it arrived.
  size_bytes integer,
  -- Null until the file has arrived and is stored as a whole; set once, with the two below.
  blob_key text UNIQUE,
  sha256 text,
  mime_type text
);
CREATE INDEX uploads_of_account ON uploads (account_id);
CREATE INDEX uploads_by_expiry ON uploads (expires_at);

ALTER TABLE uploads ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON uploads USING (account_id = nullif(current_setting('winnow.account', true), ''));

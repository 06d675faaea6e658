-- What is known of each receiver of an account's webhooks, by its origin (scheme, host and port): one that is silent, or gone for good, does not
-- hold up the others, and is shown.

CREATE TABLE webhook_origins (
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  origin text NOT NULL,
  -- Attempts in a row that found nobody, or a server in trouble.
  failures integer NOT NULL DEFAULT 0,
  failing_since timestamptz,
  last_error text,
  -- When it last answered, to within an hour. Null: never; until then, as when it fails, one delivery goes to it at a time.
  answered_at timestamptz,
  -- The delivery that goes alone, and until when nobody else does: longer than an attempt may take.
  probed_by text,
  probed_until timestamptz,
  -- It answered 410: nothing is sent there but tests and replays, until one of them succeeds.
  disabled_at timestamptz,
  changed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, origin)
);
ALTER TABLE webhook_origins ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON webhook_origins USING (account_id = nullif(current_setting('winnow.account', true), ''));

ALTER TABLE deliveries
  -- As above. Null in deliveries of earlier versions.
  ADD COLUMN origin text,
  -- When somebody last sent it again: its schedule counts from then on.
  ADD COLUMN replayed_at timestamptz,
  -- Why it is dead, where its last attempt does not tell.
  ADD COLUMN reason text;
CREATE INDEX deliveries_waiting ON deliveries (account_id, origin) WHERE state = 'pending';

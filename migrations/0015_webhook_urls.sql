-- What is known of each callback URL of an account. webhook_origins knew origins only, so that one URL that was gone, or failed, ended or held up all
-- others of its host. The version before goes on with that table, this one does not use it; what it knew is learned anew.

CREATE TABLE webhook_urls (
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  -- Names the URL: its hash, as a URL may be longer than an index takes.
  receiver text NOT NULL,
  origin text NOT NULL,
  -- The URL as it is shown, without values of its query.
  url text NOT NULL,
  -- The rest as in webhook_origins.
  failures integer NOT NULL DEFAULT 0,
  failing_since timestamptz,
  last_error text,
  answered_at timestamptz,
  probed_by text,
  probed_until timestamptz,
  disabled_at timestamptz,
  changed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, receiver)
);
ALTER TABLE webhook_urls ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON webhook_urls USING (account_id = nullif(current_setting('winnow.account', true), ''));

-- As above. Null in deliveries of earlier versions.
ALTER TABLE deliveries ADD COLUMN receiver text;
CREATE INDEX deliveries_waiting_for ON deliveries (account_id, receiver) WHERE state = 'pending';

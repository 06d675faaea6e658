-- A second factor beside the password: codes of an app (TOTP, RFC 6238), and codes to keep for the day that it is lost. better-auth's columns.

ALTER TABLE people ADD COLUMN two_factor_enabled boolean NOT NULL DEFAULT false;
CREATE TABLE second_factors (
  id text PRIMARY KEY,
  person_id text NOT NULL UNIQUE REFERENCES people ON DELETE CASCADE,
  -- Both are encrypted with the service's secret.
  secret text NOT NULL,
  backup_codes text NOT NULL,
  -- Whether a code of the app was given once, which shows that it has the secret.
  verified boolean NOT NULL DEFAULT true,
  failures integer NOT NULL DEFAULT 0,
  locked_until timestamptz
);
-- What a sign-in that has begun waits for, by a hash of what its browser was given.
CREATE TABLE sign_in_steps (
  id text PRIMARY KEY,
  identifier text NOT NULL,
  value text NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sign_in_steps_by_identifier ON sign_in_steps (identifier);
CREATE INDEX sign_in_steps_by_expiry ON sign_in_steps (expires_at);

ALTER TABLE second_factors ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON second_factors USING (false);
ALTER TABLE sign_in_steps ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON sign_in_steps USING (false);

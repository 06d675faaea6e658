-- Passkeys (WebAuthn): signing in with a device's lock or a security key. What is kept opens nothing: the private key never leaves the device.

CREATE TABLE passkeys (
  id text PRIMARY KEY,
  person_id text NOT NULL REFERENCES people ON DELETE CASCADE,
  name text NOT NULL,
  -- What the authenticator calls it, base64url.
  credential_id text NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  -- How often the authenticator says that it was used; 0 where it does not count.
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz
);
CREATE INDEX passkeys_of_person ON passkeys (person_id);

ALTER TABLE passkeys ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON passkeys USING (false);

-- Signing in: an account is the person that better-auth knows (its "user"), with a password and sessions; one-time links; delays after wrong passwords.

ALTER TABLE accounts
  ADD COLUMN name text NOT NULL DEFAULT '',
  ADD COLUMN role text NOT NULL DEFAULT 'member' CHECK (role IN ('owner', 'member')),
  -- better-auth's own columns of a user.
  ADD COLUMN email_verified boolean NOT NULL DEFAULT false,
  ADD COLUMN image text,
  ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();
CREATE UNIQUE INDEX accounts_one_owner ON accounts (role) WHERE role = 'owner';
-- Addresses are compared in lower case from now on.
UPDATE accounts a SET email = lower(email)
  WHERE email <> lower(email) AND NOT EXISTS (SELECT FROM accounts b WHERE b.id <> a.id AND lower(b.email) = lower(a.email));

-- better-auth's "account": how somebody proves who they are. Here always a password.
CREATE TABLE credentials (
  id text PRIMARY KEY,
  account_id text NOT NULL UNIQUE REFERENCES accounts ON DELETE CASCADE,
  provider_id text NOT NULL,
  -- What the provider calls the person; for a password the account's own id.
  provider_account_id text NOT NULL,
  -- argon2id, PHC string.
  password text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE sessions (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  token text NOT NULL UNIQUE,
  expires_at timestamptz NOT NULL,
  ip text,
  user_agent text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sessions_of_account ON sessions (account_id);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

-- A session that is used is prolonged, but never beyond 30 days after signing in.
CREATE FUNCTION end_session_in_time() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.expires_at := least(NEW.expires_at, NEW.created_at + interval '30 days');
  RETURN NEW;
END $$;
CREATE TRIGGER sessions_end BEFORE INSERT OR UPDATE ON sessions FOR EACH ROW EXECUTE FUNCTION end_session_in_time();

-- Links that work once. Only a hash of the token is kept.
CREATE TABLE account_links (
  token_hash bytea PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('owner', 'invite', 'password')),
  -- Who is invited, or whose password it sets; null for the owner's link.
  email text,
  -- The plan of an invited account.
  tier text CHECK (tier IN ('free', 'pro', 'enterprise')),
  created_by text REFERENCES accounts ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX account_links_by_expiry ON account_links (expires_at);

-- Wrong passwords in a row per address, whether there is such an account or not.
CREATE TABLE sign_in_failures (
  email_hash bytea PRIMARY KEY,
  failures integer NOT NULL,
  blocked_until timestamptz NOT NULL
);
CREATE INDEX sign_in_failures_by_age ON sign_in_failures (blocked_until);

-- Who did it, and from where: `key:…`, `session:…`, `command` or `service`.
ALTER TABLE audit_lines ADD COLUMN actor text NOT NULL DEFAULT 'service', ADD COLUMN ip text;
CREATE INDEX audit_lines_of_account ON audit_lines (account_id, id DESC);

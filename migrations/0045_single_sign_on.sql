-- Signing in with an OIDC provider: a person may have a password, an identity there, or both.

ALTER TABLE credentials DROP CONSTRAINT credentials_person_id_key, ALTER COLUMN password DROP NOT NULL,
  ADD UNIQUE (person_id, provider_id), ADD UNIQUE (provider_id, provider_account_id),
  -- What better-auth looks for: of a password the person's own id. The version before has its account's id there, and goes on looking for that.
  ADD COLUMN subject text GENERATED ALWAYS AS (CASE WHEN provider_id = 'credential' THEN person_id ELSE provider_account_id END) STORED;

-- Of a session that the provider began: its id token, which signing out there asks for, and when the person has to come from there again.
ALTER TABLE sessions ADD COLUMN id_token text, ADD COLUMN ends_at timestamptz,
  -- The provider's name of the session (OpenID Connect Back-Channel Logout 1.0).
  ADD COLUMN provider_session text;
CREATE INDEX sessions_of_provider ON sessions (provider_session) WHERE provider_session IS NOT NULL;
CREATE OR REPLACE FUNCTION end_session_in_time() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.expires_at := least(NEW.expires_at, NEW.created_at + interval '30 days', NEW.ends_at);
  RETURN NEW;
END $$;

-- The role comes from a group of the provider, and goes with it.
ALTER TABLE members ADD COLUMN from_group boolean NOT NULL DEFAULT false;

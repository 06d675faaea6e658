-- An account is a workspace; people are its members, each with a role (docs/decisions/0027-workspaces.md). Whoever had an account is a person now, and the owner of its workspace.

CREATE TABLE people (
  id text PRIMARY KEY,
  email text NOT NULL UNIQUE,
  name text NOT NULL DEFAULT '',
  -- Of the server: its owner invites people who get a workspace of their own.
  role text NOT NULL DEFAULT 'member' CHECK (role IN ('owner', 'member')),
  -- better-auth's own columns of a user.
  email_verified boolean NOT NULL DEFAULT false,
  image text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX people_one_owner ON people (role) WHERE role = 'owner';

CREATE TABLE members (
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  person_id text NOT NULL REFERENCES people ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('owner', 'admin', 'reviewer', 'viewer')),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When the person last chose it: a new session begins there.
  entered_at timestamptz,
  PRIMARY KEY (account_id, person_id)
);
CREATE INDEX members_of_person ON members (person_id);

-- A workspace that was made later is known by its id and name.
ALTER TABLE accounts ALTER COLUMN email DROP NOT NULL;

-- `account_id` remains for the version before, which knows people as accounts; what is written from now on has none.
ALTER TABLE credentials ADD COLUMN person_id text UNIQUE REFERENCES people ON DELETE CASCADE, ALTER COLUMN account_id DROP NOT NULL;
ALTER TABLE sessions ADD COLUMN person_id text REFERENCES people ON DELETE CASCADE, ALTER COLUMN account_id DROP NOT NULL,
  -- The one that the person looks at; null until one is chosen.
  ADD COLUMN workspace_id text REFERENCES accounts ON DELETE SET NULL;
CREATE INDEX sessions_of_person ON sessions (person_id);

-- The person of an account that signs in, made when there is none.
CREATE FUNCTION person_of_account(account text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  found text;
BEGIN
  INSERT INTO people (id, email, name, role) SELECT 'per_' || substr(id, 6), email, name, role FROM accounts WHERE id = account
    ON CONFLICT (email) DO UPDATE SET updated_at = people.updated_at RETURNING id INTO found;
  INSERT INTO members (account_id, person_id, role) VALUES (account, found, 'owner') ON CONFLICT DO NOTHING;
  RETURN found;
END $$;
UPDATE credentials SET person_id = person_of_account(account_id);
UPDATE sessions SET person_id = person_of_account(account_id), workspace_id = account_id;

-- The version before signs accounts up and in while it runs beside this one.
CREATE FUNCTION add_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.person_id := person_of_account(NEW.account_id);
  RETURN NEW;
END $$;
CREATE TRIGGER credentials_add_person BEFORE INSERT ON credentials FOR EACH ROW WHEN (NEW.person_id IS NULL) EXECUTE FUNCTION add_person();
CREATE TRIGGER sessions_add_person BEFORE INSERT ON sessions FOR EACH ROW WHEN (NEW.person_id IS NULL) EXECUTE FUNCTION add_person();
ALTER TABLE credentials ALTER COLUMN person_id SET NOT NULL;
ALTER TABLE sessions ALTER COLUMN person_id SET NOT NULL;

-- Nobody is kept who is a member nowhere. As the owner of the tables, because who leaves one workspace may be in others, which it must not see.
CREATE FUNCTION forget_person() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM people p WHERE p.id = OLD.person_id AND NOT EXISTS (SELECT FROM members m WHERE m.person_id = p.id);
  RETURN NULL;
END $$;
CREATE TRIGGER members_forget_person AFTER DELETE ON members FOR EACH ROW EXECUTE FUNCTION forget_person();

-- An invitation to a workspace is `created_by` it.
ALTER TABLE account_links DROP CONSTRAINT account_links_kind_check;
ALTER TABLE account_links ADD CONSTRAINT account_links_kind_check CHECK (kind IN ('owner', 'invite', 'password', 'member')),
  ADD COLUMN member_role text CHECK (member_role IN ('owner', 'admin', 'reviewer', 'viewer'));

ALTER TABLE members ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON members USING (account_id = nullif(current_setting('winnow.account', true), ''));
-- Of the members of one's workspace one reads who they are; what people change of themselves they do not change for one workspace.
ALTER TABLE people ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON people FOR SELECT USING (EXISTS (SELECT FROM members m WHERE m.person_id = people.id));
DROP POLICY own_rows ON credentials;
CREATE POLICY own_rows ON credentials USING (false);
DROP POLICY own_rows ON sessions;
CREATE POLICY own_rows ON sessions USING (false);

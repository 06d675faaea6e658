-- What the sign-in provider says by SCIM of its people and groups. Of a person only what says who it is: the provider may send more.

CREATE TABLE scim_users (
  id text PRIMARY KEY,
  user_name text NOT NULL,
  external_id text,
  -- In lower case; null: the provider told none.
  email text,
  active boolean NOT NULL,
  -- displayName, name and emails, as the provider wrote them.
  profile jsonb NOT NULL,
  -- Who it is here, once a group gave a workspace or the person signed in.
  person_id text REFERENCES people ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX scim_users_by_name ON scim_users (lower(user_name));
CREATE INDEX scim_users_of_person ON scim_users (person_id);
CREATE INDEX scim_users_by_email ON scim_users (email);

CREATE TABLE scim_groups (
  id text PRIMARY KEY,
  display_name text NOT NULL,
  external_id text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX scim_groups_by_name ON scim_groups (lower(display_name));

CREATE TABLE scim_group_members (
  group_id text NOT NULL REFERENCES scim_groups ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES scim_users ON DELETE CASCADE,
  PRIMARY KEY (group_id, user_id)
);
CREATE INDEX scim_groups_of_user ON scim_group_members (user_id);

ALTER TABLE scim_users ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON scim_users USING (false);
ALTER TABLE scim_groups ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON scim_groups USING (false);
ALTER TABLE scim_group_members ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON scim_group_members USING (false);

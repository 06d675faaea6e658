-- Rules of templates, lists that they look up, and what they said of a task's values (src/rules, src/lists, src/extraction/rules).
ALTER TABLE template_versions ADD COLUMN rules json;

-- RuleOutcomes in src/contract/rules.ts, sealed; null where the template has no rules.
ALTER TABLE tasks ADD COLUMN rules json;

CREATE TABLE lists (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  name text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  columns json NOT NULL,
  row_count integer NOT NULL,
  -- The rows, as the file that was sent.
  blob_key text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX lists_of_account ON lists (account_id, id DESC);
CREATE INDEX lists_by_blob ON lists (blob_key);

-- By what two tasks of a template are known as the same document. No value: `digest` is a keyed hash of them.
CREATE TABLE task_digests (
  -- No reference: a digest outlives the retention of its task, and goes when somebody deletes the task.
  task_id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  template_id text NOT NULL,
  digest text NOT NULL,
  -- Of the task.
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX task_digests_of_template ON task_digests (account_id, template_id, digest, created_at DESC);
CREATE INDEX task_digests_by_expiry ON task_digests (expires_at);

ALTER TABLE lists ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON lists USING (account_id = nullif(current_setting('winnow.account', true), ''));
ALTER TABLE task_digests ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON task_digests USING (account_id = nullif(current_setting('winnow.account', true), ''));

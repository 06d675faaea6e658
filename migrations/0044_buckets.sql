-- Results that go out by themselves, to a folder or a bucket; and inboxes that are a folder of a bucket.

CREATE TABLE outboxes (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  name text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('folder', 'bucket')),
  -- A folder's path, or a bucket with its sealed key. Sealed.
  settings json NOT NULL,
  -- Null: of all tasks.
  template_id text,
  only_reviewed boolean NOT NULL,
  paused boolean NOT NULL DEFAULT false,
  -- Why nothing can be written now; null while something can.
  problem text,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX outboxes_of_account ON outboxes (account_id, id);
ALTER TABLE outboxes ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON outboxes USING (account_id = nullif(current_setting('winnow.account', true), ''));

-- A row is written in the transaction that changes the record, and deleted when the record was written.
CREATE TABLE outbox_writes (
  outbox_id text NOT NULL REFERENCES outboxes ON DELETE CASCADE,
  task_id text NOT NULL REFERENCES tasks ON DELETE CASCADE,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  -- Another with each change of the record.
  change uuid NOT NULL DEFAULT gen_random_uuid(),
  since timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (outbox_id, task_id)
);
CREATE INDEX outbox_writes_oldest ON outbox_writes (outbox_id, since);
CREATE INDEX outbox_writes_of_task ON outbox_writes (task_id);
CREATE INDEX outbox_writes_of_account ON outbox_writes (account_id);
ALTER TABLE outbox_writes ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON outbox_writes USING (account_id = nullif(current_setting('winnow.account', true), ''));

ALTER TABLE inboxes DROP CONSTRAINT inboxes_kind_check;
ALTER TABLE inboxes ADD CONSTRAINT inboxes_kind_check CHECK (kind IN ('folder', 'mailbox', 'bucket'));

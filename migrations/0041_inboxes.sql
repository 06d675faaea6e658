-- Where documents come from by themselves: a folder, a mailbox; and what came, so that nothing is taken twice.

CREATE TABLE inboxes (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  name text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('folder', 'mailbox')),
  -- A folder's path, or a mailbox's server, user and sealed password. Sealed.
  settings json NOT NULL,
  -- Addresses and @domains whose mails are taken.
  senders text[] NOT NULL DEFAULT '{}',
  -- Null: whichever of the account's templates a document is of.
  template_id text,
  paused boolean NOT NULL DEFAULT false,
  -- Why nothing can be taken now; null while something can.
  problem text,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX inboxes_of_account ON inboxes (account_id, id);
ALTER TABLE inboxes ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON inboxes USING (account_id = nullif(current_setting('winnow.account', true), ''));

-- A line is written in the transaction that makes the task.
CREATE TABLE inbox_items (
  inbox_id text NOT NULL REFERENCES inboxes ON DELETE CASCADE,
  -- SHA-256 of what tells the file, or the mail and its part, from all others there.
  key bytea NOT NULL,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  id text NOT NULL UNIQUE,
  -- File name and sender. Sealed.
  came json NOT NULL,
  -- Null: refused.
  task_id text,
  reason text,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (inbox_id, key)
);
CREATE INDEX inbox_items_newest ON inbox_items (inbox_id, id DESC);
CREATE INDEX inbox_items_by_age ON inbox_items (at);
CREATE INDEX inbox_items_of_account ON inbox_items (account_id);
ALTER TABLE inbox_items ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON inbox_items USING (account_id = nullif(current_setting('winnow.account', true), ''));

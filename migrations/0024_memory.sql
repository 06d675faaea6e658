-- What reviews taught of the layouts of an account's documents: places, shapes and hashed words, no value that was asked for (src/memory).
CREATE TABLE memory_layouts (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  -- A template's id, or the hash of a schema.
  scope text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  documents_read integer NOT NULL DEFAULT 0
);
CREATE INDEX memory_layouts_of_scope ON memory_layouts (account_id, scope);

CREATE TABLE memory_examples (
  -- Of the reviewed task. No reference: an example outlives the retention of its task, and goes when somebody deletes the task.
  task_id text PRIMARY KEY,
  layout_id text NOT NULL REFERENCES memory_layouts ON DELETE CASCADE,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  scope text NOT NULL,
  reviewed_at timestamptz NOT NULL,
  -- Digest of the layout (signatureOf in src/structure/layout/marks.ts): the fewer bits differ, the more alike.
  signature bit(1024) NOT NULL,
  -- Lesson in src/memory/lesson.ts, sealed, with the digest of its document: its own review is not used to read it again.
  lesson json NOT NULL,
  values_read integer NOT NULL,
  values_right integer NOT NULL
);
CREATE INDEX memory_examples_of_scope ON memory_examples (account_id, scope);
CREATE INDEX memory_examples_of_layout ON memory_examples (layout_id, reviewed_at DESC);

ALTER TABLE memory_layouts ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON memory_layouts USING (account_id = nullif(current_setting('winnow.account', true), ''));
ALTER TABLE memory_examples ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON memory_examples USING (account_id = nullif(current_setting('winnow.account', true), ''));

-- Whether reviews of the template's tasks teach, and its documents are read with what they taught.
ALTER TABLE template_versions ADD COLUMN learn boolean NOT NULL DEFAULT true;

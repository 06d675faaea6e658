-- Who reads a file that is not of one task alone: the tasks of a packet read the packet's. It is deleted after the last of them.
CREATE TABLE file_uses (
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  blob_key text NOT NULL,
  task_id text REFERENCES tasks ON DELETE CASCADE,
  packet_id text REFERENCES packets ON DELETE CASCADE,
  CHECK (num_nonnulls(task_id, packet_id) = 1)
);
CREATE INDEX file_uses_of_file ON file_uses (blob_key);
CREATE UNIQUE INDEX file_uses_of_task ON file_uses (task_id) WHERE task_id IS NOT NULL;
CREATE UNIQUE INDEX file_uses_of_packet ON file_uses (packet_id) WHERE packet_id IS NOT NULL;

ALTER TABLE file_uses ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON file_uses USING (account_id = nullif(current_setting('winnow.account', true), ''));

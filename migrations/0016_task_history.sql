-- The changes of a task that its events tell, the last hundred: id (the revision), at, status, stage, attempts, error. With the row, as it changes
-- with it. Empty for changes by the version before.
ALTER TABLE tasks ADD COLUMN history jsonb NOT NULL DEFAULT '[]';

-- Optional encryption of what documents say: sealed values stand in the same columns, as JSON strings or as text (src/platform/vault.ts).

-- Keys that seal the data; each is itself sealed with the operator's master key, so that changing that one changes this row only.
CREATE TABLE encryption_keys (
  id text PRIMARY KEY,
  sealed_key text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  resealed_at timestamptz
);

-- What statements need of a request that may be sealed. Null in tasks of earlier versions, whose request is not.
ALTER TABLE tasks ADD COLUMN retention_days integer, ADD COLUMN deadline_seconds integer;

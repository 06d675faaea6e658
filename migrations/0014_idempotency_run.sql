-- Which request holds the key: one whose key was given to another, because nothing was heard of it for too long, may not keep its answer.
-- Null for requests of the version before. While a request works, its `created_at` is renewed.
ALTER TABLE idempotency_keys ADD COLUMN run text;

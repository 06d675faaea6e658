-- Which process runs the first request of a key: when it dies, its supervisor gives the key free, and the caller's repetition is answered.
ALTER TABLE idempotency_keys ADD COLUMN holder text;
CREATE INDEX idempotency_keys_running ON idempotency_keys (holder) WHERE status IS NULL;

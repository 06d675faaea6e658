-- Numbers what is written to memory_examples, so that a process that has the signatures of a scope reads only those written since
-- (src/memory/signatures.ts). Writes of a scope come one after the other (lockScope), so a later one has a higher number. Rows of before have 0.
CREATE SEQUENCE memory_changes;
ALTER TABLE memory_examples ADD COLUMN change bigint NOT NULL DEFAULT 0;

CREATE FUNCTION number_memory_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.change := nextval('memory_changes');
  RETURN NEW;
END $$;
CREATE TRIGGER memory_examples_change BEFORE INSERT OR UPDATE ON memory_examples FOR EACH ROW EXECUTE FUNCTION number_memory_change();

CREATE INDEX memory_examples_by_change ON memory_examples (account_id, scope, change);

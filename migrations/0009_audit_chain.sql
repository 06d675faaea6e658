-- The audit log is only ever added to, and each line holds the hash of the one before: a line that was changed, taken out or put in between
-- breaks the chain, and `winnow audit verify` says where. docs/decisions/0010-audit-chain.md
--
-- Lines take their place when their transaction commits, one transaction at a time, so that places have no gap and the lock is held for the
-- commit only.

ALTER TABLE audit_lines ADD COLUMN seq bigint UNIQUE, ADD COLUMN hash bytea;

-- SHA-256 of the hash before and of the line's fields, each with its length in bytes before it: src/platform/audit-chain.ts does the same.
CREATE FUNCTION audit_hash(previous bytea, place bigint, line audit_lines) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(previous || convert_to(string_agg(octet_length(field) || ':' || field, '' ORDER BY number), 'UTF8'))
  FROM unnest(ARRAY[place::text, line.id::text, coalesce(line.account_id, ''), to_char(line.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
    line.action, line.subject, line.actor, coalesce(line.ip, '')]) WITH ORDINALITY AS fields (field, number)
$$;

DO $$
DECLARE
  line audit_lines;
  place bigint := 0;
  last bytea := '';
BEGIN
  FOR line IN SELECT * FROM audit_lines ORDER BY id LOOP
    place := place + 1;
    last := audit_hash(last, place, line);
    UPDATE audit_lines SET seq = place, hash = last WHERE id = line.id;
  END LOOP;
END $$;

-- As the owner of the table: whoever writes a line may neither change one nor read those of others.
CREATE FUNCTION chain_audit_line() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  place bigint;
  last bytea;
BEGIN
  PERFORM pg_advisory_xact_lock(7240617);
  SELECT seq, hash INTO place, last FROM audit_lines WHERE seq IS NOT NULL ORDER BY seq DESC LIMIT 1;
  place := coalesce(place, 0) + 1;
  UPDATE audit_lines SET seq = place, hash = audit_hash(coalesce(last, ''), place, NEW) WHERE id = NEW.id;
  RETURN NULL;
END $$;

-- Later than every other lock of the transaction.
CREATE CONSTRAINT TRIGGER audit_lines_chain AFTER INSERT ON audit_lines DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION chain_audit_line();

CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.seq IS NULL
    AND (NEW.id, NEW.account_id, NEW.at, NEW.action, NEW.subject, NEW.actor, NEW.ip) IS NOT DISTINCT FROM
      (OLD.id, OLD.account_id, OLD.at, OLD.action, OLD.subject, OLD.actor, OLD.ip) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'lines of the audit log are neither changed nor deleted';
END $$;
CREATE TRIGGER audit_lines_stay BEFORE UPDATE OR DELETE ON audit_lines FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_lines_stay_all BEFORE TRUNCATE ON audit_lines EXECUTE FUNCTION refuse_audit_change();

-- The roles write and read lines only; src/platform/postgres/row-security.ts gives no more from here on.
DO $$
DECLARE
  each text;
BEGIN
  FOR each IN SELECT rolname FROM pg_roles WHERE rolname IN ('winnow_app', 'winnow_system') LOOP
    EXECUTE format('REVOKE UPDATE, DELETE, TRUNCATE ON audit_lines FROM %I', each);
  END LOOP;
END $$;

-- A second wall behind the WHERE clauses: who asks for one account sees and changes its rows only, whatever the statement forgets.
-- The account is the connection's setting `winnow.account`; unset or empty is nobody. An owner of tables and a superuser pass, so the
-- service works as two roles that are neither (src/platform/postgres/row-security.ts makes them, and lets `winnow_system` pass).
--
-- A later table with rows of accounts needs the same two statements:
--   ALTER TABLE t ENABLE ROW LEVEL SECURITY;
--   CREATE POLICY own_rows ON t USING (account_id = nullif(current_setting('winnow.account', true), ''));

DO $$
DECLARE
  each regclass;
BEGIN
  FOR each IN SELECT c.oid FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND a.attname = 'account_id' AND pg_has_role(c.relowner, 'USAGE')
  LOOP
    EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', each);
    EXECUTE format('CREATE POLICY own_rows ON %s USING (account_id = nullif(current_setting(''winnow.account'', true), ''''))', each);
  END LOOP;
END $$;

ALTER TABLE accounts ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON accounts USING (id = nullif(current_setting('winnow.account', true), ''));

ALTER TABLE account_links ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON account_links USING (created_by = nullif(current_setting('winnow.account', true), ''));

-- Rows of a row: seen with it, as its own policy decides.
ALTER TABLE template_versions ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON template_versions USING (EXISTS (SELECT FROM templates t WHERE t.id = template_id));
ALTER TABLE delivery_attempts ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON delivery_attempts USING (EXISTS (SELECT FROM deliveries d WHERE d.id = delivery_id));

-- Of addresses, whether somebody has them or not.
ALTER TABLE sign_in_failures ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON sign_in_failures USING (false);

-- A view asks as its owner unless it says otherwise.
ALTER VIEW usage_now SET (security_invoker = true);

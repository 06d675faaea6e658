-- Before tasks are kept by month: every task there is gets known to be of before a month to come, so that the swap need not read them.

-- The least id of a task made at this time or later: as idTime in src/contract/ids.ts.
CREATE FUNCTION task_bound(at timestamptz) RETURNS text LANGUAGE sql STABLE STRICT AS $$
  SELECT 'task_' || string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', 1 + ((ms >> (5 * digit)) & 31)::int, 1), '' ORDER BY digit DESC)
  FROM (SELECT floor(extract(epoch FROM at) * 1000)::bigint AS ms) AS moment, generate_series(0, 9) AS digit
$$;

-- The month after the next, in UTC: whatever is submitted until the swap is of before it.
DO $$
BEGIN
  EXECUTE format('ALTER TABLE tasks ADD CONSTRAINT tasks_before CHECK (id < %L) NOT VALID',
    task_bound((date_trunc('month', now() AT TIME ZONE 'UTC') + interval '2 months') AT TIME ZONE 'UTC'));
END $$;

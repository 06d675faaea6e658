-- Counts several requests of an account at once, as take_request (0005) counts one: those that wait while one statement is under way are
-- counted by the next. `taken` of the `wanted` are allowed, and `used` includes them; `retry_ms` is 0 when all are.
CREATE FUNCTION take_requests(
  account text, allowed integer, wanted integer, OUT taken integer, OUT used integer, OUT retry_ms bigint, OUT reset_ms bigint
)
LANGUAGE plpgsql AS $$
DECLARE
  cell_ms CONSTANT bigint := 250;
  window_ms CONSTANT bigint := 60000;
  now_ms bigint;
  current_cell bigint;
  oldest bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(account, 7240612));
  now_ms := floor(extract(epoch FROM clock_timestamp()) * 1000);
  current_cell := now_ms / cell_ms;
  SELECT coalesce(sum(requests), 0), coalesce(min(cell), current_cell) INTO used, oldest FROM rate_cells
    WHERE account_id = account AND cell BETWEEN (now_ms - window_ms) / cell_ms AND current_cell + 1;
  taken := greatest(0, least(wanted, allowed - used));
  retry_ms := 0;
  IF taken > 0 THEN
    INSERT INTO rate_cells AS c (account_id, cell, requests) VALUES (account, current_cell, taken)
      ON CONFLICT (account_id, cell) DO UPDATE SET requests = c.requests + excluded.requests;
    used := used + taken;
    IF current_cell % 40 = 0 THEN
      WITH old AS (
        DELETE FROM rate_cells WHERE account_id = account AND (cell < current_cell - 300 OR cell > current_cell + 1) RETURNING cell, requests
      )
      INSERT INTO request_days AS d (account_id, day, requests)
        SELECT a.id, (to_timestamp((old.cell / 4.0)::float8) AT TIME ZONE 'UTC')::date, sum(old.requests)
        FROM old JOIN accounts a ON a.id = account GROUP BY 1, 2
        ON CONFLICT (account_id, day) DO UPDATE SET requests = d.requests + excluded.requests;
    END IF;
  END IF;
  IF taken < wanted THEN
    SELECT (cell + 1) * cell_ms + window_ms - now_ms INTO retry_ms FROM (
      SELECT cell, sum(requests) OVER (ORDER BY cell) AS freed FROM rate_cells
        WHERE account_id = account AND cell BETWEEN (now_ms - window_ms) / cell_ms AND current_cell + 1
    ) AS running WHERE freed > used - allowed ORDER BY cell LIMIT 1;
  END IF;
  reset_ms := (oldest + 1) * cell_ms + window_ms - now_ms;
END $$;

CREATE OR REPLACE FUNCTION take_request(account text, allowed integer, OUT used integer, OUT retry_ms bigint, OUT reset_ms bigint)
LANGUAGE sql AS $$ SELECT used, retry_ms, reset_ms FROM take_requests(account, allowed, 1) $$;

-- Seconds that the oldest open transaction of this database has lasted: it keeps finished jobs and deleted rows from being cleared away, whosever
-- it is. As the owner, who may see other users' sessions where anybody of the service may.
CREATE FUNCTION oldest_transaction_seconds() RETURNS double precision LANGUAGE sql STABLE SECURITY DEFINER AS $$
  SELECT coalesce(max(extract(epoch FROM clock_timestamp() - xact_start)), 0)::double precision
  FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()
$$;

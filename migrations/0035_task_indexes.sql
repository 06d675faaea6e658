-- no transaction
-- Indexes for lists of few tasks among many. They are built while others go on writing; building them with the next file would hold up all
-- requests, 15 s for half a million tasks. One that a killed start left half built is built anew.
DROP INDEX CONCURRENTLY IF EXISTS tasks_of_template;
CREATE INDEX CONCURRENTLY tasks_of_template ON tasks (account_id, template_id, id DESC) WHERE template_id IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS tasks_failed;
CREATE INDEX CONCURRENTLY tasks_failed ON tasks (account_id, id DESC) WHERE state = 'failed';
DROP INDEX CONCURRENTLY IF EXISTS tasks_reviewed;
CREATE INDEX CONCURRENTLY tasks_reviewed ON tasks (account_id, id DESC) WHERE reviewed_at IS NOT NULL;
-- By another condition than tasks_unfinished: while nothing waits, a scan of either looks free to the planner, whatever the statement asks for.
DROP INDEX CONCURRENTLY IF EXISTS tasks_by_due;
CREATE INDEX CONCURRENTLY tasks_by_due ON tasks (deadline_at) WHERE state IN ('processing', 'retrying');

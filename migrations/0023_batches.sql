-- A batch is a batch; a job is an entry of the queue. The API's `job_id` is a batch's id.
ALTER TABLE resume_jobs RENAME TO batches;
ALTER TABLE resume_entries RENAME TO batch_entries;
ALTER TABLE batch_entries RENAME COLUMN job_id TO batch_id;
ALTER TABLE deliveries RENAME COLUMN resume_job_id TO batch_id;
ALTER INDEX resume_jobs_by_expiry RENAME TO batches_by_expiry;
ALTER INDEX resume_jobs_of_position RENAME TO batches_of_position;
ALTER INDEX resume_entries_unfinished RENAME TO batch_entries_unfinished;
ALTER INDEX resume_entries_by_deadline RENAME TO batch_entries_by_deadline;
ALTER INDEX resume_entries_by_blob RENAME TO batch_entries_by_blob;
ALTER INDEX deliveries_of_resume_job RENAME TO deliveries_of_batch;
ALTER TRIGGER resume_jobs_keep_usage ON batches RENAME TO batches_keep_usage;

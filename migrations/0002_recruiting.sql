-- Batches of résumés, the résumés kept for evaluation, and evaluations.

CREATE TABLE resume_jobs (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  callback_url text,
  total_documents integer NOT NULL CHECK (total_documents > 0),
  successful_count integer NOT NULL DEFAULT 0,
  failed_count integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  completed_at timestamptz,
  -- When the job and its results are deleted; set when it is complete.
  expires_at timestamptz,
  CHECK (successful_count + failed_count <= total_documents),
  CHECK ((completed_at IS NOT NULL) = (successful_count + failed_count = total_documents))
) WITH (fillfactor = 70);
CREATE INDEX resume_jobs_by_expiry ON resume_jobs (expires_at) WHERE expires_at IS NOT NULL;

-- One file of a job.
CREATE TABLE resume_entries (
  -- The application's id.
  id text PRIMARY KEY,
  job_id text NOT NULL REFERENCES resume_jobs ON DELETE CASCADE,
  account_id text NOT NULL,
  index integer NOT NULL,
  filename text,
  -- As sent; null for a file.
  url text,
  blob_key text,
  state text NOT NULL DEFAULT 'processing' CHECK (state IN ('processing', 'succeeded', 'failed')),
  attempts integer NOT NULL DEFAULT 0,
  -- Starts that ended without an outcome: the worker died.
  crashes integer NOT NULL DEFAULT 0,
  running boolean NOT NULL DEFAULT false,
  deadline_at timestamptz NOT NULL,
  mime_type text,
  sha256 text,
  page_count integer,
  result json,
  fields json,
  error_code text,
  error_message text,
  UNIQUE (job_id, index)
) WITH (fillfactor = 70);
CREATE INDEX resume_entries_unfinished ON resume_entries (account_id) WHERE state = 'processing';
CREATE INDEX resume_entries_by_deadline ON resume_entries (deadline_at) WHERE state = 'processing';
CREATE INDEX resume_entries_by_blob ON resume_entries (blob_key) WHERE blob_key IS NOT NULL;

-- The newest résumé of an application, whether a batch or an evaluation brought it.
CREATE TABLE stored_resumes (
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  application_id text NOT NULL,
  blob_key text NOT NULL,
  url text,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, application_id)
);
CREATE INDEX stored_resumes_by_expiry ON stored_resumes (expires_at);
CREATE INDEX stored_resumes_by_blob ON stored_resumes (blob_key);

CREATE TABLE evaluations (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  job_id text NOT NULL,
  application_id text NOT NULL,
  rules_version text NOT NULL,
  engine text NOT NULL,
  document_sha256 text NOT NULL,
  -- The whole record, as the API answers it.
  record json NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX evaluations_of_application ON evaluations (account_id, application_id, id DESC);
CREATE INDEX evaluations_by_expiry ON evaluations (expires_at);

-- A delivery is about a task or about a job of résumés.
ALTER TABLE deliveries ADD COLUMN resume_job_id text REFERENCES resume_jobs ON DELETE CASCADE;
CREATE INDEX deliveries_of_resume_job ON deliveries (resume_job_id, id) WHERE resume_job_id IS NOT NULL;

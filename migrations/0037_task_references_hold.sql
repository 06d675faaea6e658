-- Reads what refers to tasks, while others go on writing.
ALTER TABLE deliveries VALIDATE CONSTRAINT deliveries_task_id_fkey;
ALTER TABLE file_uses VALIDATE CONSTRAINT file_uses_task_id_fkey;
ALTER TABLE template_evaluation_documents VALIDATE CONSTRAINT template_evaluation_documents_task_id_fkey;

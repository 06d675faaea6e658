-- Reads all tasks, while others go on writing them.
ALTER TABLE tasks VALIDATE CONSTRAINT tasks_before;

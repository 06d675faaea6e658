-- Pointers of a task's values that are to be reviewed, kept when they are read, so that a status read need not look at each value. Sealed.
ALTER TABLE tasks ADD COLUMN to_review json;

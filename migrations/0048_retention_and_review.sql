-- After how many days the applications of a position are deleted, 1 to 3650. Null: when the service's rule says so.
ALTER TABLE positions ADD COLUMN retention_days integer CHECK (retention_days BETWEEN 1 AND 3650);
-- How a candidate asks for a review by a person, as the candidate's report prints it.
ALTER TABLE positions ADD COLUMN review_contact text;

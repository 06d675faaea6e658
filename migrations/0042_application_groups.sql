-- Groups that an employer says applicants belong to, for impact ratios only: nothing that scores reads this table. Gone with the application.
CREATE TABLE application_groups (
  application_id text PRIMARY KEY REFERENCES batch_entries ON DELETE CASCADE,
  position_id text NOT NULL REFERENCES positions ON DELETE CASCADE,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  -- Group by category, sealed.
  groups json NOT NULL,
  -- Null where the employer named nobody who was selected.
  selected boolean
);
CREATE INDEX application_groups_of_position ON application_groups (position_id);
ALTER TABLE application_groups ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON application_groups USING (account_id = nullif(current_setting('winnow.account', true), ''));

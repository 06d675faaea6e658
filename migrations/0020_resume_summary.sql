-- What lists show of a read résumé, so that nobody unseals whole résumés to show three fields (ResumeSummary in src/recruiting/tables.ts).
ALTER TABLE resume_entries ADD COLUMN summary json;

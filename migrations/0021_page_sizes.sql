-- Sizes of a read résumé's pages, so that viewing an application opens no file (PageSize in src/recruiting/tables.ts). Null until it is read.
ALTER TABLE resume_entries ADD COLUMN pages json;

-- What a score is made from, kept when the résumé is read (src/recruiting/kept-claims.ts). Null where nothing was kept: then its file is read again.
ALTER TABLE stored_resumes ADD COLUMN claims json;

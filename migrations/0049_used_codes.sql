-- A code of an authenticator app is taken once (RFC 6238 section 5.2), also within the 90 s that it would be right for.

ALTER TABLE second_factors ADD COLUMN used_codes text[] NOT NULL DEFAULT '{}';

-- webhook_urls took the place of webhook_origins in 0015, and every delivery names its receiver since then.
DROP TABLE webhook_origins;
ALTER TABLE deliveries ALTER COLUMN origin SET NOT NULL, ALTER COLUMN receiver SET NOT NULL;

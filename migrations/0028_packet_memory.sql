-- What people said of pages by setting the parts of packets by hand: whether pages of that layout are of a template (src/memory).
CREATE TABLE memory_pages (
  -- No reference: what was said outlives the retention of its packet, and goes when somebody deletes the packet.
  packet_id text NOT NULL,
  page integer NOT NULL,
  -- A template's id.
  scope text NOT NULL,
  layout_id text NOT NULL REFERENCES memory_layouts ON DELETE CASCADE,
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  set_at timestamptz NOT NULL DEFAULT now(),
  -- Whether it is of the template; whether it is the first page of a document.
  is_of boolean NOT NULL,
  begins boolean NOT NULL,
  -- Digest of the layout, as in memory_examples, and the layout itself, sealed.
  signature bit(1024) NOT NULL,
  marks json NOT NULL,
  PRIMARY KEY (packet_id, page, scope)
);
CREATE INDEX memory_pages_of_scope ON memory_pages (account_id, scope);
CREATE INDEX memory_pages_of_layout ON memory_pages (layout_id, set_at DESC);

ALTER TABLE memory_pages ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON memory_pages USING (account_id = nullif(current_setting('winnow.account', true), ''));

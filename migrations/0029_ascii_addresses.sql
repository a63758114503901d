-- Addresses on the web are kept percent-encoded: URIs of RFC 3986, which every parser takes. The gateway encodes new ones;
-- this encodes those that were kept as people wrote them. A host beyond ASCII becomes a percent-encoded one (RFC 3986,
-- section 3.2.2), which browsers look up under the name that it had.
--
--     https://example.org/café?q=[ä]      https://example.org/caf%C3%A9?q=%5B%C3%A4%5D

-- An encoded address of 2,000 characters may have three times as many bytes. The gateway takes at most 2,000 bytes.
ALTER TABLE portfolio_items DROP CONSTRAINT portfolio_items_link_check;
ALTER TABLE portfolio_items ADD CONSTRAINT portfolio_items_link_check CHECK (length(link) BETWEEN 1 AND 6000);
ALTER TABLE resources DROP CONSTRAINT resources_link_check;
ALTER TABLE resources ADD CONSTRAINT resources_link_check CHECK (length(link) BETWEEN 1 AND 6000);

CREATE FUNCTION percent_encoded(address text) RETURNS text LANGUAGE sql AS $$
  -- The brackets of an IPv6 address, between the scheme and the next slash, stay.
  WITH bytes AS (
    SELECT position, get_byte(convert_to(address, 'UTF8'), position) AS byte,
      position >= octet_length(substring(address FROM '^[^:]+://[^/?#]*')) AS is_behind,
      position > octet_length(split_part(address, '#', 1)) AS is_in_fragment
    FROM generate_series(0, octet_length(address) - 1) AS position
  )
  SELECT string_agg(
    CASE WHEN byte > 127 OR is_behind AND byte IN (ascii('['), ascii(']')) OR is_in_fragment AND byte = ascii('#')
      THEN '%' || upper(lpad(to_hex(byte), 2, '0')) ELSE chr(byte) END, '' ORDER BY position)
  FROM bytes
$$;

UPDATE portfolio_items SET link = percent_encoded(link), version = version + 1, updated_at = now()
WHERE link IS DISTINCT FROM percent_encoded(link);
UPDATE resources SET link = percent_encoded(link), version = version + 1, updated_at = now()
WHERE link IS DISTINCT FROM percent_encoded(link);

DROP FUNCTION percent_encoded(text);

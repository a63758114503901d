-- An address as messages to it are counted: the variants that one mailbox may have are one. Mail is sent to the address
-- as its owner wrote it; two people with such addresses share a budget of strangers' messages, and nothing else.
CREATE OR REPLACE FUNCTION counted_address(channel text, address text) RETURNS text
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  name text := lower(split_part(address, '@', 1));
  host text := lower(split_part(address, '@', 2));
  plain text := replace(split_part(name, '+', 1), '.', '');
BEGIN
  IF channel <> 'EMAIL' THEN
    RETURN address;
  END IF;
  RETURN CASE plain WHEN '' THEN name ELSE plain END || '@' || CASE host WHEN 'googlemail.com' THEN 'gmail.com' ELSE host END;
END
$$;
REVOKE ALL ON FUNCTION counted_address(text, text) FROM PUBLIC;

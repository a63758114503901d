-- Telephone numbers that were stored with a trunk zero behind the country code, as in +490301234567 for +49 (0)30 1234567: without it.
-- See Sources/Planning/Scalars/TelephoneNumber.swift. These are countries whose national numbers never begin with a zero. A number that
-- another account has stays as it is.

CREATE FUNCTION without_trunk_zero(given text) RETURNS text
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN regexp_replace(
    given, '^\+(20|27|31|32|33|40|41|43|44|46|49|51|58|60|61|62|63|64|66|81|82|84|86|90|91|92|93|94|95|98|353|358|380|381|385|386)0(?=[1-9])',
    '+\1');
END
$$;

UPDATE collectors SET telephone = without_trunk_zero(telephone)
WHERE without_trunk_zero(telephone) <> telephone AND length(telephone) > 8;
UPDATE sign_in_addresses known
SET address = without_trunk_zero(known.lookup), lookup = without_trunk_zero(known.lookup)
WHERE known.channel = 'TELEPHONE' AND without_trunk_zero(known.lookup) <> known.lookup AND length(known.lookup) > 8
  AND NOT EXISTS (
    SELECT 1 FROM sign_in_addresses other
    WHERE other.channel = 'TELEPHONE' AND (other.account_id, other.id) <> (known.account_id, known.id)
      AND without_trunk_zero(other.lookup) = without_trunk_zero(known.lookup));

DROP FUNCTION without_trunk_zero(text);

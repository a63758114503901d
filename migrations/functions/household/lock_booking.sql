-- Locks the family of a booking of the provider in scope, and then the provider. Returns whether there is such a
-- booking.
--
-- Owner's rights: the family is in no scope of the provider.
CREATE OR REPLACE FUNCTION lock_booking(booking uuid) RETURNS boolean
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
  home uuid;
BEGIN
  SELECT rows.family_id INTO home FROM public.bookings rows WHERE rows.id = booking AND rows.account_id = account;
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM 1 FROM public.families WHERE families.family_id = home FOR NO KEY UPDATE;
  PERFORM 1 FROM public.providers rows WHERE rows.account_id = account FOR NO KEY UPDATE;
  -- It may have gone with its family meanwhile.
  RETURN EXISTS (SELECT 1 FROM public.bookings rows WHERE rows.family_id = home AND rows.id = booking);
END
$$;
REVOKE ALL ON FUNCTION lock_booking(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lock_booking(uuid) TO hatched_app;

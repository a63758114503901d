-- Removes the code of a card that is deleted.
--
-- Owner's rights: the server's role has no privilege on `pickup_card_codes`, which has the hashes of codes.
CREATE OR REPLACE FUNCTION forget_card_code() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM public.pickup_card_codes WHERE held_by = OLD.family_id AND card_id = OLD.id;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION forget_card_code() FROM PUBLIC;

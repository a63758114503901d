-- The devices of a member are those of the account: with another one, or none, they are a stranger's.
CREATE OR REPLACE FUNCTION forget_devices() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM public.devices WHERE devices.family_id = OLD.family_id AND devices.member_id = OLD.id;
  -- So are those who have the addresses of its feeds.
  DELETE FROM public.calendar_feeds WHERE calendar_feeds.family_id = OLD.family_id AND calendar_feeds.member_id = OLD.id;
  RETURN NULL;
END
$$;

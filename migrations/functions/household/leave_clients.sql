-- Locks the provider that goes with an account, and its conversations with families, which go with it, and wakes the
-- families: before the rows that go with the account, which bump versions. See LockOrder.
--
-- Owner's rights: the families are in no scope of the account.
CREATE OR REPLACE FUNCTION leave_clients() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  provider uuid;
BEGIN
  SELECT offering.id INTO provider FROM public.providers offering WHERE offering.account_id = OLD.id FOR UPDATE;
  IF FOUND THEN
    PERFORM 1 FROM public.conversations talk WHERE talk.home_id = public.audience_key(provider, 'clients')
    ORDER BY talk.id FOR NO KEY UPDATE;
    PERFORM public.wake_clients(
      ARRAY(SELECT talking.family_id FROM public.family_conversations talking WHERE talking.provider_id = provider), ARRAY[provider]);
  END IF;
  RETURN OLD;
END
$$;
REVOKE ALL ON FUNCTION leave_clients() FROM PUBLIC;
CREATE OR REPLACE TRIGGER clients_left BEFORE DELETE ON accounts FOR EACH ROW EXECUTE FUNCTION leave_clients();

-- Locks what the end of a family changes outside of it, in the order of LockOrder: requests to join, groups, conversations,
-- and then the versions that its rows bump as they go, in whatever order they do. The family is locked.
CREATE OR REPLACE FUNCTION lock_family_end(home uuid) RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  joined uuid[] := ARRAY(SELECT own.group_id FROM public.group_memberships own WHERE own.family_id = home);
  talks uuid[] := ARRAY(SELECT talking.conversation_id FROM public.family_conversations talking WHERE talking.family_id = home);
  directory_id uuid := public.audience_key('00000000-0000-0000-0000-000000000000', 'groups');
BEGIN
  PERFORM public.lock_join_requests();
  PERFORM 1 FROM public.groups WHERE groups.id = ANY (joined) ORDER BY groups.id FOR NO KEY UPDATE;
  PERFORM 1 FROM public.conversations talk WHERE talk.id = ANY (talks) AND talk.kind IN ('DIRECT', 'PROVIDER') ORDER BY talk.id FOR UPDATE;
  PERFORM public.bump_accounts(ARRAY(
    SELECT own.account_id FROM public.members own WHERE own.family_id = home
    UNION SELECT asking.account_id FROM public.join_requests asking WHERE asking.family_id = home
    UNION SELECT guests.account_id FROM public.shopping_list_guests guests WHERE guests.family_id = home
    UNION SELECT booked.account_id FROM public.bookings booked WHERE booked.family_id = home
    UNION SELECT offering.account_id FROM public.family_conversations talking
    JOIN public.providers offering ON offering.id = talking.provider_id WHERE talking.family_id = home
    UNION SELECT fellows.account_id FROM public.group_memberships known
    JOIN public.members fellows ON fellows.family_id = known.family_id WHERE known.group_id = ANY (joined)
    UNION SELECT unnest(public.accounts_beside(
      ARRAY(SELECT own.id FROM public.members own WHERE own.family_id = home),
      ARRAY(SELECT rows.class_id FROM public.enrolments rows WHERE rows.family_id = home)))));
  IF EXISTS (
    SELECT 1 FROM public.bookings booked JOIN public.providers offering ON offering.account_id = booked.account_id
    WHERE booked.family_id = home AND offering.directory_id IS NOT NULL)
  THEN
    UPDATE public.directory_versions AS known
    SET version = known.version + 1, stamp = gen_random_uuid(), changed_in = pg_current_xact_id()
    WHERE known.changed_in <> pg_current_xact_id();
  END IF;
  -- Conversations of two families go, and a group may get another moderator.
  PERFORM public.bump_families(ARRAY(
    SELECT others.family_id FROM public.group_memberships others WHERE others.group_id = ANY (joined) AND others.state = 'MEMBER'
    UNION SELECT talking.family_id FROM public.family_conversations talking WHERE talking.conversation_id = ANY (talks)));
  PERFORM public.bump_places(
    ARRAY(
      SELECT rows.class_id FROM public.enrolments rows WHERE rows.family_id = home
      UNION SELECT rows.school_id FROM public.enrolments rows WHERE rows.family_id = home
      UNION SELECT known.school_id FROM public.school_families known WHERE known.family_id = home)
    || CASE WHEN joined <> '{}' THEN ARRAY[directory_id] ELSE '{}' END);
END
$$;
REVOKE ALL ON FUNCTION lock_family_end(uuid) FROM PUBLIC;

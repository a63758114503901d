-- The feed whose address has a secret, by its hash: of a member who still has its account in the family. `stamp` is
-- another one whenever an answer may be: the family has changed, its schools, the account's places, or the day.
--
-- Owner's rights: the address is the proof of a right, and there is no viewer whose scope could be set.
CREATE OR REPLACE FUNCTION feed_of_secret(hash bytea)
RETURNS TABLE (
  family_id uuid, member_id uuid, account_id uuid, role text, name text, kinds text[], member_ids uuid[], zone text, today date, stamp text
)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT feeds.family_id, feeds.member_id, own.account_id, own.role, feeds.name, feeds.kinds, feeds.member_ids, home.time_zone,
      (now() AT TIME ZONE home.time_zone)::date, md5(concat_ws(' ', feeds.id, (now() AT TIME ZONE home.time_zone)::date, (
        SELECT string_agg(versions.stamp::text, ' ' ORDER BY versions.part) FROM public.family_versions versions
        WHERE versions.family_id = feeds.family_id), (
        SELECT versions.stamp FROM public.account_versions versions WHERE versions.account_id = own.account_id), (
        SELECT string_agg(versions.stamp::text, ' ' ORDER BY versions.id) FROM public.school_families known
        JOIN public.place_versions versions ON versions.school_id = known.school_id
        WHERE known.family_id = feeds.family_id), (
        -- Bookings that nobody confirmed lapse by the clock.
        SELECT count(*) FROM public.bookings lapsed
        WHERE lapsed.family_id = feeds.family_id AND lapsed.state = 'PENDING' AND lapsed.starts_at <= now())))
    FROM public.calendar_feed_secrets secrets
    JOIN public.calendar_feeds feeds ON feeds.family_id = secrets.home_id AND feeds.id = secrets.feed_id
    JOIN public.members own ON own.family_id = feeds.family_id AND own.id = feeds.member_id AND own.account_id IS NOT NULL
    JOIN public.families home ON home.family_id = feeds.family_id
    WHERE secrets.secret_hash = hash;
END
$$;
REVOKE ALL ON FUNCTION feed_of_secret(bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION feed_of_secret(bytea) TO hatched_app;

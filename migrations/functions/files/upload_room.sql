-- The home that a file of the account in scope is to have, which is the school given, its family or itself; and what
-- counts for its limits: the open uploads of the account, those of a day, the seconds until the oldest of these no
-- longer counts; the files of the home with those that are on their way, and their bytes. No row for a school that
-- the account does not know. The account and the home are locked.
--
-- May be null: school.
--
-- Owner's rights: uploads of other accounts count, and files that others see.
CREATE OR REPLACE FUNCTION upload_room(school uuid)
RETURNS TABLE (home_id uuid, open_uploads int, uploads_of_day int, seconds int, files int, bytes bigint)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
  home uuid := coalesce(school, nullif(current_setting('hatched.family_id', true), '')::uuid, account);
BEGIN
  -- Before the lock as well: one without the right makes nobody wait.
  IF school IS NOT NULL AND NOT EXISTS (SELECT 1 FROM public.schools WHERE schools.id = school)
    OR NOT public.has_place(account, home) THEN RETURN; END IF;
  PERFORM public.lock_home(account, home);
  IF NOT public.has_place(account, home) THEN RETURN; END IF;
  RETURN QUERY
    SELECT home, own.open, own.day, own.seconds, (kept.count + coming.count)::int, kept.bytes + coming.bytes
    FROM (
      SELECT count(*) FILTER (WHERE sent.state = 'WAITING' AND sent.withdrawn_at IS NULL AND sent.expires_at > now())::int AS open,
        count(*) FILTER (WHERE sent.created_at > now() - interval '1 day')::int AS day,
        greatest(1, ceil(extract(epoch FROM min(sent.created_at) FILTER (WHERE sent.created_at > now() - interval '1 day')
          + interval '1 day' - now())))::int AS seconds
      FROM public.uploads sent WHERE sent.account_id = account) AS own
    CROSS JOIN (
      SELECT count(*) AS count, coalesce(sum(files.declared_bytes), 0)::bigint AS bytes FROM public.files WHERE files.home_id = home) AS kept
    CROSS JOIN (
      SELECT count(*) AS count, coalesce(sum(sent.bytes), 0)::bigint AS bytes FROM public.uploads sent
      WHERE sent.home_id = home AND sent.state = 'WAITING' AND sent.withdrawn_at IS NULL) AS coming;
END
$$;
REVOKE ALL ON FUNCTION upload_room(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION upload_room(uuid) TO hatched_app;

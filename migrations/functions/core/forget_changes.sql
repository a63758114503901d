-- Forgets what changed more than `days` ago, and of each family all but the latest `most` objects, in the next
-- `at_once` families after one. Who knows less than what is kept begins anew. Locks as a change does: the version of a
-- family, then its changes. Returns the last of the families, null after the last of all.
--
-- Owner's rights: the worker's role may only read families' ids, and writes neither changes nor versions.
CREATE OR REPLACE FUNCTION forget_changes(after uuid, at_once int, days int, most int) RETURNS uuid
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  home uuid;
  bound bigint;
  last uuid;
BEGIN
  FOR home IN
    SELECT versions.family_id FROM public.family_versions versions
    WHERE versions.part = 'FAMILY' AND (after IS NULL OR versions.family_id > after) ORDER BY versions.family_id LIMIT at_once
  LOOP
    last := home;
    bound := greatest(
      (
        SELECT max(old.version) FROM (
          SELECT changes.version, changes.changed_at FROM public.changes WHERE changes.family_id = home
          ORDER BY changes.version, changes.id, changes.type LIMIT 1000
        ) AS old
        WHERE old.changed_at < now() - make_interval(days => days)
      ),
      (
        SELECT changes.version FROM public.changes WHERE changes.family_id = home
        ORDER BY changes.version DESC, changes.id DESC, changes.type DESC OFFSET most LIMIT 1
      ));
    IF bound IS NOT NULL THEN
      UPDATE public.family_versions SET forgotten = greatest(forgotten, bound) WHERE family_id = home AND part = 'FAMILY';
      DELETE FROM public.changes WHERE changes.family_id = home AND changes.version <= bound;
    END IF;
  END LOOP;
  RETURN last;
END
$$;
REVOKE ALL ON FUNCTION forget_changes(uuid, integer, integer, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_changes(uuid, integer, integer, integer) TO hatched_worker;

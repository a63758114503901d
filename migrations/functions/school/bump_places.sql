-- Bumps the versions of classes, of schools, of the directory of groups and of audiences of classes, each by id: see
-- LockOrder.
--
-- Owner's rights: the server's role has no privilege on `place_versions`: each change bumps a version, whoever makes
-- it.
CREATE OR REPLACE FUNCTION bump_places(places uuid[]) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE public.place_versions AS known
  SET version = known.version + 1, stamp = gen_random_uuid(), changed_in = pg_current_xact_id()
  FROM (
    SELECT versions.id FROM public.place_versions versions WHERE versions.id = ANY (places)
    ORDER BY versions.part = 'AUDIENCE', versions.id = versions.school_id, versions.id FOR NO KEY UPDATE
  ) AS locked
  WHERE known.id = locked.id AND known.changed_in <> pg_current_xact_id();
END
$$;
REVOKE ALL ON FUNCTION bump_places(uuid[]) FROM PUBLIC;

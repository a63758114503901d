-- Those of the versions named that are others now: their place among those named, and their stamp, null where there is
-- none any more. A kind is 'EPOCH', 'ACCOUNT', 'PLACE', 'DIRECTORY', or the part of a family's version. The caller
-- tells of each what it had read: the function names no id.
--
-- Owner's rights: the versions named are those of any family, account or school, which no scope shows at the same time.
-- It returns no id.
CREATE OR REPLACE FUNCTION changed_versions(kinds text[], ids uuid[], stamps uuid[])
RETURNS TABLE (place int, stamp uuid)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT watched.place::int, versions.stamp
    FROM unnest(kinds, ids, stamps) WITH ORDINALITY AS watched (kind, id, stamp, place)
    LEFT JOIN public.family_versions versions ON versions.family_id = watched.id AND versions.part = watched.kind
    WHERE watched.kind IN ('FAMILY', 'REQUESTS') AND versions.stamp IS DISTINCT FROM watched.stamp
    UNION ALL
    SELECT watched.place::int, versions.stamp
    FROM unnest(kinds, ids, stamps) WITH ORDINALITY AS watched (kind, id, stamp, place)
    LEFT JOIN public.account_versions versions ON versions.account_id = watched.id
    WHERE watched.kind = 'ACCOUNT' AND versions.stamp IS DISTINCT FROM watched.stamp
    UNION ALL
    SELECT watched.place::int, versions.stamp
    FROM unnest(kinds, ids, stamps) WITH ORDINALITY AS watched (kind, id, stamp, place)
    LEFT JOIN public.place_versions versions ON versions.id = watched.id
    WHERE watched.kind = 'PLACE' AND versions.stamp IS DISTINCT FROM watched.stamp
    UNION ALL
    SELECT watched.place::int, versions.stamp
    FROM unnest(kinds, ids, stamps) WITH ORDINALITY AS watched (kind, id, stamp, place)
    LEFT JOIN public.directory_versions versions ON versions.id = watched.id
    WHERE watched.kind = 'DIRECTORY' AND versions.stamp IS DISTINCT FROM watched.stamp
    UNION ALL
    SELECT watched.place::int, epochs.epoch
    FROM unnest(kinds, ids, stamps) WITH ORDINALITY AS watched (kind, id, stamp, place)
    LEFT JOIN public.version_epochs epochs ON true
    WHERE watched.kind = 'EPOCH' AND epochs.epoch IS DISTINCT FROM watched.stamp;
END
$$;
REVOKE ALL ON FUNCTION changed_versions(text[], uuid[], uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION changed_versions(text[], uuid[], uuid[]) TO hatched_app;

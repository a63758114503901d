-- Locks the versions of classes, by id, for a change that goes on to others: those of some classes, and, where one of
-- the homes is the family in scope, those of its classes. Versions of schools and audiences are locked after these.
--
-- A family changes rows of several classes in any order. Staff bump the versions of the classes of others' rows before:
-- see lock_families_as_staff().
CREATE OR REPLACE FUNCTION lock_class_versions(homes uuid[], classes uuid[]) RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  own uuid := nullif(current_setting('hatched.family_id', true), '')::uuid;
BEGIN
  PERFORM FROM public.place_versions versions
  WHERE versions.id <> versions.school_id AND versions.id = ANY (classes || ARRAY(
    SELECT rows.class_id FROM public.enrolments rows
    WHERE rows.family_id = own AND own = ANY (homes) AND rows.class_id IS NOT NULL))
  ORDER BY versions.id FOR NO KEY UPDATE;
END
$$;
REVOKE ALL ON FUNCTION lock_class_versions(uuid[], uuid[]) FROM PUBLIC;

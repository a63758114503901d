-- The days of enrolments, as a reader sees them too.
--
-- Owner's rights: the days are those of schools that a scope of a family, or of a card reader, does not show.
CREATE OR REPLACE FUNCTION pickup_days(enrolled uuid[])
RETURNS TABLE (enrolment_id uuid, day date, day_ends_at timestamptz, is_open boolean, is_absent boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  home uuid := nullif(current_setting('hatched.family_id', true), '')::uuid;
  staffed uuid[] := nullif(current_setting('hatched.staff_school_ids', true), '')::uuid[];
  taught uuid[] := nullif(current_setting('hatched.staff_class_ids', true), '')::uuid[];
  read uuid[] := nullif(current_setting('hatched.reader_school_ids', true), '')::uuid[];
BEGIN
  RETURN QUERY
    SELECT rows.id, clock.today::date, (clock.today::date + 1)::timestamp AT TIME ZONE schools.time_zone,
      schools.pickup_from IS NULL OR clock.today::time BETWEEN schools.pickup_from AND schools.pickup_until,
      rows.absent_on IS NOT DISTINCT FROM clock.today::date
    FROM public.enrolments rows
    JOIN public.schools ON schools.id = rows.school_id
    CROSS JOIN LATERAL (SELECT now() AT TIME ZONE schools.time_zone AS today) AS clock
    WHERE rows.id = ANY (enrolled) AND rows.state = 'CONFIRMED'
      AND (rows.family_id = home OR rows.staff_school_id = ANY (staffed) OR rows.class_id = ANY (taught)
        OR rows.staff_school_id = ANY (read));
END
$$;
REVOKE ALL ON FUNCTION pickup_days(uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION pickup_days(uuid[]) TO hatched_app;

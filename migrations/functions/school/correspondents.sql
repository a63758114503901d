-- The persons to whom the account in scope may write, by the ids of `school_people`: at a school, or at all of its
-- schools. The one rule of `School.correspondents`, `startConversation` and `sendMessage`.
--
--     a parent     the teachers of its children, administrators and dispatchers; the parents of these classes, where
--                  the school lets parents write to each other
--     a student    its teachers
--     staff        the staff; and of the students that it sees those of `of_age` years or with the consent of a parent,
--                  and all parents
--
-- Nobody sees a person that it has blocked, or that has blocked it. Enrolments from which the school has barred a
-- parent do not count for it.
--
-- May be null: school.
--
-- Owner's rights: the persons are members of other families, whose enrolments and consents no scope shows.
CREATE OR REPLACE FUNCTION correspondents(school uuid, of_age int) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
  home uuid := nullif(current_setting('hatched.family_id', true), '')::uuid;
  place public.schools;
  today date;
  own_role text;
  -- The classes of the viewer as one of a family, and those that it teaches.
  own_classes uuid[];
  taught uuid[];
  is_parent boolean;
  is_enrolled boolean;
BEGIN
  FOR place IN
    SELECT * FROM public.schools known
    WHERE known.id = ANY (nullif(current_setting('hatched.school_ids', true), '')::uuid[]) AND (school IS NULL OR known.id = school)
    ORDER BY known.id
  LOOP
    today := (now() AT TIME ZONE place.time_zone)::date;
    own_role := (
      SELECT staff.role FROM public.school_staff staff WHERE staff.school_id = place.id AND staff.account_id = account);
    taught := ARRAY(
      SELECT classes.class_id FROM public.school_staff_classes classes
      WHERE own_role = 'TEACHER' AND classes.school_id = place.id AND classes.account_id = account);
    SELECT coalesce(array_agg(rows.class_id) FILTER (WHERE rows.class_id IS NOT NULL), '{}'),
      coalesce(bool_or(own.role = 'PARENT'), false), count(*) > 0
    INTO own_classes, is_parent, is_enrolled
    FROM public.members own
    JOIN public.enrolments rows ON rows.family_id = home AND rows.school_id = place.id AND rows.state = 'CONFIRMED'
      AND (own.role = 'PARENT' OR rows.student_id = own.id)
    WHERE own.family_id = home AND own.account_id = account
      AND NOT EXISTS (SELECT 1 FROM public.barred_enrolments(home) barred WHERE barred.id = rows.id);
    CONTINUE WHEN own_role IS NULL AND NOT is_enrolled;
    RETURN QUERY
      SELECT people.id FROM public.school_people people
      WHERE people.school_id = place.id AND people.account_id IS NOT NULL AND people.account_id <> account
        AND NOT EXISTS (
          SELECT 1 FROM public.content_hidings hidings
          WHERE hidings.account_id = account AND hidings.hidden_id = people.id AND hidings.cause IN ('BLOCK', 'BLOCKED'))
        AND CASE people.kind
          WHEN 'STAFF' THEN own_role IS NOT NULL OR EXISTS (
            SELECT 1 FROM public.school_staff_classes classes
            WHERE classes.school_id = place.id AND classes.account_id = people.account_id AND classes.class_id = ANY (own_classes))
            OR is_parent AND EXISTS (
              SELECT 1 FROM public.school_staff staff
              WHERE staff.school_id = place.id AND staff.account_id = people.account_id AND staff.role IN ('ADMINISTRATOR', 'DISPATCHER'))
          WHEN 'PARENT' THEN EXISTS (
            SELECT 1 FROM public.members own JOIN public.enrolments rows ON rows.family_id = own.family_id
              AND rows.school_id = place.id AND rows.state = 'CONFIRMED'
            WHERE own.account_id = people.account_id AND own.id = people.member_id
              AND NOT public.is_kept_from(rows.family_id, rows.id, own.id)
              AND (own_role IN ('ADMINISTRATOR', 'DISPATCHER') OR rows.class_id = ANY (taught)
                OR is_parent AND place.parents_write_to_parents AND rows.class_id = ANY (own_classes)))
          ELSE own_role IS NOT NULL AND EXISTS (
            SELECT 1 FROM public.members own JOIN public.enrolments rows ON rows.family_id = own.family_id
              AND rows.student_id = own.id AND rows.school_id = place.id AND rows.state = 'CONFIRMED'
            WHERE own.account_id = people.account_id AND own.id = people.member_id
              AND (own_role <> 'TEACHER' OR rows.class_id = ANY (taught))
              AND (EXISTS (
                  SELECT 1 FROM public.consents given
                  WHERE given.family_id = own.family_id AND given.student_id = own.id AND given.kind = 'MESSAGES'
                    AND given.withdrawn_at IS NULL)
                OR extract(year FROM age(today::timestamp, own.birthday::timestamp)) >= of_age))
        END;
  END LOOP;
END
$$;
REVOKE ALL ON FUNCTION correspondents(uuid, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION correspondents(uuid, integer) TO hatched_app;

-- Gives a conversation the persons that follow from others: the staff, the students and the parents of its class, and
-- the parents of students under 18, who read along. Parents of a class write where the school lets parents write to
-- each other. Those that follow no longer go. Who was born on 29 February is of age on 1 March.
CREATE OR REPLACE FUNCTION fill_conversation(conversation uuid) RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  talk public.conversations;
  place public.schools;
  persons uuid[];
  readers uuid[];
  ends timestamptz[];
BEGIN
  SELECT * INTO talk FROM public.conversations WHERE conversations.id = conversation;
  SELECT * INTO place FROM public.schools WHERE schools.id = talk.home_id;
  IF NOT FOUND THEN RETURN; END IF;
  persons := ARRAY(
    SELECT people.id FROM public.school_people people
    WHERE people.school_id = talk.home_id AND people.account_id IS NOT NULL AND talk.class_id IS NOT NULL AND (
      EXISTS (
        SELECT 1 FROM public.school_staff_classes taught
        WHERE people.kind = 'STAFF' AND taught.class_id = talk.class_id AND taught.account_id = people.account_id)
      OR EXISTS (
        SELECT 1 FROM public.members own JOIN public.enrolments rows ON rows.family_id = own.family_id
          AND rows.school_id = talk.home_id AND rows.class_id = talk.class_id AND rows.state = 'CONFIRMED'
          AND (rows.student_id = own.id OR place.parents_write_to_parents AND own.role = 'PARENT'
            AND NOT public.is_kept_from(rows.family_id, rows.id, own.id))
        WHERE own.account_id = people.account_id AND own.id = people.member_id)));
  SELECT coalesce(array_agg(following.id), '{}'), coalesce(array_agg(nullif(following.ends_at, 'infinity')), '{}') INTO readers, ends
  FROM (
    SELECT people.id, max(coalesce((student.birthday + interval '18 years'
      + CASE to_char(student.birthday, 'MMDD') WHEN '0229' THEN interval '1 day' ELSE interval '0' END)
      AT TIME ZONE place.time_zone, 'infinity')) AS ends_at
    FROM public.enrolments rows
    JOIN public.members student ON student.family_id = rows.family_id AND student.id = rows.student_id
    JOIN public.members own ON own.family_id = rows.family_id AND own.role = 'PARENT'
    JOIN public.school_people people ON people.school_id = talk.home_id AND people.member_id = own.id
      AND people.account_id = own.account_id
    WHERE rows.school_id = talk.home_id AND rows.state = 'CONFIRMED' AND (
        rows.class_id = talk.class_id
        OR talk.class_id IS NULL AND EXISTS (
          SELECT 1 FROM public.school_people talking JOIN public.conversation_people named
            ON named.home_id = talk.home_id AND named.conversation_id = talk.id AND named.person_id = talking.id
          WHERE talking.school_id = talk.home_id AND talking.member_id = student.id AND talking.kind = 'STUDENT'))
      AND NOT public.is_kept_from(rows.family_id, rows.id, own.id)
    GROUP BY people.id) AS following;
  DELETE FROM public.conversation_people AS known
  WHERE known.home_id = talk.home_id AND known.conversation_id = talk.id AND known.follows
    AND known.person_id <> ALL (persons || readers);
  INSERT INTO public.conversation_people AS known (home_id, id, conversation_id, person_id, is_reader, reads_until, follows, audience)
  SELECT talk.home_id, public.time_ordered_id(), talk.id, following.id, following.is_reader, following.ends_at, true, talk.audience
  FROM (
    SELECT named.id, false AS is_reader, NULL::timestamptz AS ends_at FROM unnest(persons) AS named (id)
    UNION ALL
    SELECT named.id, true, named.ends_at FROM unnest(readers, ends) AS named (id, ends_at) WHERE named.id <> ALL (persons)
  ) AS following
  ORDER BY following.id
  ON CONFLICT ON CONSTRAINT conversation_people_once DO UPDATE SET
    is_reader = EXCLUDED.is_reader, reads_until = EXCLUDED.reads_until, version = known.version + 1, updated_at = EXCLUDED.updated_at
  WHERE known.follows AND (known.is_reader, known.reads_until) IS DISTINCT FROM (EXCLUDED.is_reader, EXCLUDED.reads_until);
END
$$;
REVOKE ALL ON FUNCTION fill_conversation(uuid) FROM PUBLIC;

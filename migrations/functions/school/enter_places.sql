-- Reads the places of the account in scope, sets the settings that policies compare with for the rest of the
-- transaction, and returns the places with the versions of what is seen there. A kind is 'SCHOOL' (seen as by all its
-- people), 'ADMINISTERED', 'STAFF' (all classes of a school), 'TEACHING' (a class), 'AUDIENCE' (a key of the audiences
-- that the account is of: see audience_of and the table `conversations`), 'HIDDEN' (content, or a person, that the
-- account has hidden from itself), or 'WATCHED': a class that is seen as staff, or the audience of a class, for its
-- version alone.
--
-- Members of a family have the keys of what families share: `groups`, the directory of groups; `home` of the family and
-- `self` of the member, for conversations of members; and of each group of the family `group`, the family's id there,
-- for parents its key `parents`, and `moderators` where the family is one. None is an id that a client chooses.
--
-- A provider of services has its keys `provider` and `clients`. Parents have the key `parents` of their family, and
-- `clients` of each provider with which the family talks: the home of these conversations.
--
-- Keys of conversations are `talk` of a class, of its teachers, students and those parents who write or have a child
-- under 18 there; `guard STUDENT`, of the parents of a student under 18, who read along; and `administrators` of a
-- school, who see messages that somebody has reported.
--
-- The staff of a school have its key `team`, by which they see content that is held: see follow_report(). Each has
-- the key of its id, of the announcements that it wrote, and that of its side among the people: see follow_person().
--
-- May be null: stamp.
--
-- Owner's rights: the places of an account set the scope of its policies: a setting that the server computes could name
-- any school.
CREATE OR REPLACE FUNCTION enter_places() RETURNS TABLE (kind text, id uuid, stamp uuid)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
  home uuid := nullif(current_setting('hatched.family_id', true), '')::uuid;
  known uuid[];
  administered uuid[];
  staffed uuid[];
  taught uuid[] := '{}';
  -- The keys of its audiences, and the classes among them.
  audience uuid[] := '{}';
  heard uuid[] := '{}';
  hidden uuid[] := ARRAY(SELECT hidings.hidden_id FROM public.content_hidings hidings WHERE hidings.account_id = account);
  own_member uuid;
  own_role text;
  -- The schools, and the member's own sides there.
  enrolled_schools uuid[];
  enrolled_classes uuid[];
  setting text;
BEGIN
  -- Statements are skipped where they find nothing: starting one takes longer than reading its rows.
  SELECT array_agg(staff.school_id), array_agg(staff.school_id) FILTER (WHERE staff.role = 'ADMINISTRATOR'),
    array_agg(staff.school_id) FILTER (WHERE staff.role <> 'TEACHER')
  INTO known, administered, staffed
  FROM public.school_staff staff WHERE staff.account_id = account;
  administered := coalesce(administered, '{}');
  staffed := coalesce(staffed, '{}');
  IF known IS NULL THEN
    known := '{}';
  ELSE
    taught := ARRAY(SELECT classes.class_id FROM public.school_staff_classes classes WHERE classes.account_id = account);
    heard := taught;
    audience := known || ARRAY(
      SELECT own.key FROM public.school_staff staff
      CROSS JOIN unnest(ARRAY[staff.id, public.audience_key(staff.school_id, 'person ' || staff.id::text)]) AS own (key)
      WHERE staff.account_id = account
      UNION ALL SELECT public.audience_key(school.id, 'team') FROM unnest(known) AS school (id)
      UNION ALL SELECT public.audience_key(school.id, 'staff') FROM unnest(staffed) AS school (id)
      UNION ALL SELECT public.audience_key(school.id, 'administrators') FROM unnest(administered) AS school (id)
      UNION ALL SELECT public.audience_key(class.id, 'talk') FROM unnest(taught) AS class (id));
  END IF;
  audience := audience || ARRAY(
    SELECT own.key FROM public.providers offering CROSS JOIN unnest(ARRAY[
      public.audience_key(offering.id, 'provider'), public.audience_key(offering.id, 'clients')]) AS own (key)
    WHERE offering.account_id = account);
  IF home IS NOT NULL THEN
    SELECT own.id, own.role INTO own_member, own_role FROM public.members own WHERE own.family_id = home AND own.account_id = account;
    IF own_member IS NOT NULL THEN
      audience := audience || public.audience_key('00000000-0000-0000-0000-000000000000', 'groups')
        || public.audience_key(home, 'home') || public.audience_key(own_member, 'self')
        || ARRAY(
          SELECT own.key FROM public.group_memberships memberships CROSS JOIN unnest(ARRAY[
            public.audience_key(memberships.group_id, 'group'), memberships.group_family_id,
            CASE WHEN own_role = 'PARENT' THEN public.audience_key(memberships.group_family_id, 'parents') END,
            CASE WHEN own_role = 'PARENT' AND memberships.is_moderator THEN public.audience_key(memberships.group_id, 'moderators') END
          ]) AS own (key)
          WHERE memberships.family_id = home AND memberships.state = 'MEMBER' AND own.key IS NOT NULL
          UNION ALL SELECT public.audience_key(home, 'parents') WHERE own_role = 'PARENT'
          UNION ALL SELECT public.audience_key(talking.provider_id, 'clients') FROM public.family_conversations talking
          WHERE own_role = 'PARENT' AND talking.family_id = home AND talking.provider_id IS NOT NULL);
      hidden := hidden || ARRAY(
        SELECT own.key FROM public.group_hidings hidings CROSS JOIN unnest(ARRAY[
          hidings.hidden_id, CASE WHEN hidings.cause = 'BLOCKED' THEN public.audience_key(hidings.hidden_id, 'row') END]) AS own (key)
        WHERE hidings.family_id = home AND own.key IS NOT NULL);
    END IF;
    known := known || ARRAY(
      SELECT families.school_id FROM public.school_families families
      WHERE families.family_id = home AND families.school_id <> ALL (known) AND EXISTS (
        SELECT 1 FROM public.members WHERE members.family_id = home AND members.account_id = account));
    IF known <> '{}' THEN
      SELECT array_agg(rows.school_id) || array_agg(public.audience_key(rows.school_id, 'member ' || own.id::text))
          || coalesce(array_agg(public.audience_key(rows.school_id, 'guard ' || rows.student_id::text)) FILTER (
            WHERE own.role = 'PARENT' AND minors.is_minor), '{}')
          || coalesce(array_agg(public.audience_key(rows.class_id, 'talk')) FILTER (
            WHERE rows.class_id IS NOT NULL AND (own.role = 'STUDENT' OR minors.is_minor OR minors.parents_write)), '{}'),
        array_agg(rows.class_id) FILTER (WHERE rows.class_id IS NOT NULL)
      INTO enrolled_schools, enrolled_classes
      FROM public.members own
      JOIN public.enrolments rows ON rows.family_id = home AND rows.state = 'CONFIRMED'
        AND rows.school_id = ANY (known) AND (own.role = 'PARENT' OR rows.student_id = own.id)
      CROSS JOIN LATERAL (
        SELECT place.parents_write_to_parents AS parents_write,
          child.birthday IS NULL OR child.birthday > (now() AT TIME ZONE place.time_zone)::date - interval '18 years' AS is_minor
        FROM public.members child JOIN public.schools place ON place.id = rows.school_id
        WHERE child.family_id = home AND child.id = rows.student_id) AS minors
      WHERE own.family_id = home AND own.account_id = account
        AND NOT EXISTS (SELECT 1 FROM public.barred_enrolments(home) barred WHERE barred.id = rows.id);
      audience := audience || enrolled_schools;
      heard := heard || enrolled_classes;
    END IF;
  END IF;
  IF heard <> '{}' THEN
    audience := audience || heard || ARRAY(
      SELECT public.audience_key(classes.school_id, 'grade ' || classes.grade) FROM public.school_classes classes
      WHERE classes.id = ANY (heard) AND classes.grade IS NOT NULL);
  END IF;
  -- Assignments need no executor, where PERFORM of all four does.
  setting := set_config('hatched.school_ids', known::text, true);
  setting := set_config('hatched.administered_school_ids', administered::text, true);
  setting := set_config('hatched.staff_school_ids', staffed::text, true);
  setting := set_config('hatched.staff_class_ids', taught::text, true);
  setting := set_config('hatched.audience_ids', audience::text, true);
  setting := set_config('hatched.hidden_ids', hidden::text, true);
  kind := 'HIDDEN';
  FOREACH id IN ARRAY hidden LOOP RETURN NEXT; END LOOP;
  stamp := NULL;
  kind := 'AUDIENCE';
  FOREACH id IN ARRAY audience LOOP RETURN NEXT; END LOOP;
  IF known = '{}' THEN
    RETURN;
  END IF;
  RETURN QUERY SELECT 'SCHOOL', versions.id, versions.stamp FROM public.place_versions versions WHERE versions.id = ANY (known);
  stamp := NULL;
  kind := 'ADMINISTERED';
  FOREACH id IN ARRAY administered LOOP RETURN NEXT; END LOOP;
  kind := 'STAFF';
  FOREACH id IN ARRAY staffed LOOP RETURN NEXT; END LOOP;
  IF heard <> '{}' THEN
    RETURN QUERY SELECT 'WATCHED', versions.id, versions.stamp FROM public.place_versions versions
      WHERE versions.id = ANY (ARRAY(SELECT DISTINCT public.audience_key(class.id, 'version') FROM unnest(heard) AS class (id)))
        AND versions.school_id <> ALL (staffed);
  END IF;
  IF taught <> '{}' THEN
    RETURN QUERY SELECT 'TEACHING', versions.id, versions.stamp FROM public.place_versions versions WHERE versions.id = ANY (taught);
  END IF;
  IF staffed <> '{}' THEN
    RETURN QUERY SELECT 'WATCHED', versions.id, versions.stamp FROM public.place_versions versions
      WHERE versions.school_id = ANY (staffed) AND versions.id <> versions.school_id;
  END IF;
END
$$;
REVOKE ALL ON FUNCTION enter_places() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enter_places() TO hatched_app;

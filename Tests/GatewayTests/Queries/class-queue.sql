-- schoolClass SchoolClass
SELECT school_classes_0.school_id, school_classes_0.name, school_classes_0.id
  FROM school_classes school_classes_0
  WHERE school_classes_0.school_id = ANY (nullif(current_setting('hatched.school_ids', true), '')::uuid[]) AND school_classes_0.id = $1;
-- $1 = 0198f000-0000-7000-8071-000000000001

-- schoolClass.students ClassStudent
WITH found AS MATERIALIZED (SELECT CASE WHEN enrolments_1.class_id = ANY (nullif(current_setting('hatched.staff_class_ids', true), '')::uuid[]) THEN enrolments_1.class_id ELSE enrolments_1.staff_school_id END AS c0, enrolments_1.class_id AS c1, enrolments_1.student_name AS c2, enrolments_1.student_number AS c3, enrolments_1.id AS c4, enrolments_1.family_id AS c5
    FROM (SELECT school_classes_0.id AS key
      FROM school_classes school_classes_0
      WHERE school_classes_0.school_id = ANY (nullif(current_setting('hatched.school_ids', true), '')::uuid[]) AND school_classes_0.id = $1) parents_1
    CROSS JOIN LATERAL (SELECT *
      FROM enrolments enrolments_1
      WHERE (enrolments_1.staff_school_id = ANY (nullif(current_setting('hatched.staff_school_ids', true), '')::uuid[]) OR enrolments_1.class_id = ANY (nullif(current_setting('hatched.staff_class_ids', true), '')::uuid[])) AND enrolments_1.staff_school_id IS NOT NULL AND enrolments_1.class_id = parents_1.key
      ORDER BY enrolments_1.student_name, enrolments_1.id
      LIMIT $2 OFFSET $3) enrolments_1
    ORDER BY enrolments_1.student_name, enrolments_1.id) SELECT c0, c1, c2, c3, c4
  FROM found
  WHERE (SELECT set_config('hatched.keys_1_5', array_to_string(array_agg(c5), ',', ''), true) || set_config('hatched.keys_1_4', array_to_string(array_agg(c4), ',', ''), true)
    FROM found) IS NOT NULL;
-- $1 = 0198f000-0000-7000-8071-000000000001, $2 = 50, $3 = 0

-- schoolClass.students.guardians ClassGuardian
SELECT CASE WHEN pickup_guardians_2.class_id = ANY (nullif(current_setting('hatched.staff_class_ids', true), '')::uuid[]) THEN pickup_guardians_2.class_id ELSE pickup_guardians_2.staff_school_id END, pickup_guardians_2.enrolment_id, pickup_guardians_2.name, pickup_guardians_2.is_barred
  FROM unnest(string_to_array(current_setting('hatched.keys_1_5', true), ',', '')::uuid[], string_to_array(current_setting('hatched.keys_1_4', true), ',', '')::uuid[]) parents_2(scope, key)
  CROSS JOIN LATERAL (SELECT *
    FROM pickup_guardians pickup_guardians_2
    WHERE (pickup_guardians_2.staff_school_id = ANY (nullif(current_setting('hatched.staff_school_ids', true), '')::uuid[]) OR pickup_guardians_2.class_id = ANY (nullif(current_setting('hatched.staff_class_ids', true), '')::uuid[])) AND pickup_guardians_2.staff_school_id IS NOT NULL AND pickup_guardians_2.family_id = parents_2.scope AND pickup_guardians_2.enrolment_id = parents_2.key
    ORDER BY pickup_guardians_2.name, pickup_guardians_2.id
    LIMIT $1 OFFSET $2) pickup_guardians_2
  ORDER BY pickup_guardians_2.name, pickup_guardians_2.id;
-- $1 = 10, $2 = 0

-- schoolClass.students.collectors ClassCollector
SELECT CASE WHEN collectors_3.class_id = ANY (nullif(current_setting('hatched.staff_class_ids', true), '')::uuid[]) THEN collectors_3.class_id ELSE collectors_3.staff_school_id END, collectors_3.enrolment_id, collectors_3.name
  FROM unnest(string_to_array(current_setting('hatched.keys_1_5', true), ',', '')::uuid[], string_to_array(current_setting('hatched.keys_1_4', true), ',', '')::uuid[]) parents_3(scope, key)
  CROSS JOIN LATERAL (SELECT *
    FROM collectors collectors_3
    WHERE (collectors_3.staff_school_id = ANY (nullif(current_setting('hatched.staff_school_ids', true), '')::uuid[]) OR collectors_3.class_id = ANY (nullif(current_setting('hatched.staff_class_ids', true), '')::uuid[])) AND collectors_3.staff_school_id IS NOT NULL AND collectors_3.family_id = parents_3.scope AND collectors_3.enrolment_id = parents_3.key
    ORDER BY collectors_3.name, collectors_3.id
    LIMIT $1 OFFSET $2) collectors_3
  ORDER BY collectors_3.name, collectors_3.id;
-- $1 = 10, $2 = 0

-- schoolClass.dismissals ClassDismissal
WITH found AS MATERIALIZED (SELECT CASE WHEN dismissals_4.class_id = ANY (nullif(current_setting('hatched.staff_class_ids', true), '')::uuid[]) THEN dismissals_4.class_id ELSE dismissals_4.staff_school_id END AS c0, dismissals_4.class_id AS c1, (ARRAY[dismissals_4.state, 'EXPIRED'])[1 + (dismissals_4.state IN ('REQUESTED', 'READY') AND dismissals_4.day_ends_at <= now())::int] AS c2, dismissals_4.note AS c3, dismissals_4.requested_by AS c4, dismissals_4.enrolment_id AS c5
    FROM (SELECT school_classes_0.id AS key
      FROM school_classes school_classes_0
      WHERE school_classes_0.school_id = ANY (nullif(current_setting('hatched.school_ids', true), '')::uuid[]) AND school_classes_0.id = $1) parents_4
    CROSS JOIN LATERAL (SELECT *
      FROM dismissals dismissals_4
      WHERE (dismissals_4.staff_school_id = ANY (nullif(current_setting('hatched.staff_school_ids', true), '')::uuid[]) OR dismissals_4.class_id = ANY (nullif(current_setting('hatched.staff_class_ids', true), '')::uuid[])) AND dismissals_4.staff_school_id IS NOT NULL AND dismissals_4.day_ends_at > now() AND dismissals_4.class_id = parents_4.key
      ORDER BY dismissals_4.requested_at, dismissals_4.id
      LIMIT $2 OFFSET $3) dismissals_4
    ORDER BY dismissals_4.requested_at, dismissals_4.id) SELECT c0, c1, c2, c3, c4, c5
  FROM found
  WHERE (SELECT set_config('hatched.keys_4_5', array_to_string(array_agg(c5), ',', ''), true)
    FROM found) IS NOT NULL;
-- $1 = 0198f000-0000-7000-8071-000000000001, $2 = 50, $3 = 0

-- schoolClass.dismissals.student ClassStudent
SELECT CASE WHEN enrolments_5.class_id = ANY (nullif(current_setting('hatched.staff_class_ids', true), '')::uuid[]) THEN enrolments_5.class_id ELSE enrolments_5.staff_school_id END, enrolments_5.id, enrolments_5.student_name
  FROM (SELECT DISTINCT key
    FROM unnest(string_to_array(current_setting('hatched.keys_4_5', true), ',', '')::uuid[]) wanted(key)) parents_5
  CROSS JOIN LATERAL (SELECT *
    FROM enrolments enrolments_5
    WHERE (enrolments_5.staff_school_id = ANY (nullif(current_setting('hatched.staff_school_ids', true), '')::uuid[]) OR enrolments_5.class_id = ANY (nullif(current_setting('hatched.staff_class_ids', true), '')::uuid[])) AND enrolments_5.staff_school_id IS NOT NULL AND enrolments_5.id = parents_5.key OFFSET 0) enrolments_5;

-- schoolClass.messages ClassMessage
WITH found AS MATERIALIZED (SELECT CASE WHEN class_messages_6.class_id = ANY (nullif(current_setting('hatched.staff_class_ids', true), '')::uuid[]) THEN class_messages_6.class_id ELSE class_messages_6.staff_school_id END AS c0, class_messages_6.class_id AS c1, class_messages_6.author_name AS c2, class_messages_6.text AS c3, class_messages_6.enrolment_id AS c4
    FROM (SELECT school_classes_0.id AS key
      FROM school_classes school_classes_0
      WHERE school_classes_0.school_id = ANY (nullif(current_setting('hatched.school_ids', true), '')::uuid[]) AND school_classes_0.id = $1) parents_6
    CROSS JOIN LATERAL (SELECT *
      FROM class_messages class_messages_6
      WHERE (class_messages_6.staff_school_id = ANY (nullif(current_setting('hatched.staff_school_ids', true), '')::uuid[]) OR class_messages_6.class_id = ANY (nullif(current_setting('hatched.staff_class_ids', true), '')::uuid[])) AND class_messages_6.staff_school_id IS NOT NULL AND class_messages_6.class_id = parents_6.key
      ORDER BY class_messages_6.created_at DESC, class_messages_6.id
      LIMIT $2 OFFSET $3) class_messages_6
    ORDER BY class_messages_6.created_at DESC, class_messages_6.id) SELECT c0, c1, c2, c3, c4
  FROM found
  WHERE (SELECT set_config('hatched.keys_6_4', array_to_string(array_agg(c4), ',', ''), true)
    FROM found) IS NOT NULL;
-- $1 = 0198f000-0000-7000-8071-000000000001, $2 = 3, $3 = 0

-- schoolClass.messages.student ClassStudent
SELECT CASE WHEN enrolments_7.class_id = ANY (nullif(current_setting('hatched.staff_class_ids', true), '')::uuid[]) THEN enrolments_7.class_id ELSE enrolments_7.staff_school_id END, enrolments_7.id, enrolments_7.student_name
  FROM (SELECT DISTINCT key
    FROM unnest(string_to_array(current_setting('hatched.keys_6_4', true), ',', '')::uuid[]) wanted(key)) parents_7
  CROSS JOIN LATERAL (SELECT *
    FROM enrolments enrolments_7
    WHERE (enrolments_7.staff_school_id = ANY (nullif(current_setting('hatched.staff_school_ids', true), '')::uuid[]) OR enrolments_7.class_id = ANY (nullif(current_setting('hatched.staff_class_ids', true), '')::uuid[])) AND enrolments_7.staff_school_id IS NOT NULL AND enrolments_7.id = parents_7.key OFFSET 0) enrolments_7;

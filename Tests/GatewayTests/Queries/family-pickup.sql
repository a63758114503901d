-- family Family
SELECT families_0.family_id
  FROM families families_0
  WHERE families_0.family_id = $1;
-- $1 = the viewer's family

-- family.enrolments Enrolment
WITH found AS MATERIALIZED (SELECT enrolments_1.family_id AS c0, enrolments_1.id AS c1, enrolments_1.state AS c2, enrolments_1.student_number AS c3, enrolments_1.student_id AS c4
    FROM enrolments enrolments_1
    WHERE enrolments_1.family_id = $1
    ORDER BY enrolments_1.created_at, enrolments_1.id
    LIMIT $2 OFFSET $3) SELECT c0, c1, c2, c3, c4
  FROM found
  WHERE (SELECT set_config('hatched.keys_1_1', array_to_string(array_agg(c1), ',', ''), true)
    FROM found) IS NOT NULL;
-- $1 = the viewer's family, $2 = 50, $3 = 0

-- family.enrolments.student, family.dismissals.student Student
SELECT members_2.family_id, members_2.id, members_2.name
  FROM members members_2
  WHERE members_2.family_id = $1 AND members_2.role = 'STUDENT';
-- $1 = the viewer's family

-- family.enrolments.collectors Collector
SELECT collectors_3.family_id, collectors_3.enrolment_id, collectors_3.id, collectors_3.name
  FROM unnest(string_to_array(current_setting('hatched.keys_1_1', true), ',', '')::uuid[]) parents_3(key)
  CROSS JOIN LATERAL (SELECT *
    FROM collectors collectors_3
    WHERE collectors_3.family_id = $1 AND NOT EXISTS (SELECT 1
      FROM pickup_guardians barred
      WHERE barred.family_id = $1 AND barred.enrolment_id = collectors_3.enrolment_id AND barred.member_id = $2 AND barred.is_barred) AND collectors_3.enrolment_id = parents_3.key
    ORDER BY collectors_3.name, collectors_3.id
    LIMIT $3 OFFSET $4) collectors_3
  ORDER BY collectors_3.name, collectors_3.id;
-- $1 = the viewer's family, $2 = the viewer's member, $3 = 50, $4 = 0

-- family.dismissals Dismissal
SELECT dismissals_4.family_id, dismissals_4.id, (ARRAY[dismissals_4.state, 'EXPIRED'])[1 + (dismissals_4.state IN ('REQUESTED', 'READY') AND dismissals_4.day_ends_at <= now())::int], dismissals_4.note, dismissals_4.requested_by, dismissals_4.student_id
  FROM dismissals dismissals_4
  WHERE dismissals_4.family_id = $1 AND NOT EXISTS (SELECT 1
    FROM pickup_guardians barred
    WHERE barred.family_id = $1 AND barred.enrolment_id = dismissals_4.enrolment_id AND barred.member_id = $2 AND barred.is_barred) AND (dismissals_4.state IN ('REQUESTED', 'READY') AND dismissals_4.day_ends_at > now()) = true
  ORDER BY dismissals_4.requested_at DESC, dismissals_4.id
  LIMIT $3 OFFSET $4;
-- $1 = the viewer's family, $2 = the viewer's member, $3 = 50, $4 = 0

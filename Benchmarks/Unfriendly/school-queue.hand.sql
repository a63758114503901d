-- The hundred are chosen first, from the index of a school's open dismissals. The student and the collectors of each are sub-selects: a
-- join may read all 2,000 students of the school, with the policy for each. The classes are few, and made objects once.
WITH class AS MATERIALIZED (
  SELECT id, json_build_object('name', name) AS object FROM school_classes WHERE school_id = :id::uuid
)
SELECT json_build_object('school', (
  SELECT json_build_object('name', schools.name, 'dismissals', (
    SELECT coalesce(json_agg(dismissal), '[]') FROM (
      SELECT first.id, first.state, first.requested_at AS "requestedAt", class.object AS "schoolClass", (
        SELECT json_build_object('name', enrolments.student_name, 'collectors', (
          SELECT coalesce(json_agg(own), '[]') FROM (
            SELECT name FROM collectors
            WHERE family_id = first.family_id AND enrolment_id = first.enrolment_id AND staff_school_id = :id::uuid
            ORDER BY name, id
            LIMIT 10
          ) own
        ))
        FROM enrolments
        WHERE enrolments.id = first.enrolment_id
      ) AS student
      FROM (
        SELECT family_id, id, state, requested_at, class_id, enrolment_id FROM dismissals
        WHERE staff_school_id = :id::uuid AND state IN ('REQUESTED', 'READY') AND day_ends_at > now()
        ORDER BY requested_at, id
        LIMIT 100
      ) first
      LEFT JOIN class ON class.id = first.class_id
      ORDER BY first.requested_at, first.id
    ) dismissal
  ))
  FROM schools
  WHERE schools.id = :id::uuid AND schools.id = ANY (nullif(current_setting('hatched.school_ids', true), '')::uuid[])
)) AS answer;

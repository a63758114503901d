-- Nested as the query is: a sub-select for each dismissal's student, and for the guardians and the collectors of each student.
SELECT json_build_object('schoolClass', (
  SELECT json_build_object('dismissals', (
    SELECT coalesce(json_agg(dismissals.object), '[]') FROM (
      SELECT json_build_object(
        'id', dismissal.id,
        'state', dismissal.state,
        'requestedAt', dismissal.requested_at,
        'student', (
          SELECT json_build_object(
            'name', enrolment.student_name,
            'guardians', (
              SELECT coalesce(json_agg(guardians.object), '[]') FROM (
                SELECT json_build_object('name', guardian.name) AS object
                FROM pickup_guardians guardian
                WHERE guardian.family_id = enrolment.family_id AND guardian.enrolment_id = enrolment.id
                  AND guardian.staff_school_id IS NOT NULL
                ORDER BY guardian.name, guardian.id
                LIMIT 10
              ) guardians
            ),
            'collectors', (
              SELECT coalesce(json_agg(collectors.object), '[]') FROM (
                SELECT json_build_object('name', collector.name) AS object
                FROM collectors collector
                WHERE collector.family_id = enrolment.family_id AND collector.enrolment_id = enrolment.id
                  AND collector.staff_school_id IS NOT NULL
                ORDER BY collector.name, collector.id
                LIMIT 10
              ) collectors
            )
          )
          FROM enrolments enrolment
          WHERE enrolment.family_id = dismissal.family_id AND enrolment.id = dismissal.enrolment_id
        )
      ) AS object
      FROM dismissals dismissal
      WHERE dismissal.class_id = class.id AND dismissal.staff_school_id IS NOT NULL AND dismissal.day_ends_at > now()
      ORDER BY dismissal.requested_at, dismissal.id
      LIMIT 50
    ) dismissals
  ))
  FROM school_classes class
  WHERE class.id = :id::uuid AND class.school_id = ANY (nullif(current_setting('hatched.school_ids', true), '')::uuid[])
)) AS answer;

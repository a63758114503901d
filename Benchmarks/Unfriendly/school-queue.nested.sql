-- Nested as the query is: sub-selects for each dismissal's class and student, and for each student's collectors.
SELECT json_build_object('school', (
  SELECT json_build_object(
    'name', school.name,
    'dismissals', (
      SELECT coalesce(json_agg(dismissals.object), '[]') FROM (
        SELECT json_build_object(
          'id', dismissal.id,
          'state', dismissal.state,
          'requestedAt', dismissal.requested_at,
          'schoolClass', (
            SELECT json_build_object('name', class.name) FROM school_classes class
            WHERE class.school_id = dismissal.staff_school_id AND class.id = dismissal.class_id
          ),
          'student', (
            SELECT json_build_object(
              'name', enrolment.student_name,
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
        WHERE dismissal.staff_school_id = school.id AND dismissal.state IN ('REQUESTED', 'READY') AND dismissal.day_ends_at > now()
        ORDER BY dismissal.requested_at, dismissal.id
        LIMIT 100
      ) dismissals
    )
  )
  FROM schools school
  WHERE school.id = :id::uuid AND school.id = ANY (nullif(current_setting('hatched.school_ids', true), '')::uuid[])
)) AS answer;

-- The class's dismissals by its index, and for each the student by its key and the guardians and collectors by the indexes of families: a
-- student has one to three of them. To read guardians and collectors by the class instead, and put them together by enrolment, reads
-- the same rows and takes longer, for the groups; row_to_json on whole rows is cheaper than json_build_object.
SELECT json_build_object('schoolClass', (
  SELECT json_build_object('dismissals', (
    SELECT coalesce(json_agg(dismissal), '[]') FROM (
      SELECT dismissals.id, dismissals.state, dismissals.requested_at AS "requestedAt", json_build_object(
        'name', enrolments.student_name,
        'guardians', (
          SELECT coalesce(json_agg(own), '[]') FROM (
            SELECT name FROM pickup_guardians
            WHERE family_id = dismissals.family_id AND enrolment_id = dismissals.enrolment_id
            ORDER BY name, id
            LIMIT 10
          ) own
        ),
        'collectors', (
          SELECT coalesce(json_agg(own), '[]') FROM (
            SELECT name FROM collectors
            WHERE family_id = dismissals.family_id AND enrolment_id = dismissals.enrolment_id
            ORDER BY name, id
            LIMIT 10
          ) own
        )) AS student
      FROM dismissals
      JOIN enrolments ON enrolments.id = dismissals.enrolment_id
      WHERE dismissals.class_id = :id::uuid AND dismissals.staff_school_id IS NOT NULL AND dismissals.day_ends_at > now()
      ORDER BY dismissals.requested_at, dismissals.id
      LIMIT 50
    ) dismissal
  ))
  FROM school_classes
  WHERE school_classes.id = :id::uuid
    AND school_classes.school_id = ANY (nullif(current_setting('hatched.school_ids', true), '')::uuid[])
)) AS answer;

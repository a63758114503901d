-- family Family
SELECT families_0.family_id
  FROM families families_0
  WHERE families_0.family_id = $1;
-- $1 = the viewer's family

-- family.enrolments Enrolment
WITH found AS MATERIALIZED (SELECT enrolments_1.family_id AS c0, enrolments_1.id AS c1, enrolments_1.student_id AS c2
    FROM enrolments enrolments_1
    WHERE enrolments_1.family_id = $1
    ORDER BY enrolments_1.created_at, enrolments_1.id
    LIMIT $2 OFFSET $3) SELECT c0, c1, c2
  FROM found
  WHERE (SELECT set_config('hatched.keys_1_1', array_to_string(array_agg(c1), ',', ''), true)
    FROM found) IS NOT NULL;
-- $1 = the viewer's family, $2 = 50, $3 = 0

-- family.enrolments.student Student
SELECT members_2.family_id, members_2.id, members_2.name
  FROM members members_2
  WHERE members_2.family_id = $1 AND members_2.role = 'STUDENT';
-- $1 = the viewer's family

-- family.enrolments.schoolAttendance SchoolAttendance
SELECT school_attendance_3.family_id, school_attendance_3.enrolment_id, school_attendance_3.date, school_attendance_3.state, school_attendance_3.note, school_attendance_3.recorded_by
  FROM unnest(string_to_array(current_setting('hatched.keys_1_1', true), ',', '')::uuid[]) parents_3(key)
  CROSS JOIN LATERAL (SELECT *
    FROM school_attendance school_attendance_3
    WHERE school_attendance_3.family_id = $1 AND NOT EXISTS (SELECT 1
      FROM pickup_guardians barred
      WHERE barred.family_id = $1 AND barred.enrolment_id = school_attendance_3.enrolment_id AND barred.member_id = $2 AND barred.is_barred) AND school_attendance_3.enrolment_id = parents_3.key
    ORDER BY school_attendance_3.date DESC, school_attendance_3.id
    LIMIT $3 OFFSET $4) school_attendance_3
  ORDER BY school_attendance_3.date DESC, school_attendance_3.id;
-- $1 = the viewer's family, $2 = the viewer's member, $3 = 10, $4 = 0

-- family.enrolments.absenceReports AbsenceReport
SELECT absence_reports_4.family_id, absence_reports_4.enrolment_id, absence_reports_4.first_day, absence_reports_4.last_day, absence_reports_4.reason, absence_reports_4.note, absence_reports_4.state, absence_reports_4.decided_by, absence_reports_4.decision_note
  FROM unnest(string_to_array(current_setting('hatched.keys_1_1', true), ',', '')::uuid[]) parents_4(key)
  CROSS JOIN LATERAL (SELECT *
    FROM absence_reports absence_reports_4
    WHERE absence_reports_4.family_id = $1 AND NOT EXISTS (SELECT 1
      FROM pickup_guardians barred
      WHERE barred.family_id = $1 AND barred.enrolment_id = absence_reports_4.enrolment_id AND barred.member_id = $2 AND barred.is_barred) AND absence_reports_4.enrolment_id = parents_4.key
    ORDER BY absence_reports_4.first_day DESC, absence_reports_4.id
    LIMIT $3 OFFSET $4) absence_reports_4
  ORDER BY absence_reports_4.first_day DESC, absence_reports_4.id;
-- $1 = the viewer's family, $2 = the viewer's member, $3 = 50, $4 = 0

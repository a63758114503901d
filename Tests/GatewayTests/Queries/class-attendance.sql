-- schoolClass SchoolClass
SELECT school_classes_0.school_id, school_classes_0.id
  FROM school_classes school_classes_0
  WHERE school_classes_0.school_id = ANY (nullif(current_setting('hatched.school_ids', true), '')::uuid[]) AND school_classes_0.id = $1;
-- $1 = 0198f000-0000-7000-8071-000000000001

-- schoolClass.schoolAttendance ClassAttendance
WITH found AS MATERIALIZED (SELECT CASE WHEN school_attendance_1.class_id = ANY (nullif(current_setting('hatched.staff_class_ids', true), '')::uuid[]) THEN school_attendance_1.class_id ELSE school_attendance_1.staff_school_id END AS c0, school_attendance_1.class_id AS c1, school_attendance_1.date AS c2, school_attendance_1.state AS c3, school_attendance_1.note AS c4, school_attendance_1.recorded_by AS c5, school_attendance_1.enrolment_id AS c6
    FROM (SELECT school_classes_0.id AS key
      FROM school_classes school_classes_0
      WHERE school_classes_0.school_id = ANY (nullif(current_setting('hatched.school_ids', true), '')::uuid[]) AND school_classes_0.id = $1) parents_1
    CROSS JOIN LATERAL (SELECT *
      FROM school_attendance school_attendance_1
      WHERE (school_attendance_1.staff_school_id = ANY (nullif(current_setting('hatched.staff_school_ids', true), '')::uuid[]) OR school_attendance_1.class_id = ANY (nullif(current_setting('hatched.staff_class_ids', true), '')::uuid[])) AND school_attendance_1.staff_school_id IS NOT NULL AND school_attendance_1.class_id = parents_1.key
      ORDER BY school_attendance_1.date DESC, school_attendance_1.id
      LIMIT $2 OFFSET $3) school_attendance_1
    ORDER BY school_attendance_1.date DESC, school_attendance_1.id) SELECT c0, c1, c2, c3, c4, c5, c6
  FROM found
  WHERE (SELECT set_config('hatched.keys_1_6', array_to_string(array_agg(c6), ',', ''), true)
    FROM found) IS NOT NULL;
-- $1 = 0198f000-0000-7000-8071-000000000001, $2 = 50, $3 = 0

-- schoolClass.schoolAttendance.student ClassStudent
SELECT CASE WHEN enrolments_2.class_id = ANY (nullif(current_setting('hatched.staff_class_ids', true), '')::uuid[]) THEN enrolments_2.class_id ELSE enrolments_2.staff_school_id END, enrolments_2.id, enrolments_2.student_name
  FROM (SELECT DISTINCT key
    FROM unnest(string_to_array(current_setting('hatched.keys_1_6', true), ',', '')::uuid[]) wanted(key)) parents_2
  CROSS JOIN LATERAL (SELECT *
    FROM enrolments enrolments_2
    WHERE (enrolments_2.staff_school_id = ANY (nullif(current_setting('hatched.staff_school_ids', true), '')::uuid[]) OR enrolments_2.class_id = ANY (nullif(current_setting('hatched.staff_class_ids', true), '')::uuid[])) AND enrolments_2.staff_school_id IS NOT NULL AND enrolments_2.id = parents_2.key OFFSET 0) enrolments_2;

-- schoolClass.absenceReports ClassAbsenceReport
WITH found AS MATERIALIZED (SELECT CASE WHEN absence_reports_3.class_id = ANY (nullif(current_setting('hatched.staff_class_ids', true), '')::uuid[]) THEN absence_reports_3.class_id ELSE absence_reports_3.staff_school_id END AS c0, absence_reports_3.class_id AS c1, absence_reports_3.first_day AS c2, absence_reports_3.last_day AS c3, absence_reports_3.reason AS c4, absence_reports_3.note AS c5, absence_reports_3.state AS c6, absence_reports_3.decided_by AS c7, absence_reports_3.enrolment_id AS c8
    FROM (SELECT school_classes_0.id AS key
      FROM school_classes school_classes_0
      WHERE school_classes_0.school_id = ANY (nullif(current_setting('hatched.school_ids', true), '')::uuid[]) AND school_classes_0.id = $1) parents_3
    CROSS JOIN LATERAL (SELECT *
      FROM absence_reports absence_reports_3
      WHERE (absence_reports_3.staff_school_id = ANY (nullif(current_setting('hatched.staff_school_ids', true), '')::uuid[]) OR absence_reports_3.class_id = ANY (nullif(current_setting('hatched.staff_class_ids', true), '')::uuid[])) AND absence_reports_3.staff_school_id IS NOT NULL AND absence_reports_3.class_id = parents_3.key
      ORDER BY absence_reports_3.first_day DESC, absence_reports_3.id
      LIMIT $2 OFFSET $3) absence_reports_3
    ORDER BY absence_reports_3.first_day DESC, absence_reports_3.id) SELECT c0, c1, c2, c3, c4, c5, c6, c7, c8
  FROM found
  WHERE (SELECT set_config('hatched.keys_3_8', array_to_string(array_agg(c8), ',', ''), true)
    FROM found) IS NOT NULL;
-- $1 = 0198f000-0000-7000-8071-000000000001, $2 = 50, $3 = 0

-- schoolClass.absenceReports.student ClassStudent
SELECT CASE WHEN enrolments_4.class_id = ANY (nullif(current_setting('hatched.staff_class_ids', true), '')::uuid[]) THEN enrolments_4.class_id ELSE enrolments_4.staff_school_id END, enrolments_4.id, enrolments_4.student_name
  FROM (SELECT DISTINCT key
    FROM unnest(string_to_array(current_setting('hatched.keys_3_8', true), ',', '')::uuid[]) wanted(key)) parents_4
  CROSS JOIN LATERAL (SELECT *
    FROM enrolments enrolments_4
    WHERE (enrolments_4.staff_school_id = ANY (nullif(current_setting('hatched.staff_school_ids', true), '')::uuid[]) OR enrolments_4.class_id = ANY (nullif(current_setting('hatched.staff_class_ids', true), '')::uuid[])) AND enrolments_4.staff_school_id IS NOT NULL AND enrolments_4.id = parents_4.key OFFSET 0) enrolments_4;

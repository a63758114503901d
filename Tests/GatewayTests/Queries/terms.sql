-- term Term
SELECT terms_0.family_id, terms_0.school_year_id
  FROM terms terms_0
  WHERE terms_0.family_id = $1 AND terms_0.id = $2;
-- $1 = the viewer's family, $2 = 0198f000-0000-7000-8051-000000000001

-- term.schoolYear SchoolYear
SELECT school_years_1.family_id, school_years_1.id, school_years_1.name
  FROM school_years school_years_1
  WHERE school_years_1.family_id = $1;
-- $1 = the viewer's family

-- family Family
SELECT families_2.family_id
  FROM families families_2
  WHERE families_2.family_id = $1;
-- $1 = the viewer's family

-- family.schoolYears SchoolYear
SELECT school_years_3.family_id, school_years_3.first_day, school_years_3.last_day, school_years_3.id
  FROM school_years school_years_3
  WHERE school_years_3.family_id = $1
  ORDER BY school_years_3.first_day DESC, school_years_3.id
  LIMIT $2 OFFSET $3;
-- $1 = the viewer's family, $2 = 1, $3 = 0

-- family.schoolYears.terms Term
WITH found AS MATERIALIZED (SELECT terms_4.family_id AS c0, terms_4.school_year_id AS c1, terms_4.name AS c2, terms_4.first_day AS c3, terms_4.last_day AS c4, terms_4.id AS c5
    FROM (SELECT school_years_3.id AS key
      FROM school_years school_years_3
      WHERE school_years_3.family_id = $1
      ORDER BY school_years_3.first_day DESC, school_years_3.id
      LIMIT $2 OFFSET $3) parents_4
    CROSS JOIN LATERAL (SELECT *
      FROM terms terms_4
      WHERE terms_4.family_id = $1 AND terms_4.school_year_id = parents_4.key
      ORDER BY terms_4.first_day, terms_4.id
      LIMIT $4 OFFSET $5) terms_4
    ORDER BY terms_4.first_day, terms_4.id) SELECT c0, c1, c2, c3, c4, c5
  FROM found
  WHERE (SELECT set_config('hatched.keys_4_5', array_to_string(array_agg(c5), ',', ''), true)
    FROM found) IS NOT NULL;
-- $1 = the viewer's family, $2 = 1, $3 = 0, $4 = 50, $5 = 0

-- family.schoolYears.terms.courses Course
WITH found AS MATERIALIZED (SELECT courses_5.family_id AS c0, courses_5.term_id AS c1, courses_5.name AS c2, courses_5.id AS c3
    FROM unnest(string_to_array(current_setting('hatched.keys_4_5', true), ',', '')::uuid[]) parents_5(key)
    CROSS JOIN LATERAL (SELECT *
      FROM courses courses_5
      WHERE courses_5.family_id = $1 AND courses_5.term_id = parents_5.key
      ORDER BY courses_5.name, courses_5.id
      LIMIT $2 OFFSET $3) courses_5
    ORDER BY courses_5.name, courses_5.id) SELECT c0, c1, c2, c3
  FROM found
  WHERE (SELECT set_config('hatched.keys_5_3', array_to_string(array_agg(c3), ',', ''), true)
    FROM found) IS NOT NULL;
-- $1 = the viewer's family, $2 = 50, $3 = 0

-- family.schoolYears.terms.courses.timeSlots TimeSlot
SELECT time_slots_6.family_id, time_slots_6.course_id, time_slots_6.days, time_slots_6.start_time, time_slots_6.end_time, time_slots_6.place
  FROM unnest(string_to_array(current_setting('hatched.keys_5_3', true), ',', '')::uuid[]) parents_6(key)
  CROSS JOIN LATERAL (SELECT *
    FROM time_slots time_slots_6
    WHERE time_slots_6.family_id = $1 AND time_slots_6.course_id = parents_6.key
    ORDER BY time_slots_6.start_time, time_slots_6.id
    LIMIT $2 OFFSET $3) time_slots_6
  ORDER BY time_slots_6.start_time, time_slots_6.id;
-- $1 = the viewer's family, $2 = 50, $3 = 0

-- family.students Student
SELECT members_7.family_id, members_7.name, members_7.id
  FROM members members_7
  WHERE members_7.family_id = $1 AND members_7.role = 'STUDENT'
  ORDER BY members_7.name, members_7.id
  LIMIT $2 OFFSET $3;
-- $1 = the viewer's family, $2 = 50, $3 = 0

-- family.students.reportCard CourseResult
SELECT course_results_8.family_id, course_results_8.student_id, course_results_8.course_id, course_results_8.grade
  FROM (SELECT members_7.id AS key
    FROM members members_7
    WHERE members_7.family_id = $1 AND members_7.role = 'STUDENT'
    ORDER BY members_7.name, members_7.id
    LIMIT $2 OFFSET $3) parents_8
  CROSS JOIN LATERAL (SELECT *
    FROM (SELECT results.family_id, results.student_id, results.course_id, course.name AS course_name, coalesce((SELECT byhand.grade
          FROM grade_overrides byhand
          WHERE byhand.family_id = $1 AND byhand.course_id = results.course_id AND byhand.student_id = results.student_id), CASE WHEN course.is_plain_mean THEN results.plain_mean ELSE general_grade($1, results.course_id, course.grading_method, false, results.student_id) END) AS grade, CASE WHEN course.is_plain_mean THEN results.plain_mean ELSE general_grade($1, results.course_id, course.grading_method, false, results.student_id) END AS computed_grade, results.graded_count, results.assignment_count
      FROM (SELECT lines.family_id, lines.student_id, lines.course_id, round(round(avg(lines.percentage), 15), 2) AS plain_mean, count(lines.percentage)::int AS graded_count, count(*)::int AS assignment_count
        FROM assignments lines
        WHERE lines.family_id = $1 GROUP BY lines.family_id, lines.student_id, lines.course_id) results JOIN courses course ON course.family_id = $1 AND course.id = results.course_id) course_results_8
    WHERE course_results_8.family_id = $1 AND EXISTS (SELECT 1
      FROM courses taught
      WHERE taught.family_id = $1 AND taught.id = course_results_8.course_id AND taught.term_id = $4) AND course_results_8.student_id = parents_8.key
    ORDER BY course_results_8.course_name, course_results_8.course_id
    LIMIT $5 OFFSET $6) course_results_8
  ORDER BY course_results_8.course_name, course_results_8.course_id;
-- $1 = the viewer's family, $2 = 50, $3 = 0, $4 = 0198f000-0000-7000-8051-000000000001, $5 = 50, $6 = 0

-- family.students.reportCard.course Course
SELECT courses_9.family_id, courses_9.id, courses_9.name
  FROM courses courses_9
  WHERE courses_9.family_id = $1;
-- $1 = the viewer's family

-- family.students.timeSlotOverlaps TimeSlotOverlap
SELECT time_slot_overlaps_10.family_id, time_slot_overlaps_10.student_id, time_slot_overlaps_10.day, time_slot_overlaps_10.from_time, time_slot_overlaps_10.until_time, time_slot_overlaps_10.first_id, time_slot_overlaps_10.second_id
  FROM (SELECT members_7.id AS key
    FROM members members_7
    WHERE members_7.family_id = $1 AND members_7.role = 'STUDENT'
    ORDER BY members_7.name, members_7.id
    LIMIT $2 OFFSET $3) parents_10
  CROSS JOIN LATERAL (SELECT *
    FROM (WITH taken AS MATERIALIZED (SELECT DISTINCT work.family_id, work.student_id, work.course_id
        FROM assignments work
        WHERE work.family_id = $1 AND work.course_id = ANY (ARRAY(SELECT slot.course_id
            FROM time_slots slot
            WHERE slot.family_id = $1))), slots AS MATERIALIZED (SELECT slot.family_id, slot.id, slot.course_id, slot.days, slot.start_time, slot.end_time, term.first_day, term.last_day
        FROM time_slots slot JOIN courses course ON course.family_id = $1 AND course.id = slot.course_id AND course.status = 'ACTIVE' LEFT JOIN terms term ON term.family_id = $1 AND term.id = course.term_id
        WHERE slot.family_id = $1) SELECT one.family_id, one_taken.student_id, one.id AS first_id, other.id AS second_id, week.day, week.number AS day_number, other.start_time AS from_time, least(one.end_time, other.end_time) AS until_time, md5(concat_ws(' ', one_taken.student_id, one.id, other.id, week.day))::uuid AS overlap_id
      FROM slots one JOIN slots other ON other.family_id = $1 AND (one.start_time, one.id) < (other.start_time, other.id) AND other.start_time < one.end_time AND (one.first_day IS NULL OR other.first_day IS NULL OR one.first_day <= other.last_day AND other.first_day <= one.last_day) JOIN unnest(ARRAY['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY']) WITH ORDINALITY AS week (day, number) ON week.day = ANY (one.days) AND week.day = ANY (other.days) JOIN taken one_taken ON one_taken.family_id = $1 AND one_taken.course_id = one.course_id JOIN taken other_taken ON other_taken.family_id = $1 AND other_taken.course_id = other.course_id AND other_taken.student_id = one_taken.student_id
      WHERE one.family_id = $1) time_slot_overlaps_10
    WHERE time_slot_overlaps_10.family_id = $1 AND time_slot_overlaps_10.student_id = parents_10.key
    ORDER BY time_slot_overlaps_10.day_number, time_slot_overlaps_10.from_time, time_slot_overlaps_10.until_time, time_slot_overlaps_10.overlap_id
    LIMIT $4 OFFSET $5) time_slot_overlaps_10
  ORDER BY time_slot_overlaps_10.day_number, time_slot_overlaps_10.from_time, time_slot_overlaps_10.until_time, time_slot_overlaps_10.overlap_id;
-- $1 = the viewer's family, $2 = 50, $3 = 0, $4 = 50, $5 = 0

-- family.students.timeSlotOverlaps.first, family.students.timeSlotOverlaps.second TimeSlot
SELECT time_slots_11.family_id, time_slots_11.id, time_slots_11.start_time
  FROM time_slots time_slots_11
  WHERE time_slots_11.family_id = $1;
-- $1 = the viewer's family

-- family Family
SELECT families_0.family_id
  FROM families families_0
  WHERE families_0.family_id = $1;
-- $1 = the viewer's family

-- family.schoolYears SchoolYear
SELECT school_years_1.family_id, school_years_1.first_day, school_years_1.last_day, school_years_1.id
  FROM school_years school_years_1
  WHERE school_years_1.family_id = $1
  ORDER BY school_years_1.first_day DESC, school_years_1.id
  LIMIT $2 OFFSET $3;
-- $1 = the viewer's family, $2 = 50, $3 = 0

-- family.schoolYears.terms Term
SELECT terms_2.family_id, terms_2.school_year_id, terms_2.name, terms_2.first_day, terms_2.last_day, terms_2.id
  FROM (SELECT school_years_1.id AS key
    FROM school_years school_years_1
    WHERE school_years_1.family_id = $1
    ORDER BY school_years_1.first_day DESC, school_years_1.id
    LIMIT $2 OFFSET $3) parents_2
  CROSS JOIN LATERAL (SELECT *
    FROM terms terms_2
    WHERE terms_2.family_id = $1 AND terms_2.school_year_id = parents_2.key
    ORDER BY terms_2.first_day, terms_2.id
    LIMIT $4 OFFSET $5) terms_2
  ORDER BY terms_2.first_day, terms_2.id;
-- $1 = the viewer's family, $2 = 50, $3 = 0, $4 = 50, $5 = 0

-- family.schoolYears.terms.courses Course
SELECT courses_3.family_id, courses_3.term_id, courses_3.name, courses_3.id
  FROM (SELECT terms_2.id AS key
    FROM (SELECT school_years_1.id AS key
      FROM school_years school_years_1
      WHERE school_years_1.family_id = $1
      ORDER BY school_years_1.first_day DESC, school_years_1.id
      LIMIT $2 OFFSET $3) parents_2
    CROSS JOIN LATERAL (SELECT *
      FROM terms terms_2
      WHERE terms_2.family_id = $1 AND terms_2.school_year_id = parents_2.key
      ORDER BY terms_2.first_day, terms_2.id
      LIMIT $4 OFFSET $5) terms_2) parents_3
  CROSS JOIN LATERAL (SELECT *
    FROM courses courses_3
    WHERE courses_3.family_id = $1 AND courses_3.term_id = parents_3.key
    ORDER BY courses_3.name, courses_3.id
    LIMIT $6 OFFSET $7) courses_3
  ORDER BY courses_3.name, courses_3.id;
-- $1 = the viewer's family, $2 = 50, $3 = 0, $4 = 50, $5 = 0, $6 = 50, $7 = 0

-- family.schoolYears.terms.courses.timeSlots TimeSlot
SELECT time_slots_4.family_id, time_slots_4.course_id, time_slots_4.days, time_slots_4.start_time, time_slots_4.end_time, time_slots_4.place
  FROM (SELECT courses_3.id AS key
    FROM (SELECT terms_2.id AS key
      FROM (SELECT school_years_1.id AS key
        FROM school_years school_years_1
        WHERE school_years_1.family_id = $1
        ORDER BY school_years_1.first_day DESC, school_years_1.id
        LIMIT $2 OFFSET $3) parents_2
      CROSS JOIN LATERAL (SELECT *
        FROM terms terms_2
        WHERE terms_2.family_id = $1 AND terms_2.school_year_id = parents_2.key
        ORDER BY terms_2.first_day, terms_2.id
        LIMIT $4 OFFSET $5) terms_2) parents_3
    CROSS JOIN LATERAL (SELECT *
      FROM courses courses_3
      WHERE courses_3.family_id = $1 AND courses_3.term_id = parents_3.key
      ORDER BY courses_3.name, courses_3.id
      LIMIT $6 OFFSET $7) courses_3) parents_4
  CROSS JOIN LATERAL (SELECT *
    FROM time_slots time_slots_4
    WHERE time_slots_4.family_id = $1 AND time_slots_4.course_id = parents_4.key
    ORDER BY time_slots_4.start_time, time_slots_4.id
    LIMIT $8 OFFSET $9) time_slots_4
  ORDER BY time_slots_4.start_time, time_slots_4.id;
-- $1 = the viewer's family, $2 = 50, $3 = 0, $4 = 50, $5 = 0, $6 = 50, $7 = 0, $8 = 50, $9 = 0

-- family.students Student
SELECT members_5.family_id, members_5.name, members_5.id
  FROM members members_5
  WHERE members_5.family_id = $1 AND members_5.role = 'STUDENT'
  ORDER BY members_5.name, members_5.id
  LIMIT $2 OFFSET $3;
-- $1 = the viewer's family, $2 = 50, $3 = 0

-- family.students.reportCard CourseResult
SELECT course_results_6.family_id, course_results_6.student_id, course_results_6.course_id, course_results_6.grade
  FROM (SELECT members_5.id AS key
    FROM members members_5
    WHERE members_5.family_id = $1 AND members_5.role = 'STUDENT'
    ORDER BY members_5.name, members_5.id
    LIMIT $2 OFFSET $3) parents_6
  CROSS JOIN LATERAL (SELECT *
    FROM course_results course_results_6
    WHERE course_results_6.family_id = $1 AND EXISTS (SELECT 1
      FROM courses taught
      WHERE taught.family_id = $1 AND taught.id = course_results_6.course_id AND taught.term_id = $4) AND course_results_6.student_id = parents_6.key
    ORDER BY course_results_6.course_name, course_results_6.course_id
    LIMIT $5 OFFSET $6) course_results_6
  ORDER BY course_results_6.course_name, course_results_6.course_id;
-- $1 = the viewer's family, $2 = 50, $3 = 0, $4 = 0198f000-0000-7000-8051-000000000001, $5 = 50, $6 = 0

-- family.students.reportCard.course Course
SELECT courses_7.family_id, courses_7.id, courses_7.name
  FROM courses courses_7
  WHERE courses_7.family_id = $1;
-- $1 = the viewer's family

-- family.students.timeSlotOverlaps TimeSlotOverlap
SELECT time_slot_overlaps_8.family_id, time_slot_overlaps_8.student_id, time_slot_overlaps_8.day, time_slot_overlaps_8.from_time, time_slot_overlaps_8.until_time, time_slot_overlaps_8.first_id, time_slot_overlaps_8.second_id
  FROM (SELECT members_5.id AS key
    FROM members members_5
    WHERE members_5.family_id = $1 AND members_5.role = 'STUDENT'
    ORDER BY members_5.name, members_5.id
    LIMIT $2 OFFSET $3) parents_8
  CROSS JOIN LATERAL (SELECT *
    FROM (SELECT student.family_id, student.id AS student_id, one.id AS first_id, other.id AS second_id, week.day, week.number AS day_number, other.start_time AS from_time, least(one.end_time, other.end_time) AS until_time, md5(concat_ws(' ', student.id, one.id, other.id, week.day))::uuid AS overlap_id
      FROM members student JOIN time_slots one ON one.family_id = $1 JOIN time_slots other ON other.family_id = $1 AND (one.start_time, one.id) < (other.start_time, other.id) AND other.start_time < one.end_time JOIN unnest(ARRAY['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY']) WITH ORDINALITY AS week (day, number) ON week.day = ANY (one.days) AND week.day = ANY (other.days) JOIN courses one_course ON one_course.family_id = $1 AND one_course.id = one.course_id JOIN courses other_course ON other_course.family_id = $1 AND other_course.id = other.course_id LEFT JOIN terms one_term ON one_term.family_id = $1 AND one_term.id = one_course.term_id LEFT JOIN terms other_term ON other_term.family_id = $1 AND other_term.id = other_course.term_id
      WHERE student.family_id = $1 AND student.role = 'STUDENT' AND (one_term.id IS NULL OR other_term.id IS NULL OR one_term.first_day <= other_term.last_day AND other_term.first_day <= one_term.last_day) AND EXISTS (SELECT 1
        FROM assignments work
        WHERE work.family_id = $1 AND work.student_id = student.id AND work.course_id = one.course_id) AND EXISTS (SELECT 1
        FROM assignments work
        WHERE work.family_id = $1 AND work.student_id = student.id AND work.course_id = other.course_id)) time_slot_overlaps_8
    WHERE time_slot_overlaps_8.family_id = $1 AND time_slot_overlaps_8.student_id = parents_8.key
    ORDER BY time_slot_overlaps_8.day_number, time_slot_overlaps_8.from_time, time_slot_overlaps_8.until_time, time_slot_overlaps_8.overlap_id
    LIMIT $4 OFFSET $5) time_slot_overlaps_8
  ORDER BY time_slot_overlaps_8.day_number, time_slot_overlaps_8.from_time, time_slot_overlaps_8.until_time, time_slot_overlaps_8.overlap_id;
-- $1 = the viewer's family, $2 = 50, $3 = 0, $4 = 50, $5 = 0

-- family.students.timeSlotOverlaps.first, family.students.timeSlotOverlaps.second TimeSlot
SELECT time_slots_9.family_id, time_slots_9.id, time_slots_9.start_time
  FROM time_slots time_slots_9
  WHERE time_slots_9.family_id = $1;
-- $1 = the viewer's family

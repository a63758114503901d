-- family Family
SELECT families_0.family_id
  FROM families families_0
  WHERE families_0.family_id = $1;
-- $1 = the viewer's family

-- family.students Student
SELECT members_1.family_id, members_1.name, members_1.id
  FROM members members_1
  WHERE members_1.family_id = $1 AND members_1.role = 'STUDENT'
  ORDER BY members_1.name, members_1.id
  LIMIT $2 OFFSET $3;
-- $1 = the viewer's family, $2 = 2, $3 = 0

-- family.students.weeks StudyTimePeriod
SELECT study_time_periods_2.family_id, study_time_periods_2.student_id, study_time_periods_2.first_day, study_time_periods_2.minutes, study_time_periods_2.count
  FROM (SELECT members_1.id AS key
    FROM members members_1
    WHERE members_1.family_id = $1 AND members_1.role = 'STUDENT'
    ORDER BY members_1.name, members_1.id
    LIMIT $2 OFFSET $3) parents_2
  CROSS JOIN LATERAL (SELECT *
    FROM (SELECT asked.family_id, asked.id AS student_id, periods.first_day, studied.minutes, studied.count
      FROM members asked CROSS JOIN (SELECT greatest(starts.day, date '0001-01-01') AS first_day, greatest(starts.day, $4) AS from_day, least((starts.day + rule.step)::date - 1, $5) AS to_day
        FROM (SELECT lower($6) AS unit, ('1 ' || lower($6))::interval AS step, CASE $6 WHEN 'WEEK' THEN (SELECT array_position(ARRAY['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'], reader.week_start) - 1
            FROM members reader
            WHERE reader.family_id = $1 AND reader.id = $7) ELSE 0 END AS shift OFFSET 0) rule CROSS JOIN generate_series(0, ($5 - $4) / CASE $6 WHEN 'DAY' THEN 1 WHEN 'WEEK' THEN 7 ELSE 28 END + 1) AS number
        CROSS JOIN LATERAL (SELECT (date_trunc(rule.unit, ($4 - rule.shift)::timestamp) + rule.shift * interval '1 day' + number * rule.step)::date AS day) starts
        WHERE starts.day <= $5) periods
      CROSS JOIN LATERAL (SELECT coalesce(sum(times.minutes), 0)::int4 AS minutes, count(*)::int4 AS count
        FROM study_times times
        WHERE times.family_id = $1 AND times.student_id = asked.id AND times.date BETWEEN periods.from_day AND periods.to_day) studied
      WHERE asked.family_id = $1) study_time_periods_2
    WHERE study_time_periods_2.family_id = $1 AND study_time_periods_2.student_id = parents_2.key
    ORDER BY study_time_periods_2.first_day
    LIMIT $8) study_time_periods_2
  ORDER BY study_time_periods_2.first_day;
-- $1 = the viewer's family, $2 = 2, $3 = 0, $4 = literal("2026-08-24", date), $5 = literal("2026-09-06", date), $6 = 'WEEK', $7 = the viewer's member, $8 = 3

-- family.students.months StudyTimePeriod
SELECT study_time_periods_3.family_id, study_time_periods_3.student_id, study_time_periods_3.first_day, study_time_periods_3.minutes
  FROM (SELECT members_1.id AS key
    FROM members members_1
    WHERE members_1.family_id = $1 AND members_1.role = 'STUDENT'
    ORDER BY members_1.name, members_1.id
    LIMIT $2 OFFSET $3) parents_3
  CROSS JOIN LATERAL (SELECT *
    FROM (SELECT asked.family_id, asked.id AS student_id, periods.first_day, studied.minutes, studied.count
      FROM members asked CROSS JOIN (SELECT greatest(starts.day, date '0001-01-01') AS first_day, greatest(starts.day, $4) AS from_day, least((starts.day + rule.step)::date - 1, $5) AS to_day
        FROM (SELECT lower($6) AS unit, ('1 ' || lower($6))::interval AS step, CASE $6 WHEN 'WEEK' THEN (SELECT array_position(ARRAY['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'], reader.week_start) - 1
            FROM members reader
            WHERE reader.family_id = $1 AND reader.id = $7) ELSE 0 END AS shift OFFSET 0) rule CROSS JOIN generate_series(0, ($5 - $4) / CASE $6 WHEN 'DAY' THEN 1 WHEN 'WEEK' THEN 7 ELSE 28 END + 1) AS number
        CROSS JOIN LATERAL (SELECT (date_trunc(rule.unit, ($4 - rule.shift)::timestamp) + rule.shift * interval '1 day' + number * rule.step)::date AS day) starts
        WHERE starts.day <= $5) periods
      CROSS JOIN LATERAL (SELECT coalesce(sum(times.minutes), 0)::int4 AS minutes, count(*)::int4 AS count
        FROM study_times times
        WHERE times.family_id = $1 AND times.student_id = asked.id AND times.date BETWEEN periods.from_day AND periods.to_day) studied
      WHERE asked.family_id = $1) study_time_periods_3
    WHERE study_time_periods_3.family_id = $1 AND study_time_periods_3.student_id = parents_3.key
    ORDER BY study_time_periods_3.first_day
    LIMIT $8) study_time_periods_3
  ORDER BY study_time_periods_3.first_day;
-- $1 = the viewer's family, $2 = 2, $3 = 0, $4 = literal("2026-07-15", date), $5 = literal("2026-09-06", date), $6 = 'MONTH', $7 = the viewer's member, $8 = 3

-- family.students.studyTimeByCourse StudyTimeOfCourse
SELECT study_times_of_courses_4.family_id, study_times_of_courses_4.student_id, study_times_of_courses_4.course_id, study_times_of_courses_4.minutes, study_times_of_courses_4.count
  FROM (SELECT members_1.id AS key
    FROM members members_1
    WHERE members_1.family_id = $1 AND members_1.role = 'STUDENT'
    ORDER BY members_1.name, members_1.id
    LIMIT $2 OFFSET $3) parents_4
  CROSS JOIN LATERAL (SELECT *
    FROM (SELECT times.family_id, times.student_id, times.course_id, sum(times.minutes)::int4 AS minutes, count(*)::int4 AS count
      FROM study_times times
      WHERE times.family_id = $1 AND times.date >= $4 GROUP BY times.family_id, times.student_id, times.course_id) study_times_of_courses_4
    WHERE study_times_of_courses_4.family_id = $1 AND study_times_of_courses_4.student_id = parents_4.key
    ORDER BY study_times_of_courses_4.minutes DESC, study_times_of_courses_4.course_id
    LIMIT $5 OFFSET $6) study_times_of_courses_4
  ORDER BY study_times_of_courses_4.minutes DESC, study_times_of_courses_4.course_id;
-- $1 = the viewer's family, $2 = 2, $3 = 0, $4 = literal("2026-08-24", date), $5 = 50, $6 = 0

-- family.students.studyTimeByCourse.course, family.students.studyTimes.course Course
SELECT courses_5.family_id, courses_5.id, courses_5.name
  FROM courses courses_5
  WHERE courses_5.family_id = $1;
-- $1 = the viewer's family

-- family.students.studyTimes StudyTime
SELECT study_times_6.family_id, study_times_6.student_id, study_times_6.date, study_times_6.minutes, study_times_6.course_id
  FROM (SELECT members_1.id AS key
    FROM members members_1
    WHERE members_1.family_id = $1 AND members_1.role = 'STUDENT'
    ORDER BY members_1.name, members_1.id
    LIMIT $2 OFFSET $3) parents_6
  CROSS JOIN LATERAL (SELECT *
    FROM study_times study_times_6
    WHERE study_times_6.family_id = $1 AND study_times_6.student_id = parents_6.key
    ORDER BY study_times_6.date DESC, study_times_6.id
    LIMIT $4 OFFSET $5) study_times_6
  ORDER BY study_times_6.date DESC, study_times_6.id;
-- $1 = the viewer's family, $2 = 2, $3 = 0, $4 = 2, $5 = 0

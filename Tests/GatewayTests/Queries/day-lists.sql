-- viewer Viewer
SELECT accounts_0.id
  FROM accounts accounts_0
  WHERE accounts_0.id = $1;
-- $1 = the viewer's account

-- viewer.notifications Notification
SELECT notifications_1.family_id, notifications_1.id, notifications_1.kind, coalesce(notifications_1.title, notice_title(coalesce(notifications_1.event, notifications_1.kind), notifications_1.arguments, (SELECT own.language
        FROM members own
        WHERE own.family_id = $1 AND own.id = $2)))
  FROM notifications notifications_1
  WHERE notifications_1.family_id = $1 AND notifications_1.recipient_id = $2 AND notifications_1.deleted_at IS NULL AND (notifications_1.assignment_id IN (SELECT assignments_f1.id
      FROM assignments assignments_f1
      WHERE assignments_f1.family_id = $1 AND (assignments_f1.course_id IN (SELECT courses_f2.id
          FROM courses courses_f2
          WHERE courses_f2.family_id = $1 AND courses_f2.name IS DISTINCT FROM $3)) IS TRUE)) IS TRUE AND notifications_1.read_at IS NOT NULL
  ORDER BY notifications_1.kind, notifications_1.id
  LIMIT $4 OFFSET $5;
-- $1 = the viewer's family, $2 = the viewer's member, $3 = 'Latin', $4 = 3, $5 = 0

-- family Family
SELECT families_2.family_id
  FROM families families_2
  WHERE families_2.family_id = $1;
-- $1 = the viewer's family

-- family.resources Resource
SELECT resources_3.family_id, resources_3.id, resources_3.title, resources_3.subject_id
  FROM resources resources_3
  WHERE resources_3.family_id = $1 AND (resources_3.subject_id IN (SELECT subjects_f1.id
      FROM subjects subjects_f1
      WHERE subjects_f1.family_id = $1 AND (subjects_f1.name IN (SELECT unnest($2))) IS TRUE)) IS TRUE
  ORDER BY (SELECT subjects_by1.name
    FROM subjects subjects_by1
    WHERE subjects_by1.family_id = $1 AND subjects_by1.id = resources_3.subject_id) DESC NULLS LAST, resources_3.id
  LIMIT $3 OFFSET $4;
-- $1 = the viewer's family, $2 = textArray(["Science", "History"]), $3 = 50, $4 = 0

-- family.resources.subject Subject
SELECT subjects_4.family_id, subjects_4.id, subjects_4.name
  FROM subjects subjects_4
  WHERE subjects_4.family_id = $1;
-- $1 = the viewer's family

-- family.quotes Quote
SELECT quotes_5.family_id, quotes_5.id, quotes_5.author
  FROM quotes quotes_5
  WHERE quotes_5.family_id = $1 AND quotes_5.author IS NOT NULL
  ORDER BY quotes_5.author, quotes_5.id
  LIMIT $2 OFFSET $3;
-- $1 = the viewer's family, $2 = 2, $3 = 0

-- family.subjects Subject
SELECT subjects_6.family_id, subjects_6.id, subjects_6.name
  FROM subjects subjects_6
  WHERE subjects_6.family_id = $1 AND (subjects_6.id IN (SELECT resources_f1.subject_id
      FROM resources resources_f1
      WHERE resources_f1.family_id = $1 AND resources_f1.link ~* $2)) IS TRUE
  ORDER BY subjects_6.name, subjects_6.id
  LIMIT $3 OFFSET $4;
-- $1 = the viewer's family, $2 = 'maps', $3 = 50, $4 = 0

-- family.students Student
WITH found AS MATERIALIZED (SELECT members_7.family_id AS c0, members_7.id AS c1, members_7.name AS c2
    FROM members members_7
    WHERE members_7.family_id = $1 AND members_7.role = 'STUDENT' AND (members_7.id IN (SELECT course_results_f1.student_id
        FROM (SELECT results.family_id, results.student_id, results.course_id, course.name AS course_name, coalesce((SELECT byhand.grade
              FROM grade_overrides byhand
              WHERE byhand.family_id = $1 AND byhand.course_id = results.course_id AND byhand.student_id = results.student_id), CASE WHEN course.is_plain_mean THEN results.plain_mean ELSE general_grade($1, results.course_id, course.grading_method, false, results.student_id) END) AS grade, CASE WHEN course.is_plain_mean THEN results.plain_mean ELSE general_grade($1, results.course_id, course.grading_method, false, results.student_id) END AS computed_grade, results.graded_count, results.assignment_count
          FROM (SELECT lines.family_id, lines.student_id, lines.course_id, round(round(avg(lines.percentage), 15), 2) AS plain_mean, count(lines.percentage)::int AS graded_count, count(*)::int AS assignment_count
            FROM assignments lines
            WHERE lines.family_id = $1 GROUP BY lines.family_id, lines.student_id, lines.course_id) results JOIN courses course ON course.family_id = $1 AND course.id = results.course_id) course_results_f1
        WHERE course_results_f1.family_id = $1 AND (course_results_f1.grade)::float8 >= $2)) IS TRUE AND (members_7.id IN (SELECT attendance_records_f1.student_id
        FROM attendance_records attendance_records_f1
        WHERE attendance_records_f1.family_id = $1 AND (attendance_records_f1.state = $3) IS NOT TRUE)) IS NOT TRUE
    ORDER BY members_7.name, members_7.id
    LIMIT $4 OFFSET $5) SELECT c0, c1, c2
  FROM found
  WHERE (SELECT set_config('hatched.keys_7_1', array_to_string(array_agg(c1), ',', ''), true)
    FROM found) IS NOT NULL;
-- $1 = the viewer's family, $2 = literal("95.0", float8), $3 = 'PRESENT', $4 = 50, $5 = 0

-- family.students.reportCard CourseResult
SELECT course_results_8.family_id, course_results_8.student_id, course_results_8.course_id, course_results_8.grade
  FROM unnest(string_to_array(current_setting('hatched.keys_7_1', true), ',', '')::uuid[]) parents_8(key)
  CROSS JOIN LATERAL (SELECT *
    FROM (SELECT results.family_id, results.student_id, results.course_id, course.name AS course_name, coalesce((SELECT byhand.grade
          FROM grade_overrides byhand
          WHERE byhand.family_id = $1 AND byhand.course_id = results.course_id AND byhand.student_id = results.student_id), CASE WHEN course.is_plain_mean THEN results.plain_mean ELSE general_grade($1, results.course_id, course.grading_method, false, results.student_id) END) AS grade, CASE WHEN course.is_plain_mean THEN results.plain_mean ELSE general_grade($1, results.course_id, course.grading_method, false, results.student_id) END AS computed_grade, results.graded_count, results.assignment_count
      FROM (SELECT lines.family_id, lines.student_id, lines.course_id, round(round(avg(lines.percentage), 15), 2) AS plain_mean, count(lines.percentage)::int AS graded_count, count(*)::int AS assignment_count
        FROM assignments lines
        WHERE lines.family_id = $1 GROUP BY lines.family_id, lines.student_id, lines.course_id) results JOIN courses course ON course.family_id = $1 AND course.id = results.course_id) course_results_8
    WHERE course_results_8.family_id = $1 AND course_results_8.student_id = parents_8.key AND course_results_8.graded_count > $2
    ORDER BY (SELECT (SELECT subjects_by2.name
        FROM subjects subjects_by2
        WHERE subjects_by2.family_id = $1 AND subjects_by2.id = courses_by1.subject_id)
      FROM courses courses_by1
      WHERE courses_by1.family_id = $1 AND courses_by1.id = course_results_8.course_id), course_results_8.grade DESC NULLS LAST, course_results_8.course_id
    LIMIT $3 OFFSET $4) course_results_8
  ORDER BY (SELECT (SELECT subjects_by2.name
      FROM subjects subjects_by2
      WHERE subjects_by2.family_id = $1 AND subjects_by2.id = courses_by1.subject_id)
    FROM courses courses_by1
    WHERE courses_by1.family_id = $1 AND courses_by1.id = course_results_8.course_id), course_results_8.grade DESC NULLS LAST, course_results_8.course_id;
-- $1 = the viewer's family, $2 = int4(0), $3 = 50, $4 = 0

-- family.students.reportCard.course Course
SELECT courses_9.family_id, courses_9.id, courses_9.name
  FROM courses courses_9
  WHERE courses_9.family_id = $1;
-- $1 = the viewer's family

-- family.students.portfolioItems PortfolioItem
SELECT portfolio_items_10.family_id, portfolio_items_10.student_id, portfolio_items_10.id, portfolio_items_10.title
  FROM unnest(string_to_array(current_setting('hatched.keys_7_1', true), ',', '')::uuid[]) parents_10(key)
  CROSS JOIN LATERAL (SELECT *
    FROM portfolio_items portfolio_items_10
    WHERE portfolio_items_10.family_id = $1 AND portfolio_items_10.student_id = parents_10.key AND portfolio_items_10.link IS NOT NULL
    ORDER BY portfolio_items_10.title, portfolio_items_10.id
    LIMIT $2 OFFSET $3) portfolio_items_10
  ORDER BY portfolio_items_10.title, portfolio_items_10.id;
-- $1 = the viewer's family, $2 = 50, $3 = 0

-- family.invitations Invitation
SELECT invitations_11.family_id, invitations_11.id, invitation_state(invitations_11.used_at, invitations_11.revoked_at, invitations_11.expires_at)
  FROM invitations invitations_11
  WHERE invitations_11.family_id = $1 AND invitation_state(invitations_11.used_at, invitations_11.revoked_at, invitations_11.expires_at) = $2
  ORDER BY (SELECT members_by1.name
    FROM members members_by1
    WHERE members_by1.family_id = $1 AND members_by1.role = 'STUDENT' AND members_by1.id = invitations_11.student_id), invitations_11.id
  LIMIT $3 OFFSET $4;
-- $1 = the viewer's family, $2 = 'OPEN', $3 = 50, $4 = 0

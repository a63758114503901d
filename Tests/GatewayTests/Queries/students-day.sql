-- viewer Viewer
SELECT accounts_0.id
  FROM accounts accounts_0
  WHERE accounts_0.id = $1;
-- $1 = the viewer's account

-- viewer.member FamilyMember
SELECT members_1.family_id, members_1.role, members_1.id
  FROM members members_1
  WHERE members_1.family_id = $1 AND members_1.id = $2;
-- $1 = the viewer's family, $2 = the viewer's member

-- viewer.member.assignmentsDue Assignment
SELECT assignments_2.family_id, assignments_2.student_id, assignments_2.title, assignments_2.due_time, assignments_2.done_at, assignments_2.course_id
  FROM (SELECT members_1.id AS key
    FROM members members_1
    WHERE members_1.family_id = $1 AND members_1.id = $2) parents_2
  CROSS JOIN LATERAL (SELECT *
    FROM assignments assignments_2
    WHERE assignments_2.family_id = $1 AND assignments_2.due_date = $3 AND (assignments_2.points_awarded IS NOT NULL OR assignments_2.done_at IS NOT NULL OR (assignments_2.course_id IS NULL OR assignments_2.course_id NOT IN (SELECT ended.id
          FROM courses ended
          WHERE ended.family_id = $1 AND NOT ended.status = 'ACTIVE'))) AND assignments_2.student_id = parents_2.key
    ORDER BY assignments_2.due_time, assignments_2.id
    LIMIT $4 OFFSET $5) assignments_2
  ORDER BY assignments_2.due_time, assignments_2.id;
-- $1 = the viewer's family, $2 = the viewer's member, $3 = literal("2026-09-07", date), $4 = 10, $5 = 0

-- viewer.member.assignmentsDue.course Course
SELECT courses_3.family_id, courses_3.id, courses_3.name
  FROM courses courses_3
  WHERE courses_3.family_id = $1;
-- $1 = the viewer's family

-- dailyQuote Quote
SELECT quotes_4.family_id, quotes_4.text, quotes_4.author
  FROM quotes quotes_4
  WHERE quotes_4.family_id = $1 AND quotes_4.id = (SELECT coalesce((SELECT turn.id
        FROM quotes turn
        WHERE turn.family_id = $1 AND turn.created_at < $2::timestamp AT TIME ZONE (SELECT home.time_zone
          FROM families home
          WHERE home.family_id = $1)
        ORDER BY turn.id OFFSET (SELECT abs($2 - date '2000-01-01') % nullif(count(*), 0)
          FROM quotes turn
          WHERE turn.family_id = $1 AND turn.created_at < $2::timestamp AT TIME ZONE (SELECT home.time_zone
            FROM families home
            WHERE home.family_id = $1))
        LIMIT 1), (SELECT turn.id
        FROM quotes turn
        WHERE turn.family_id = $1
        ORDER BY turn.created_at, turn.id
        LIMIT 1)));
-- $1 = the viewer's family, $2 = literal("2026-09-07", date)

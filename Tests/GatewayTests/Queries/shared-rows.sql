-- family Family
SELECT families_0.family_id
  FROM families families_0
  WHERE families_0.family_id = $1;
-- $1 = the viewer's family

-- family.auditTrail AuditEntry
SELECT audit_entries_1.family_id, audit_entries_1.created_at, audit_entries_1.id, audit_entries_1.actor_id
  FROM audit_entries audit_entries_1
  WHERE audit_entries_1.family_id = $1 AND audit_entries_1.action = $2
  ORDER BY audit_entries_1.created_at DESC, audit_entries_1.id
  LIMIT $3;
-- $1 = the viewer's family, $2 = 'GRADE_SET', $3 = 2

-- family.auditTrail.nodes.actor FamilyMember
SELECT members_2.family_id, members_2.id, members_2.role, members_2.name
  FROM members members_2
  WHERE members_2.family_id = $1;
-- $1 = the viewer's family

-- student Student
SELECT members_3.family_id, members_3.id
  FROM members members_3
  WHERE members_3.family_id = $1 AND members_3.role = 'STUDENT' AND members_3.id = $2;
-- $1 = the viewer's family, $2 = 0198f000-0000-7000-8004-000000000003

-- student.assignments Assignment
SELECT assignments_4.family_id, assignments_4.student_id, assignments_4.course_id
  FROM (SELECT members_3.id AS key
    FROM members members_3
    WHERE members_3.family_id = $1 AND members_3.role = 'STUDENT' AND members_3.id = $2) parents_4
  CROSS JOIN LATERAL (SELECT *
    FROM assignments assignments_4
    WHERE assignments_4.family_id = $1 AND assignments_4.student_id = parents_4.key
    ORDER BY assignments_4.due_date, assignments_4.id
    LIMIT $3 OFFSET $4) assignments_4
  ORDER BY assignments_4.due_date, assignments_4.id;
-- $1 = the viewer's family, $2 = 0198f000-0000-7000-8004-000000000003, $3 = 2, $4 = 0

-- student.assignments.student, assignment.student Student
SELECT members_5.family_id, members_5.id, members_5.name
  FROM members members_5
  WHERE members_5.family_id = $1 AND members_5.role = 'STUDENT';
-- $1 = the viewer's family

-- student.assignments.course, assignment.course Course
SELECT courses_6.family_id, courses_6.id, courses_6.name, courses_6.subject_id, CASE WHEN courses_6.is_plain_mean THEN (SELECT round(round(avg(graded.percentage), 15), 2)
    FROM assignments graded
    WHERE graded.family_id = $1 AND graded.course_id = courses_6.id) ELSE general_grade($1, courses_6.id, courses_6.grading_method, true, NULL) END
  FROM courses courses_6
  WHERE courses_6.family_id = $1;
-- $1 = the viewer's family

-- student.assignments.course.subject, assignment.course.subject Subject
SELECT subjects_7.family_id, subjects_7.id, subjects_7.name, subjects_7.description
  FROM subjects subjects_7
  WHERE subjects_7.family_id = $1;
-- $1 = the viewer's family

-- assignment Assignment
SELECT assignments_8.family_id, assignments_8.student_id, assignments_8.course_id
  FROM assignments assignments_8
  WHERE assignments_8.family_id = $1 AND assignments_8.id = $2;
-- $1 = the viewer's family, $2 = 0198f000-0000-7000-8007-000000000001

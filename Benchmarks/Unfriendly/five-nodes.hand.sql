-- For each id the first of five tables that has it, by the keys: five ids take fifteen lookups. Each table asked once for all ids takes
-- five times five, and a join to put the objects in order. A course's subject is joined.
SELECT json_build_object('nodes', (
  SELECT json_agg(coalesce(
    (
      SELECT json_build_object('__typename', 'Student', 'id', student.id, 'name', student.name) FROM members student
      WHERE student.family_id = :family_id::uuid AND student.id = wanted.id AND student.role = 'STUDENT'
    ),
    (
      SELECT json_build_object('__typename', 'Subject', 'id', subject.id, 'name', subject.name) FROM subjects subject
      WHERE subject.family_id = :family_id::uuid AND subject.id = wanted.id
    ),
    (
      SELECT json_build_object(
        '__typename', 'Course', 'id', course.id, 'name', course.name, 'subject', json_build_object('name', subject.name))
      FROM courses course
      JOIN subjects subject ON subject.family_id = :family_id::uuid AND subject.id = course.subject_id
      WHERE course.family_id = :family_id::uuid AND course.id = wanted.id
    ),
    (
      SELECT json_build_object(
        '__typename', 'Assignment',
        'id', assignment.id,
        'title', assignment.title,
        'dueDate', assignment.due_date,
        'pointsPossible', assignment.points_possible,
        'percentage', assignment.percentage
      )
      FROM assignments assignment
      WHERE assignment.family_id = :family_id::uuid AND assignment.id = wanted.id
    ),
    (
      SELECT json_build_object('__typename', 'PlannerTask', 'id', task.id, 'title', task.title, 'date', task.date, 'color', task.color)
      FROM planner_tasks task
      WHERE task.family_id = :family_id::uuid AND task.id = wanted.id
    )
  ) ORDER BY wanted.number)
  FROM unnest(ARRAY[:student::uuid, :subject::uuid, :course::uuid, :assignment::uuid, :task::uuid]) WITH ORDINALITY AS wanted (id, number)
)) AS answer;

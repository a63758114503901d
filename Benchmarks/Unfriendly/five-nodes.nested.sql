-- A sub-select for each id, of the first table of five that has it.
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
        '__typename', 'Course',
        'id', course.id,
        'name', course.name,
        'subject', (
          SELECT json_build_object('name', subject.name) FROM subjects subject
          WHERE subject.family_id = course.family_id AND subject.id = course.subject_id
        )
      )
      FROM courses course
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

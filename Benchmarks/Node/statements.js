// Each is prepared once for a connection, under its name. Columns have the names of the schema's fields, so that most fields
// need no resolver of their own.
'use strict'
const { types } = require('pg')

const numeric = 1700
const parsers = {
  // A number as JSON has it, and a day as PostgreSQL writes it.
  getTypeParser: (oid, format) => (oid === numeric ? Number : oid === 1082 ? String : types.getTypeParser(oid, format)),
}

const courseColumns = 'id, name, subject_id AS "subjectId"'
const texts = {
  membership: `
    SELECT members.role FROM sessions JOIN accounts ON accounts.id = sessions.account_id
    LEFT JOIN members ON members.family_id = $1 AND members.id = $2 AND members.account_id = sessions.account_id
    WHERE sessions.account_id = $3 AND sessions.id = $4 AND sessions.ended_at IS NULL
    AND sessions.expires_at > now() AND accounts.disabled_at IS NULL`,
  viewer: 'SELECT name, role FROM members WHERE family_id = $1 AND id = $2',
  family: 'SELECT family_id AS id, name FROM families WHERE family_id = $1',
  students: `
    SELECT id, name FROM members WHERE family_id = $1 AND role = 'STUDENT' ORDER BY name, id LIMIT $2 OFFSET $3`,
  assignments: `
    SELECT found.* FROM unnest($2::uuid[]) AS parent (id) CROSS JOIN LATERAL (
      SELECT student_id AS "studentId", id, title, due_date AS "dueDate", points_possible AS "pointsPossible",
        points_awarded AS "pointsAwarded", percentage, course_id AS "courseId"
      FROM assignments WHERE family_id = $1 AND student_id = parent.id
      ORDER BY due_date, assignments.id LIMIT $3 OFFSET $4
    ) found ORDER BY "dueDate", id`,
  courses: `SELECT ${courseColumns} FROM courses WHERE family_id = $1`,
  gradedCourses: `
    SELECT ${courseColumns}, (
      SELECT round(round(avg(percentage), 15), 2) FROM assignments
      WHERE assignments.family_id = courses.family_id AND course_id = courses.id
    ) AS grade FROM courses WHERE family_id = $1`,
  subjects: 'SELECT id, name FROM subjects WHERE family_id = $1',
}

for (const [name, text] of Object.entries(texts)) {
  module.exports[name] = { name, text: text.replace(/\s+/g, ' ').trim(), types: parsers }
}

'use strict'
const { readFileSync } = require('node:fs')
const { buildSchema, GraphQLError } = require('graphql')

/** The fields that need more than a property of their object. What they are not written for, they refuse. */
const resolvers = {
  Query: {
    viewer: (_, __, request) => request.viewer(),
    family: (_, __, request) => request.family(),
  },
  Family: {
    students: (_, slice, request) => request.students(checked(slice)),
  },
  Student: {
    assignments: (student, slice, request) => request.assignments(student.id, checked(slice)),
  },
  Assignment: {
    course: (assignment, _, request) => (assignment.courseId === null ? null : request.course(assignment.courseId)),
  },
  Course: {
    grade: (course, { studentId }) => (studentId ? refuse('studentId') : course.grade),
    subject: (course, _, request) => request.subject(course.subjectId),
  },
}

/** The school's schema, with resolvers for the family query. */
function makeSchema(path) {
  const schema = buildSchema(readFileSync(path, 'utf8'))
  for (const [type, fields] of Object.entries(resolvers)) {
    for (const [field, resolve] of Object.entries(fields)) {
      schema.getType(type).getFields()[field].resolve = resolve
    }
  }
  return schema
}

function checked(slice) {
  if (slice.where) refuse('where')
  if (slice.orderBy) refuse('orderBy')
  if (slice.first < 0 || slice.first > 200 || slice.offset < 0 || slice.offset > 10_000) refuse('such a slice')
  return slice
}

function refuse(argument) {
  throw new GraphQLError(`There is no support for ${argument} here.`)
}

module.exports = { makeSchema }

package import Planning

extension Area where Viewer == School.Viewer {
  /// Subjects, courses, assignments and the course grade (REQ-CURR, REQ-GRADE).
  package static var curriculum: Area {
    Area(
      entities: [.subject, .course, .assignment],
      resolvers: [
        "Query.subject": .lookup(by: "id", access: .signedIn),
        "Query.course": .lookup(by: "id", access: .signedIn),
        "Query.assignment": .lookup(by: "id", access: .signedIn),
        "Family.subjects": .toMany(key: "family_id", access: .family),
        "Family.courses": .toMany(key: "family_id", access: .family),
        "Student.assignments": .toMany(key: "student_id", access: .family),

        "Mutation.createSubject": EntityMutations.subject.create,
        "CreateSubjectPayload.subject": .changed("subject", access: .family),
        "Mutation.updateSubject": EntityMutations.subject.update(),
        "UpdateSubjectPayload.subject": .changed("subject", access: .family),
        "Mutation.deleteSubject": EntityMutations.deleteSubject,
        "DeleteSubjectPayload.id": .changedKey("id", access: .family),

        "Mutation.createCourse": EntityMutations.course.create,
        "CreateCoursePayload.course": .changed("course", access: .family),
        "Mutation.updateCourse": EntityMutations.course.update(),
        "UpdateCoursePayload.course": .changed("course", access: .family),
        "Mutation.deleteCourse": EntityMutations.deleteCourse,
        "DeleteCoursePayload.id": .changedKey("id", access: .family),

        "Mutation.createAssignment": EntityMutations.assignment.create,
        "CreateAssignmentPayload.assignment": .changed("assignment", access: .family),
        "Mutation.updateAssignment": EntityMutations.assignment.update(former: ["previousCourse": "course_id"]),
        "UpdateAssignmentPayload.assignment": .changed("assignment", access: .family),
        "UpdateAssignmentPayload.course": .changed("assignment", of: "Assignment", by: "course_id", access: .family),
        "UpdateAssignmentPayload.previousCourse": .changed("previousCourse", access: .family),
        "Mutation.deleteAssignment": EntityMutations.assignment.delete(["course": "course_id"]),
        "DeleteAssignmentPayload.id": .changedKey("id", access: .family),
        "DeleteAssignmentPayload.course": .changed("course", access: .family),
        "Mutation.gradeAssignment": EntityMutations.grade.update(),
        "GradeAssignmentPayload.assignment": .changed("assignment", access: .family),
        "GradeAssignmentPayload.course": .changed("assignment", of: "Assignment", by: "course_id", access: .family),
      ])
  }
}

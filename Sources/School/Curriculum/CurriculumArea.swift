package import Planning

extension Area where Viewer == School.Viewer {
  /// Subjects, courses, assignments and the course grade (REQ-CURR, REQ-GRADE).
  package static var curriculum: Area {
    Area(
      types: [Subject.self, Course.self, Assignment.self],
      resolvers: [
        "Query.subject": .lookup(by: "id", access: .signedIn),
        "Query.course": .lookup(by: "id", access: .signedIn),
        "Query.assignment": .lookup(by: "id", access: .signedIn),
        "Family.subjects": .toMany(access: .family),
        "Family.courses": .toMany(access: .family),
        "Student.assignments": .toMany(access: .family),

        "Mutation.createSubject": Subject.mutations.create,
        "CreateSubjectPayload.subject": .changed("subject", access: .family),
        "Mutation.updateSubject": Subject.mutations.update(),
        "UpdateSubjectPayload.subject": .changed("subject", access: .family),
        "Mutation.deleteSubject": Subject.delete,
        "DeleteSubjectPayload.id": .changedKey("id", access: .family),

        "Mutation.createCourse": Course.mutations.create,
        "CreateCoursePayload.course": .changed("course", access: .family),
        "Mutation.updateCourse": Course.mutations.update(),
        "UpdateCoursePayload.course": .changed("course", access: .family),
        "Mutation.deleteCourse": Course.delete,
        "DeleteCoursePayload.id": .changedKey("id", access: .family),

        "Mutation.createAssignment": Assignment.mutations.create,
        "CreateAssignmentPayload.assignment": .changed("assignment", access: .family),
        "Mutation.updateAssignment": Assignment.mutations.update(former: ["previousCourse": "course_id"]),
        "UpdateAssignmentPayload.assignment": .changed("assignment", access: .family),
        "UpdateAssignmentPayload.course": .changed("assignment", of: Assignment.self, by: .courseID, access: .family),
        "UpdateAssignmentPayload.previousCourse": .changed("previousCourse", access: .family),
        "Mutation.deleteAssignment": Assignment.mutations.delete(["course": "course_id"]),
        "DeleteAssignmentPayload.id": .changedKey("id", access: .family),
        "DeleteAssignmentPayload.course": .changed("course", access: .family),
        "Mutation.gradeAssignment": Assignment.grading.update(),
        "GradeAssignmentPayload.assignment": .changed("assignment", access: .family),
        "GradeAssignmentPayload.course": .changed("assignment", of: Assignment.self, by: .courseID, access: .family),
      ])
  }
}

package import Planning

extension Area where Viewer == School.Viewer {
  /// Subjects, courses, assignments and the course grade (REQ-CURR, REQ-GRADE).
  package static var curriculum: Area {
    Area(
      types: [Subject.self, Course.self, Assignment.self],
      resolvers: [
        "Family.subjects": .toMany(access: .family),
        "Family.courses": .toMany(access: .family),
        "Family.assignments": .toMany(access: .family),
        "Student.assignments": .toMany(access: .family),
        "Assignment.subject": .toOne(through: ["course", "subject"], access: .family),

        "UpdateAssignmentPayload.course": .changed("assignment", of: Assignment.self, by: .courseID, access: .family),
        "UpdateAssignmentPayload.previousCourse": .changed("previousCourse", access: .family),
        "DeleteAssignmentPayload.course": .changed("course", access: .family),
        "GradeAssignmentPayload.course": .changed("assignment", of: Assignment.self, by: .courseID, access: .family),
      ])
  }
}

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
      ])
  }
}

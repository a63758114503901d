package import Planning
import SQL

extension Area where Viewer == School.Viewer {
  /// What a family keeps besides its curriculum: portfolio and resources (REQ-VIEW), attendance, and the questions of
  /// an assignment (REQ-CURR-013).
  package static var records: Area {
    Area(
      entities: [.portfolioItem, .resource, .attendanceRecord, .question],
      resolvers: [
        "Query.portfolioItem": .lookup(by: "id", access: .signedIn),
        "Query.resource": .lookup(by: "id", access: .signedIn),
        "Query.attendanceRecord": .lookup(by: "id", access: .signedIn),
        "Query.question": .lookup(by: "id", access: .signedIn),
        "Family.resources": .toMany(key: "family_id", access: .family),
        "Family.resourcesConnection": .connection(key: "family_id", access: .family),
        "Subject.resources": .toMany(key: "subject_id", access: .family),
        "Subject.resourcesConnection": .connection(key: "subject_id", access: .family),
        "Student.portfolioItems": .toMany(key: "student_id", access: .family),
        "Student.portfolioItemsConnection": .connection(key: "student_id", access: .family),
        "Student.attendanceConnection": .connection(key: "student_id", access: .family),
        "Student.attendance": .toMany(key: "student_id", access: .family) { row, arguments in
          var bounds: [SQL] = []
          if arguments.isGiven("from") { bounds.append("\(row["date"]) >= \(arguments.value("from", as: .date))") }
          if arguments.isGiven("to") { bounds.append("\(row["date"]) <= \(arguments.value("to", as: .date))") }
          return bounds.isEmpty ? nil : bounds.joined(separator: " AND ")
        },
        "Assignment.questions": .toMany(key: "assignment_id", access: .family),

        "Mutation.createPortfolioItem": EntityMutations.portfolioItem.create,
        "CreatePortfolioItemPayload.portfolioItem": .changed("portfolioItem", access: .family),
        "Mutation.updatePortfolioItem": EntityMutations.portfolioItem.update(),
        "UpdatePortfolioItemPayload.portfolioItem": .changed("portfolioItem", access: .family),
        "Mutation.deletePortfolioItem": EntityMutations.portfolioItem.delete(),
        "DeletePortfolioItemPayload.id": .changedKey("id", access: .family),

        "Mutation.createResource": EntityMutations.resource.create,
        "CreateResourcePayload.resource": .changed("resource", access: .family),
        "Mutation.updateResource": EntityMutations.resource.update(),
        "UpdateResourcePayload.resource": .changed("resource", access: .family),
        "Mutation.deleteResource": EntityMutations.resource.delete(),
        "DeleteResourcePayload.id": .changedKey("id", access: .family),

        "Mutation.createAttendanceRecord": EntityMutations.attendanceRecord.create,
        "CreateAttendanceRecordPayload.attendanceRecord": .changed("attendanceRecord", access: .family),
        "Mutation.updateAttendanceRecord": EntityMutations.attendanceRecord.update(),
        "UpdateAttendanceRecordPayload.attendanceRecord": .changed("attendanceRecord", access: .family),
        "Mutation.deleteAttendanceRecord": EntityMutations.attendanceRecord.delete(),
        "DeleteAttendanceRecordPayload.id": .changedKey("id", access: .family),

        "Mutation.createQuestion": EntityMutations.question.create,
        "CreateQuestionPayload.question": .changed("question", access: .family),
        "Mutation.updateQuestion": EntityMutations.question.update(),
        "UpdateQuestionPayload.question": .changed("question", access: .family),
        "Mutation.deleteQuestion": EntityMutations.question.delete(),
        "DeleteQuestionPayload.id": .changedKey("id", access: .family),
      ])
  }
}

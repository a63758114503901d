package import Planning
import SQL

extension Area where Viewer == School.Viewer {
  /// What a family keeps besides its curriculum: portfolio and resources (REQ-VIEW), attendance, and the questions of
  /// an assignment (REQ-CURR-013).
  package static var records: Area {
    Area(
      types: [PortfolioItem.self, Resource.self, AttendanceRecord.self, Question.self],
      resolvers: [
        "Query.portfolioItem": .lookup(by: "id", access: .signedIn),
        "Query.resource": .lookup(by: "id", access: .signedIn),
        "Query.attendanceRecord": .lookup(by: "id", access: .signedIn),
        "Query.question": .lookup(by: "id", access: .signedIn),
        "Family.resources": .toMany(access: .family),
        "Family.resourcesConnection": .connection(access: .family),
        "Subject.resources": .toMany(access: .family),
        "Subject.resourcesConnection": .connection(access: .family),
        "Student.portfolioItems": .toMany(access: .family),
        "Student.portfolioItemsConnection": .connection(access: .family),
        "Student.attendanceConnection": .connection(access: .family),
        "Student.attendance": .toMany(access: .family) { row, arguments in
          var bounds: [SQL] = []
          if arguments.isGiven("from") { bounds.append("\(row["date"]) >= \(arguments.value("from", as: .date))") }
          if arguments.isGiven("to") { bounds.append("\(row["date"]) <= \(arguments.value("to", as: .date))") }
          return bounds.isEmpty ? nil : bounds.joined(separator: " AND ")
        },
        "Assignment.questions": .toMany(access: .family),

        "Mutation.createPortfolioItem": PortfolioItem.mutations.create,
        "CreatePortfolioItemPayload.portfolioItem": .changed("portfolioItem", access: .family),
        "Mutation.updatePortfolioItem": PortfolioItem.mutations.update(),
        "UpdatePortfolioItemPayload.portfolioItem": .changed("portfolioItem", access: .family),
        "Mutation.deletePortfolioItem": PortfolioItem.mutations.delete(),
        "DeletePortfolioItemPayload.id": .changedKey("id", access: .family),

        "Mutation.createResource": Resource.mutations.create,
        "CreateResourcePayload.resource": .changed("resource", access: .family),
        "Mutation.updateResource": Resource.mutations.update(),
        "UpdateResourcePayload.resource": .changed("resource", access: .family),
        "Mutation.deleteResource": Resource.mutations.delete(),
        "DeleteResourcePayload.id": .changedKey("id", access: .family),

        "Mutation.createAttendanceRecord": AttendanceRecord.mutations.create,
        "CreateAttendanceRecordPayload.attendanceRecord": .changed("attendanceRecord", access: .family),
        "Mutation.updateAttendanceRecord": AttendanceRecord.mutations.update(),
        "UpdateAttendanceRecordPayload.attendanceRecord": .changed("attendanceRecord", access: .family),
        "Mutation.deleteAttendanceRecord": AttendanceRecord.mutations.delete(),
        "DeleteAttendanceRecordPayload.id": .changedKey("id", access: .family),

        "Mutation.createQuestion": Question.mutations.create,
        "CreateQuestionPayload.question": .changed("question", access: .family),
        "Mutation.updateQuestion": Question.mutations.update(),
        "UpdateQuestionPayload.question": .changed("question", access: .family),
        "Mutation.deleteQuestion": Question.mutations.delete(),
        "DeleteQuestionPayload.id": .changedKey("id", access: .family),
      ])
  }
}

package import Planning
import SQL

extension Area where Viewer == Domain.Viewer {
  /// The records of a family besides its curriculum: portfolio and resources (REQ-VIEW), attendance, and the questions
  /// of an assignment (REQ-CURR-013).
  package static var records: Area {
    Area(
      types: [PortfolioItem.self, Resource.self, AttendanceRecord.self, Question.self],
      resolvers: [
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
      ],
      batches: [
        DeclaredBatch(
          "Mutation.recordAttendance", of: ["Mutation.createAttendanceRecord", "Mutation.updateAttendanceRecord"]
        ) { AttendanceBatch.record(creating: $0[0], updating: $0[1]) }
      ])
  }
}

import Planning
import SQL

/// The attendance of several students on one day.
enum AttendanceBatch {
  /// The most records of one mutation.
  static let records = 50

  /// Adds the records that are not there, and changes those that are: each by the mutation of one record.
  static func record(creating create: DeclaredWrite<Viewer>, updating update: DeclaredWrite<Viewer>) -> Resolver<Viewer> {
    .mutation(access: create.access) { input, rows throws(MutationFailure) in
      let day = try input.date("date")
      guard let day, case .literal(let date, _) = day else { throw input.notFound("date") }
      let items = try input.items("records", atLeast: 1, atMost: records)
      var students: [UUIDValue] = []
      for item in items {
        let student = try item.requiredID("studentId")
        if students.contains(student) {
          throw .invalid("The student has another record in this input.", at: item.path(of: "studentId"))
        }
        students.append(student)
      }
      let known = try await rows.references(
        of: AttendanceRecord.self, .studentID, among: students, where: { "\($0[.date]) = \(bind: day)" })
      var ids: [UUIDValue] = []
      var (new, changed): ([RowWrite<Viewer>], [RowWrite<Viewer>]) = ([], [])
      for (item, student) in zip(items, students) {
        if let id = known[student] {
          changed.append(try update.write(item.adding(["id": id.description]), rows.viewer))
          ids.append(id)
        } else {
          let id = UUIDValue.timeOrdered()
          new.append(try create.write(item.adding(["id": id.description, "date": date]), rows.viewer))
          ids.append(id)
        }
      }
      _ = try await rows.update(changed)
      _ = try await rows.insert(new)
      var keys: ChangedKeys = [:]
      keys[all: "attendanceRecords"] = ids
      return keys
    }.listing(atMost: records)
  }
}

import Planning
import SQL

extension Resolver where Viewer == School.Viewer {
  /// Marks an assignment as done, or as not done (REQ-STU-002): a parent any, a student the own ones. The first
  /// mark keeps its time when it comes twice.
  static func markAssignment(isDone: Bool) -> Resolver {
    .mutation(access: .members) { input, statements throws(MutationFailure) in
      let id = try input.requiredID("id")
      return statements.updating(
        "Assignment", key: id, where: { isToMark($0, isDone, as: statements.viewer) }, [mark(isDone)],
        keys: ["assignment": id])
    } otherwise: { input, rows throws(MutationFailure) in
      let id = try input.requiredID("id")
      let found = try await rows.locked("Assignment", key: id, columns: ["student_id", "done_at"])
      guard found.count == 1, let student = found.uuid(row: 0, column: 0) else { throw input.notFound("id") }
      guard rows.viewer.mayWork(for: student) else {
        throw .forbidden("Only the student whose assignment it is, or a parent, may do this.", at: input.path(of: "id"))
      }
      if found.isNull(row: 0, column: 1) == isDone { _ = try await rows.update("Assignment", key: id, [mark(isDone)]) }
      return ["assignment": id]
    }
  }

  private static func mark(_ isDone: Bool) -> ColumnValue {
    isDone ? .now("done_at") : .init("done_at", .null(.timestamptz))
  }

  /// Whether an assignment has the other mark, and the viewer may change that.
  private static func isToMark(_ row: RowReference<Viewer>, _ isDone: Bool, as viewer: Viewer) -> SQL {
    let isMarkable: SQL = isDone ? "\(row["done_at"]) IS NULL" : "\(row["done_at"]) IS NOT NULL"
    return viewer.planClass == .parent
      ? isMarkable : "\(isMarkable) AND \(row["student_id"]) = \(row.viewer(.memberID))"
  }
}

extension Viewer {
  /// Whether the viewer may do what the student may: the student, and the parents.
  func mayWork(for student: UUIDValue) -> Bool {
    switch planClass {
    case .parent: true
    case .student: value(of: .memberID) == .uuid(student)
    case .anonymous, .account: false
    }
  }
}

import Planning
import SQL

/// `handInWork`: a student adds files to its own assignment, whoever keeps that.
enum HandIn {
  /// As `@links` of `Assignment.files` says.
  static let maximum = 20

  static var resolver: Resolver<Viewer> {
    .mutation(access: .students) { input, rows throws(MutationFailure) in
      let key = try input.requiredID("assignmentId")
      guard let given = try input.ids("fileIds", atMost: maximum) else {
        throw .invalid("\"fileIds\" must not be null.", at: input.path(of: "fileIds"))
      }
      let found = try await rows.locked(Assignment.self, key: key, columns: [.studentID])
      guard found.count == 1, let student = found.uuid(row: 0, column: 0) else { throw input.notFound("assignmentId") }
      guard SQLValue.uuid(student) == rows.viewer.value(of: .memberID) else {
        throw .forbidden("Only the student whose work it is may hand it in.", at: input.path(of: "assignmentId"))
      }
      let used = try await rows.found(FileUse.self, columns: [.fileID]) { "\($0[.assignmentID]) = \(bind: .uuid(key))" }
      let kept = (0..<used.count).compactMap { used.uuid(row: $0, column: 0) }
      let all = kept + given.filter { !kept.contains($0) }
      guard all.count <= maximum else {
        throw .invalid("An assignment has at most \(maximum) files, and would have \(all.count).", at: input.path(of: "fileIds"))
      }
      guard let junction = Assignment.entity.junction(of: "files") else { throw input.notFound("assignmentId") }
      let unknown = try await rows.link(all, of: "File", to: key, by: junction)
      if let index = given.firstIndex(where: unknown.contains) {
        throw .notFound("There is nothing with this id.", at: input.path(of: "fileIds") + ["\(index)"])
      }
      _ = try await rows.update(Assignment.self, key: key, [])
      return ["assignment": key]
    }
  }
}

import Planning
import SQL

extension Resolver where Viewer == School.Viewer {
  /// Deletes a weight group. Its assignments go to another group of the course if the input names one; otherwise they are in
  /// the way.
  static var deleteWeightGroup: Resolver {
    .write(access: .parents) { input, _ throws(MutationFailure) in
      let id = try input.requiredID("id")
      var step: RowWrite<Viewer>.Step?
      if input.isGiven("moveAssignmentsToId"), !input.isNull("moveAssignmentsToId") {
        let successor = try input.requiredID("moveAssignmentsToId")
        step = { rows throws(MutationFailure) in try await move(from: id, to: successor, input, rows) }
      }
      return .delete(
        WeightGroup.entity, key: id, for: input, version: try input.integer("ifVersion"), related: ["course": "course_id"],
        alongside: step,
        failure: { error in
          guard error.reason == .statement(.foreignKeyViolation) else { return .database(error) }
          return .conflict(
            "The weight group has assignments. Name another group of the course in \"moveAssignmentsToId\".",
            at: input.path(of: "moveAssignmentsToId"), version: nil)
        })
    }
  }

  private static func move(
    from id: UUIDValue, to successor: UUIDValue, _ input: MutationInput, _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) {
    guard successor != id else {
      throw .invalid("\"moveAssignmentsToId\" must be another group.", at: input.path(of: "moveAssignmentsToId"))
    }
    let old = try await rows.row(WeightGroup.self, key: id, columns: [.courseID])
    let new = try await rows.row(WeightGroup.self, key: successor, columns: [.courseID])
    guard old.count == 1, new.count == 1, old.uuid(row: 0, column: 0) == new.uuid(row: 0, column: 0) else {
      throw input.notFound("moveAssignmentsToId")
    }
    _ = try await rows.update(Assignment.self, [Assignment.set(.weightGroupID, .uuid(successor))]) { row in
      "\(row[.weightGroupID]) = \(bind: .uuid(id))"
    }
  }
}

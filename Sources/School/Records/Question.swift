import Planning
import SQL

/// `Question` (REQ-CURR-013).
enum Question: EntityType {
  static let entity = Entity<Viewer>(
    "Question", table: "questions", scope: .family, visibility: .wholeScope, extent: .unbounded,
    quota: Quota(rows: 50_000, bytes: 24 << 20),
    order: [.ascending("position"), .ascending("created_at")],
    stored: [.family: ["id", "prompt", "position", "assignment", "createdAt", "updatedAt", "version"]],
    characters: ["prompt": 10_000])

  static let mutations = EntityMutations(
    of: entity, name: "question",
    values: { input throws(MutationFailure) in
      try input.reference("assignmentId", "assignment_id", isRequired: true)
        + input.text("prompt", "prompt", characters: 1...10_000, lines: .many, isRequired: true)
        + input.value("position", "position", .int4, input.position("position"), isRequired: true)
    }, references: ["questions_assignment": "assignmentId"])
}

extension MutationInput {
  /// A place in an order, from 0 to 9,999; nil when it is absent or null.
  fileprivate func position(_ name: String) throws(MutationFailure) -> SQLValue? {
    guard let number = try integer(name) else { return nil }
    guard (0...9999).contains(number) else {
      throw .invalid("\"\(name)\" must be from 0 to 9999, got \(number).", at: path(of: name))
    }
    return .int4(number)
  }
}

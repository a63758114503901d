import Planning
import SQL

extension Entity where Viewer == School.Viewer {
  /// `Question` (REQ-CURR-013).
  static var question: Entity {
    Entity(
      "Question", table: "questions", scope: .family, visibility: .wholeScope, extent: .unbounded,
      quota: Quota(rows: 50_000, bytes: 24 << 20),
      order: [.ascending("position"), .ascending("created_at")],
      resolvers: [
        "id": .column("id", .uuid, access: .family),
        "prompt": .column("prompt", .text, characters: 10_000, access: .family),
        "position": .column("position", .int4, access: .family),
        "assignment": .toOne(foreignKey: "assignment_id", access: .family),
        "createdAt": .column("created_at", .timestamptz, access: .family),
        "updatedAt": .column("updated_at", .timestamptz, access: .family),
        "version": .column("version", .int4, access: .family),
      ])
  }
}

extension EntityMutations {
  /// REQ-CURR-013.
  static let question = EntityMutations(
    typeName: "Question", name: "question",
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

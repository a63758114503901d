import Planning
import SQL

extension EntityMutations {
  /// Removes the row, after what the input says of those that refer to it.
  /// - Parameters:
  ///   - related: the columns whose keys the payload has too, by their name there.
  ///   - message: what is said where others refer to it.
  ///   - cascade: removes rows that cannot be without it, when the input asks for that.
  ///   - detaching: changes rows that can.
  func delete(
    _ related: KeyValuePairs<String, String> = [:], hasOthers message: String = "", cascade: WriteRules.Step? = nil,
    detaching: WriteRules.Step? = nil
  ) -> Resolver<Viewer> {
    .write(access: access) { input, viewer throws(MutationFailure) in
      let id = try row(input, viewer)
      let steps = [input.flag("cascade") ? cascade : nil, detaching].compactMap(\.self)
      return .delete(
        entity, key: id, for: input, version: try input.integer("ifVersion"), related: related,
        alongside: Self.all(steps, id),
        failure: { error in
          guard error.reason == .statement(.foreignKeyViolation) else { return .database(error) }
          return .conflict(message, at: input.path(of: "cascade"), version: nil)
        })
    }
  }

  private static func all(_ steps: [WriteRules.Step], _ id: UUIDValue) -> RowWrite<Viewer>.Step? {
    if steps.isEmpty { return nil }
    return { rows throws(MutationFailure) in
      for step in steps { try await step(id, rows) }
    }
  }
}

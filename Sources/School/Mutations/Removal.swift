import Planning
import SQL

extension EntityMutations {
  /// Deletes the row, after the work that the rules name for rows that refer to it.
  var delete: DeclaredWrite<Viewer> {
    DeclaredWrite(access: access) { input, viewer throws(MutationFailure) in
      let id = try input.requiredID("id")
      let steps = [input.flag("cascade") ? rules.cascade : nil, rules.detaching].compactMap(\.self)
      return .delete(
        entity, key: id, for: input, version: try input.integer("ifVersion"), related: rules.related,
        requiring: ownership?.requirements(input, viewer) ?? [], alongside: Self.all(steps, id),
        failure: { error in
          guard error.reason == .statement(.foreignKeyViolation) else { return .database(error) }
          return .conflict(rules.hasOthers, at: input.path(of: "cascade"), version: nil)
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

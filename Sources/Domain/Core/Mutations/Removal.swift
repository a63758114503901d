import Planning
import SQL

extension EntityMutations {
  /// Deletes the row, after the work that the rules name for rows that refer to it.
  var delete: DeclaredWrite<Viewer> {
    DeclaredWrite(access: access, isStaffWrite: staff != nil) { input, viewer throws(MutationFailure) in
      let id = try input.requiredID("id")
      let steps = [input.flag("cascade") ? rules.cascade : nil, rules.beforeDelete].compactMap(\.self)
      return .delete(
        entity, key: id, for: input, version: try input.integer("ifVersion"), related: rules.related,
        requiring: rights?.deletion(input, viewer) ?? [],
        locks: staff?.locks(for: id, input, after: rules.deletionLocks), before: Self.all(reassigning(input), steps, id, input),
        failure: { error in
          guard error.reason == .statement(.foreignKeyViolation) else { return .database(error) }
          let field = rules.reassigning?.field ?? (rules.cascade == nil ? "id" : "cascade")
          return .conflict(rules.hasOthers, at: input.path(of: field), version: nil)
        })
    }
  }

  /// The reassigning, where the input names the other row.
  private func reassigning(_ input: MutationInput) -> WriteRules.RemovalStep? {
    rules.reassigning.flatMap { input.isGiven($0.field) && !input.isNull($0.field) ? $0.step : nil }
  }

  private static func all(
    _ reassigning: WriteRules.RemovalStep?, _ steps: [WriteRules.Step], _ id: UUIDValue, _ input: MutationInput
  ) -> RowWrite<Viewer>.Step? {
    if reassigning == nil && steps.isEmpty { return nil }
    return { rows throws(MutationFailure) in
      try await reassigning?(input, id, rows)
      for step in steps { try await step(id, rows) }
    }
  }
}

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
        requiring: rights?.deletion(input, viewer) ?? [], alongside: Self.all(handover(input), steps, id, input),
        failure: { error in
          guard error.reason == .statement(.foreignKeyViolation) else { return .database(error) }
          return .conflict(rules.hasOthers, at: input.path(of: rules.handover?.field ?? "cascade"), version: nil)
        })
    }
  }

  /// The handover, where the input names the other row.
  private func handover(_ input: MutationInput) -> WriteRules.RemovalStep? {
    rules.handover.flatMap { input.isGiven($0.field) && !input.isNull($0.field) ? $0.step : nil }
  }

  private static func all(
    _ handover: WriteRules.RemovalStep?, _ steps: [WriteRules.Step], _ id: UUIDValue, _ input: MutationInput
  ) -> RowWrite<Viewer>.Step? {
    if handover == nil && steps.isEmpty { return nil }
    return { rows throws(MutationFailure) in
      try await handover?(input, id, rows)
      for step in steps { try await step(id, rows) }
    }
  }
}

/// A condition that mutations declare, and that has to hold before they change anything: the viewer has accepted the terms, for example. A
/// test reads the names off each mutation.
package struct MutationRequirement<Viewer: ViewerContext>: Sendable {
  package let name: String
  /// Throws where it does not hold. It runs in the transaction, before the change.
  package let check: @Sendable (ScopedRows<Viewer>) async throws(MutationFailure) -> Void
  /// The inputs to which it does not apply.
  private(set) var isExempt: @Sendable (MutationInput, ScopedRows<Viewer>) async throws(MutationFailure) -> Bool = { _, _ in false }

  package init(_ name: String, check: @escaping @Sendable (ScopedRows<Viewer>) async throws(MutationFailure) -> Void) {
    self.name = name
    self.check = check
  }

  /// The same requirement, but for some inputs.
  package func unless(
    _ isExempt: @escaping @Sendable (MutationInput, ScopedRows<Viewer>) async throws(MutationFailure) -> Bool
  ) -> MutationRequirement {
    var requirement = self
    requirement.isExempt = isExempt
    return requirement
  }
}

extension Mutation {
  /// The same mutation with one more requirement.
  fileprivate func needing(_ requirement: MutationRequirement<Viewer>) -> Mutation {
    if requirements.contains(requirement.name) { return self }
    let prepare = prepare
    var needing = self
    needing.requirements.append(requirement.name)
    // The check is a statement of its own.
    needing.single = nil
    needing.prepare = { input, lookups throws(MutationFailure) in
      let change = try await prepare(input, lookups)
      return { rows throws(MutationFailure) in
        if try await !requirement.isExempt(input, rows) { try await requirement.check(rows) }
        return try await change(rows)
      }
    }
    return needing
  }
}

extension Resolver {
  var isMutation: Bool { if case .mutation = kind { true } else { false } }

  /// The same mutation with further requirements, each once.
  package func needing(_ requirements: [MutationRequirement<Viewer>]) -> Resolver {
    guard !requirements.isEmpty else { return self }
    guard case .mutation(let mutation) = kind else { preconditionFailure("a mutation alone has requirements") }
    return Resolver(kind: .mutation(requirements.reduce(mutation) { $0.needing($1) }), access: access)
  }
}

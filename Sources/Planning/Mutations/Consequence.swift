/// An effect of a mutation that needs more than an open session: the finder of an unlocked telephone must not have
/// it. Each mutation with such an effect declares it where it is bound, and then asks for a recent sign-in; a test
/// runs every mutation and refuses one that has the effect without the declaration.
package enum Consequence: String, Hashable, Sendable, CaseIterable {
  /// Removes a family or an account, or takes a place in a family from its member.
  case removal = "REMOVAL"
  /// Changes how an account signs in.
  case signIn = "SIGN_IN"
  /// Opens data to somebody new: gives a place in a family or at a school, or makes a code or token that does.
  case admission = "ADMISSION"
  /// Hands out all data of a family or an account.
  case export = "EXPORT"
}

extension Mutation {
  /// The same mutation, which asks for a proof before it has its consequence.
  /// - Parameters:
  ///   - applies: whether an input has the consequence.
  ///   - proof: throws where nothing proves that the owner of the session is there. It runs in the transaction, before the change.
  func asking(
    for consequence: Consequence, when applies: @escaping @Sendable (MutationInput) -> Bool,
    _ proof: @escaping @Sendable (ScopedRows<Viewer>) async throws(MutationFailure) -> Void
  ) -> Mutation {
    let (prepare, single) = (prepare, single)
    var asking = self
    asking.consequence = consequence
    asking.prepare = { input, lookups throws(MutationFailure) in
      let change = try await prepare(input, lookups)
      guard applies(input) else { return change }
      return { rows throws(MutationFailure) in
        try await proof(rows)
        return try await change(rows)
      }
    }
    if let single {
      asking.single = { input, statements throws(MutationFailure) in
        if applies(input) { return nil }
        return try single(input, statements)
      }
    }
    return asking
  }
}

extension Resolver {
  /// The same mutation, which asks for a proof before it has its consequence: see ``Mutation``.
  package func asking(
    for consequence: Consequence, when applies: @escaping @Sendable (MutationInput) -> Bool = { _ in true },
    proof: @escaping @Sendable (ScopedRows<Viewer>) async throws(MutationFailure) -> Void
  ) -> Resolver {
    guard case .mutation(let mutation) = kind else { preconditionFailure("a mutation alone has a consequence") }
    return Resolver(kind: .mutation(mutation.asking(for: consequence, when: applies, proof)), access: access)
  }
}

import GraphQL
import Planning
import SQL

extension Resolver where Viewer == Domain.Viewer {
  /// A mutation that an account does as a provider: no family is locked first.
  static func providerMutation(
    access: Access<Viewer> = .signedIn,
    _ change: @escaping @Sendable (MutationInput, ScopedRows<Viewer>) async throws(MutationFailure) -> ChangedKeys
  ) -> Resolver {
    .placeMutation(access: access) { input throws(MutationFailure) in
      return { rows throws(MutationFailure) in
        return .changed(try await change(input, rows), viewer: rows.viewer)
      }
    }
  }
}

/// The provider that an account is.
enum ProviderWriting {
  /// The words for an account that is none.
  static let refusal = "Apply as a provider first, with applyAsProvider."

  /// Locks the provider that the account is.
  static func locked(_ input: MutationInput, _ rows: ScopedRows<Viewer>) async throws(MutationFailure) -> UUIDValue {
    guard let id = try await lock(rows) else { throw .forbidden(refusal, at: input.place) }
    return id
  }

  /// The same, for an account that may be none.
  /// - Returns: nil for an account that is none.
  @discardableResult
  static func lock(_ rows: ScopedRows<Viewer>) async throws(MutationFailure) -> UUIDValue? {
    let account = try rows.account().accountID
    let found = try await rows.found(ProviderPlace.self, columns: [.id]) { "\($0[.accountID]) = \(bind: .uuid(account))" }
    guard found.count == 1, let id = found.uuid(row: 0, column: 0) else { return nil }
    _ = try await rows.locked(ProviderPlace.self, key: id, columns: [.id])
    return id
  }

  /// Counts a change that all who read the directory are woken for, before it is made. The provider is locked.
  static func count(_ input: MutationInput, _ rows: ScopedRows<Viewer>) async throws(MutationFailure) {
    try await rows.count(
      "providerChanges", "changes", by: try rows.account().accountID.description, atMost: 300, within: 3_600, at: input.place)
  }
}

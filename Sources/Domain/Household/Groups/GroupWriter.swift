import GraphQL
import Planning
import SQL

/// A change of groups by a parent: see `LockOrder`.
extension Resolver where Viewer == Domain.Viewer {
  /// - Parameters:
  ///   - allFamilies: whether all families of the groups that are named are locked.
  ///   - named: the ids of families in groups, and of requests, whose families are locked besides the parent's own; and of groups, posts and
  ///     comments, whose groups are locked then.
  ///   - change: with these locked, and the account at its place in its family. Besides the keys it returns values that are in no row.
  static func groupMutation(
    limit: AttemptLimit? = nil, lockingAllFamilies allFamilies: Bool = false,
    of named: @escaping @Sendable (MutationInput) throws(MutationFailure) -> [UUIDValue] = { _ in [] },
    _ change: @escaping @Sendable (MutationInput, ScopedRows<Viewer>) async throws(MutationFailure) -> (ChangedKeys, [String: GivenValue])
  ) -> Resolver {
    .placeMutation(access: .parents, limit: limit) { input throws(MutationFailure) in
      let named = try named(input)
      return { rows throws(MutationFailure) in
        guard let own = try await rows.call(.lockGroup(named: named, allFamilies: allFamilies)).first,
          own.role == Role.parent.rawValue
        else {
          throw .forbidden("Only parents may do this: ask a parent.", at: input.place)
        }
        var account = try rows.account()
        account.membership = Membership(familyID: own.familyID, memberID: own.memberID, role: .parent)
        let acting = try await rows.acting(as: .account(account)).loadingStaffScopes()
        let (keys, values) = try await change(input, acting)
        // The family reads what the change gives or takes with the keys that it has now.
        return .changed(keys, values: values, viewer: try await acting.loadingStaffScopes().viewer)
      }
    }
  }
}

/// The refusals of changes of groups.
enum GroupWriter {
  static let refusal = "Only moderators of the group may do this: ask one of them, or report the content."

  /// The row that a change is about, for its locks.
  static func named(by field: String) -> @Sendable (MutationInput) throws(MutationFailure) -> [UUIDValue] {
    { input throws(MutationFailure) in [try input.requiredID(field)] }
  }

  static func limit(_ message: String, _ name: String, _ maximum: Int, at path: [String]) -> MutationFailure {
    .refused(
      message, code: .limitExceeded, at: path, extensions: [.init("limit", .string(name)), .init("maximum", .number("\(maximum)"))])
  }

  /// The refusal of a group that has no room, or of a family that is in too many.
  static func full(at path: [String]) -> MutationFailure {
    limit("A group has at most 50 families, and a family is in at most 20 groups.", "groups", 20, at: path)
  }

  /// The name by which a family shows itself.
  static func displayName(_ input: MutationInput) throws(MutationFailure) -> String {
    try input.text("displayName", characters: 1...200) ?? ""
  }
}

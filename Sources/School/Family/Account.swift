import Planning
import SQL

/// `Viewer` of the SDL: the account of the request, the only one that it can ever see.
enum Account: EntityType {
  enum Column: String, ColumnName {
    case id, name, email
    case chosenRole = "chosen_role"
  }

  static let entity = Entity<Viewer>(
    "Viewer", table: "accounts", scope: RowScope(column: "id", attribute: .accountID),
    visibility: .wholeScope, extent: .small,
    stored: [.signedIn: ["id", "name", "email", "chosenRole", "createdAt", "updatedAt", "version"]],
    resolvers: [
      "role": .expression(.text, access: .signedIn) { row, _ in row.viewer(.role) },
      "member": .own(.memberID, access: .signedIn),
      "family": .own(.familyID, access: .signedIn),
    ])

  /// REQ-USER-001: the profile, by its owner. In the family the owner goes by the same name and address.
  static let mutations = EntityMutations(
    of: entity, name: "viewer",
    values: { input throws(MutationFailure) in
      try profile(input)
        + input.value("role", "chosen_role", .text, input.enumValue("role").map { .text($0) })
    },
    access: .signedIn,
    key: { _, viewer in if case .account(let account) = viewer { account.accountID } else { nil } },
    locks: { rows throws(MutationFailure) in _ = try await rows.lockedPlace() },
    alongside: { input, rows throws(MutationFailure) in
      let membership = try await rows.lockedPlace()
      if input.isNull("role") { throw .invalid("\"role\" must not be null.", at: input.path(of: "role")) }
      if input.isGiven("role") && membership != nil {
        throw .conflict("Who is in a family has the role there.", at: input.path(of: "role"), version: nil)
      }
      let profile = try profile(input)
      guard let membership, !profile.isEmpty else { return }
      let own = try await rows.acting(in: membership)
      _ = try await own.update(FamilyMember.self, key: membership.memberID, profile)
      _ = try await own.acting(as: rows.viewer)
    })

  /// The name and the address of a person.
  static func profile(_ input: MutationInput) throws(MutationFailure) -> EntityMutations.Values {
    try input.text("name", "name", characters: 1...200, isRequired: true) + input.emailAddress("email", "email")
  }
}

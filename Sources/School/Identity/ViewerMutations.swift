import Planning
import SQL

extension EntityMutations {
  /// REQ-USER-001: the profile, by its owner. In the family the owner goes by the same name and address.
  static let viewer = EntityMutations(
    typeName: "Viewer", name: "viewer",
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
      _ = try await own.update("FamilyMember", key: membership.memberID, profile)
      _ = try await own.acting(as: rows.viewer)
    })

  /// The name and the address of a person.
  static func profile(_ input: MutationInput) throws(MutationFailure) -> Values {
    try input.text("name", "name", characters: 1...200, isRequired: true) + input.emailAddress("email", "email")
  }
}

import Planning
import SQL

/// `Viewer` of the SDL: the account of the request, the only one that it can ever see.
enum Account: WritableType {
  enum Column: String, ColumnName {
    case id, name, email, birthday, grade
    case chosenRole = "chosen_role"
  }

  static let constraints: [ConstraintRule] = [
    .unreachable("accounts_grade", "the input has the same bounds"),
    .unreachable("accounts_chosen_role_check", "an enum of the input has the values"),
    .unreachable("accounts_email_check", "an EmailAddress has 3 to 320 characters"),
    .picture(of: "accounts"),
  ]

  static let entity = Entity<Viewer>(
    "Viewer", table: "accounts", scope: .ownAccount,
    visibility: .wholeScope, extent: .small,
    stored: [.signedIn: ["id", "name", "email", "chosenRole", "picture", "createdAt", "updatedAt", "version"]],
    resolvers: [
      "birthday": .expression(.date, access: .signedIn) { row, _ in profile("birthday", of: row) },
      "grade": .expression(.text, access: .signedIn) { row, _ in profile("grade", of: row) },
      "role": .expression(.text, access: .signedIn) { row, _ in row.viewer(.role) },
      "member": .own(.memberID, access: .signedIn),
      "family": .own(.familyID, access: .signedIn),
    ])

  static let birthdayBounds = "\"birthday\" must be from 1900-01-01 to today."

  /// A column of the profile: for a student that of its member, which its parents write.
  private static func profile(_ column: String, of row: RowReference<Viewer>) -> SQL {
    """
    CASE WHEN \(row.viewer(.role)) = 'STUDENT' THEN (SELECT own.\(identifier: column) FROM members own \
    WHERE own.family_id = \(row.viewer(.familyID)) AND own.id = \(row.viewer(.memberID))) ELSE \(row[column]) END
    """
  }

  /// REQ-USER-001: the profile, by its owner. In the family the owner goes by the same name and address.
  static let rules = WriteRules(
    own: .accountID,
    checkViolations: ["accounts_birthday": (["birthday"], birthdayBounds)],
    locks: { rows throws(MutationFailure) in _ = try await rows.lockedPlace() },
    beforeUpdate: { input, values, rows throws(MutationFailure) in
      let membership = try await rows.lockedPlace()
      if input.isGiven("role") && membership != nil {
        throw .conflict("Your role is the one in your family: leave the family first.", at: input.path(of: "role"), version: nil)
      }
      let isStudent = membership?.role == .student
      if input.isGiven("birthday") && isStudent {
        throw .forbidden("A student's birthday is written by its parents: ask one of them.", at: input.path(of: "birthday"))
      }
      let shared = ["name", "email"] + (isStudent ? ["grade"] : [])
      let profile = values.filter { shared.contains($0.column) }
      guard let membership, !profile.isEmpty else { return }
      let own = try await rows.acting(in: membership)
      _ = try await own.update(FamilyMember.self, key: membership.memberID, profile)
      _ = try await own.acting(as: rows.viewer)
    })
}

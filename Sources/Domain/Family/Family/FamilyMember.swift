import Planning
import SQL

/// `FamilyMember`: parents and students are rows of one table, told apart by their role.
enum FamilyMember: EntityType {
  enum Column: String, ColumnName {
    case id, name, role
    case accountID = "account_id"
  }

  static let constraints: [ConstraintRule] = [
    .unreachable("members_account", "a change holds the row of the account that it lets in"),
    .unreachable("members_check", "a parent comes with its account, and leaves with its row"),
    .unreachable("members_email_check", "an EmailAddress has 3 to 320 characters"),
    .unreachable("members_role_check", "the server writes the role"),
    .unreachable("members_family_id_account_id_key", "claim_account locks the account, which is in one family"),
    .forbidden("members_barred", ["id"], "A school lets you decide nothing about a student of the family: ask the school."),
    .conflict("members_family_id_id_role_key", ["id"], "This id was used for something else: send another."),
  ]

  static let entity = Entity<Viewer>(
    abstract: "FamilyMember", table: "members", scope: .family, visibility: .wholeScope, extent: .small,
    quota: .members, order: [.ascending("name")],
    discriminator: .init(
      column: "role", typeNames: [Role.parent.rawValue: "Parent", Role.student.rawValue: "Student"]))
}

/// `Parent`.
enum Parent: EntityType {
  enum Column: String, ColumnName {
    case name
    case familyID = "family_id"
  }

  static let entity = Entity<Viewer>(
    "Parent", table: "members", scope: .family, visibility: .wholeScope, extent: .small,
    quota: .members, order: [.ascending("name")], restriction: { "\($0["role"]) = 'PARENT'" },
    stored: [.family: ["id", "name", "role", "createdAt"], .parentsOrSelf.elseNull: ["email"]])
}

/// `Student` (REQ-USER-002): a profile, with an account or without one yet.
enum Student: WritableType {
  enum Column: String, ColumnName {
    case id, name, email, role, birthday
    case familyID = "family_id"
    case accountID = "account_id"
  }

  static let constraints: [ConstraintRule] = [.picture(of: "members")]

  static let entity = Entity<Viewer>(
    "Student", table: "members", scope: .family, visibility: .wholeScope, extent: .small,
    quota: .members, order: [.ascending("name")], restriction: { "\($0["role"]) = 'STUDENT'" },
    stored: [.family: ["id", "name", "role", "picture", "createdAt", "version", "birthday", "grade"], .parentsOrSelf.elseNull: ["email"]],
    resolvers: [
      "hasAccount": .expression(.bool, access: .parents.elseNull) { row, _ in "(\(row["account_id"]) IS NOT NULL)" }
    ])

  static let rules = WriteRules(
    checkViolations: ["members_birthday": (["birthday"], Account.birthdayBounds)], constants: [set(.role, .text(Role.student.rawValue))],
    following: ("pictureId", consentToPicture))

  /// A parent who sets the picture consents to the staff of schools seeing it. One whom a school has barred may not.
  private static func consentToPicture(
    _ input: MutationInput, _ student: UUIDValue, _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) {
    try await rows.refuseBarredParent(at: input.path(of: "pictureId"))
    guard try input.id("pictureId") != nil else { return }
    try await rows.give(.photographs, for: student, by: try await rows.ownName())
  }
}

extension Quota {
  /// Parents and students together, with and without accounts.
  fileprivate static var members: Quota { Quota(rows: 100, bytes: 1 << 20) }
}

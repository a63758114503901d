import Planning
import SQL

extension Entity where Viewer == School.Viewer {
  /// `FamilyMember`: parents and students are rows of one table, told apart by their role.
  static var familyMember: Entity {
    Entity(
      abstract: "FamilyMember", table: "members", scope: .family, visibility: .wholeScope, extent: .small,
      quota: .members, order: [.ascending("name")],
      discriminator: Discriminator(
        column: "role", typeNames: [Role.parent.rawValue: "Parent", Role.student.rawValue: "Student"]))
  }

  /// `Parent`.
  static var parent: Entity {
    Entity(
      "Parent", table: "members", scope: .family, visibility: .wholeScope, extent: .small,
      quota: .members, order: [.ascending("name")], restriction: { "\($0["role"]) = 'PARENT'" },
      resolvers: [
        "id": .column("id", .uuid, access: .family),
        "name": .column("name", .text, access: .family),
        "email": .column("email", .text, access: .parentsOrSelf.elseNull),
        "role": .column("role", .text, access: .family),
        "createdAt": .column("created_at", .timestamptz, access: .family),
      ])
  }

  /// `Student`.
  static var student: Entity {
    Entity(
      "Student", table: "members", scope: .family, visibility: .wholeScope, extent: .small,
      quota: .members, order: [.ascending("name")], restriction: { "\($0["role"]) = 'STUDENT'" },
      resolvers: [
        "id": .column("id", .uuid, access: .family),
        "name": .column("name", .text, access: .family),
        "email": .column("email", .text, access: .parentsOrSelf.elseNull),
        "role": .column("role", .text, access: .family),
        "hasAccount": .expression(.bool, access: .parents.elseNull) { row, _ in "(\(row["account_id"]) IS NOT NULL)" },
        "createdAt": .column("created_at", .timestamptz, access: .family),
      ])
  }
}

extension Quota {
  /// Parents and students together, with and without accounts.
  fileprivate static var members: Quota { Quota(rows: 100, bytes: 1 << 20) }
}

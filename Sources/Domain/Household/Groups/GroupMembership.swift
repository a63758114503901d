import Planning
import SQL

/// The place of a family in a group, or its request to join. No object of the schema shows it.
enum GroupMembership: EntityType {
  enum Column: String, ColumnName {
    case id, state
    case groupID = "group_id"
    case groupFamilyID = "group_family_id"
    case displayName = "display_name"
  }

  static let constraints: [ConstraintRule] = [
    .unreachable("group_memberships_once", "a function adds a family that is not in the group yet"),
    .unreachable("group_memberships_state", "functions write the state"),
    .unreachable("group_memberships_display_name", "the input has the same bounds"),
    .unreachable("group_memberships_group", "a function writes it, which holds the group"),
  ]

  static let entity = Entity<Viewer>(
    "GroupMembership", table: "group_memberships", scope: .family, visibility: .wholeScope, extent: .small,
    quota: Quota(rows: 100, bytes: 1 << 20))
}

/// A part of its groups that a family does not see: see ``Group``. No object of the schema shows it, and no count: a row may say who has blocked the
/// family.
enum GroupHiding: EntityType {
  static let constraints: [ConstraintRule] = [
    .unreachable("group_hidings_once", "functions skip rows that are there"),
    .unreachable("group_hidings_cause", "functions write the cause"),
    .unreachable("group_hidings_sides", "functions write both"),
  ]

  static let entity = Entity<Viewer>(
    "GroupHiding", table: "group_hidings", scope: .family, visibility: .wholeScope, extent: .unbounded, isVersioned: false)
}

/// A family in a group, as it writes there.
struct OwnGroup: Sendable {
  /// The family's id in the group.
  let id: UUIDValue
  let displayName: String
}

extension ScopedRows where Viewer == Domain.Viewer {
  /// The viewer's family in a group.
  /// - Throws: `NOT_FOUND`; `FORBIDDEN` where the viewer sees the group, and its family is not in it.
  func own(in group: UUIDValue, _ input: MutationInput, _ name: String) async throws(MutationFailure) -> OwnGroup {
    let found = try await found(GroupMembership.self, columns: [.groupFamilyID, .displayName]) {
      "\($0[.groupID]) = \(bind: .uuid(group)) AND \($0[.state]) = 'MEMBER'"
    }
    if found.count == 1, let id = found.uuid(row: 0, column: 0) {
      return OwnGroup(id: id, displayName: found.text(row: 0, column: 1) ?? "")
    }
    guard try await row(Group.self, key: group, columns: [.id]).count == 1 else { throw input.notFound(name) }
    throw .forbidden("Only families of the group may do this: join it first.", at: input.path(of: name))
  }

  /// Where the family keeps the ids that its parents have chosen for rows of groups.
  func familyRegister() throws(MutationFailure) -> IDRegister? {
    viewer.membership.map { IDRegister(table: "used_ids", column: "family_id", owner: .uuid($0.familyID)) }
  }
}

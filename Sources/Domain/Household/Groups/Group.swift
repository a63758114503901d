import Planning
import SQL

/// `Group` (ME-14): families that know each other by names which they choose. Functions write it.
enum Group: EntityType {
  enum Column: String, ColumnName {
    case id, name, version
  }

  static let constraints: [ConstraintRule] = [
    .unreachable("groups_name", "the input has the same bounds"),
    .unreachable("groups_text", "the input has the same bounds"),
    .unreachable("groups_join_policy", "the enum has the same values"),
  ]

  static let entity = Entity<Viewer>(
    "Group", table: "groups", scope: .group, visibility: .wholeScope, extent: .unbounded, order: [.ascending("name")],
    version: VersionScope.groupDirectory,
    stored: [.signedIn: ["id", "name", "text", "joinPolicy", "createdAt", "version"]],
    resolvers: [
      "memberCount": .expression(.int4, access: .signedIn) { group, _ in memberCount(of: group) },
      "isModerator": .expression(.bool, access: .signedIn) { group, _ in
        "CASE WHEN \(isMember(group)) THEN audience_key(\(group["id"]), 'moderators') = ANY (\(group.viewer(.audienceIDs))) END"
      },
      "families": .toMany(access: .groupMembers),
      "requests": .toMany(access: .groupModerators),
      "posts": .toMany(access: .groupMembers),
    ])

  /// Whether the viewer's family is in a group.
  static func isMember(_ group: RowReference<Viewer>) -> SQL {
    """
    EXISTS (SELECT 1 FROM group_memberships own WHERE own.family_id = \(group.viewer(.familyID)) AND own.group_id = \(group["id"]) \
    AND own.state = 'MEMBER')
    """
  }

  /// The families that the viewer's family sees; of others, the number of all.
  private static func memberCount(of group: RowReference<Viewer>) -> SQL {
    let counted = RowReference<Viewer>(alias: "counted") { group.viewer($0) }
    return """
      CASE WHEN \(isMember(group)) THEN (SELECT count(*)::int4 FROM group_families counted \
      WHERE \(counted["group_id"]) = \(group["id"]) AND NOT \(counted["own_keys"]) && \(counted.viewer(.hiddenIDs))) \
      ELSE \(group["member_count"]) END
      """
  }

  /// The condition of `Query.groups`.
  static func isFound(_ group: RowReference<Viewer>, _ arguments: ArgumentReferences) -> SQL? {
    guard arguments.isGiven("text") else { return nil }
    let text = arguments.value("text", as: .text)
    return "(\(text) IS NULL OR strpos(lower(\(group["name"])), lower(\(text))) > 0 OR strpos(lower(\(group["text"])), lower(\(text))) > 0)"
  }
}

extension Access where Viewer == Domain.Viewer {
  /// The families of a group, for fields of the group itself; null for others.
  static var groupMembers: Access {
    Access("groupMembers", admitted: "families of the group") { viewer in
      switch viewer {
      case .anonymous, .reader: .unauthenticated
      case .account, .parent, .student: .rows(Group.isMember)
      }
    }.elseNull
  }

  /// The moderators of a group, for fields of the group itself; null for others.
  static var groupModerators: Access {
    Access("groupModerators", admitted: "moderators of the group") { viewer in
      switch viewer {
      case .anonymous, .reader: .unauthenticated
      case .account, .parent, .student: .rows { group in "audience_key(\(group["id"]), 'moderators') = ANY (\(group.viewer(.audienceIDs)))" }
      }
    }.elseNull
  }
}

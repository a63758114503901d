import Planning
import SQL

/// The content of groups: posts and comments of families, with the states of ``ContentTable``.
protocol GroupContentType: EntityType where Viewer == Domain.Viewer, Column == GroupContentColumn {}

/// The columns of the tables of such content.
enum GroupContentColumn: String, ColumnName {
  case id, state, text, version
  case groupID = "group_id"
  case authorID = "author_id"
  case authorName = "author_name"
}

/// `GroupPost` (ME-14).
enum GroupPost: GroupContentType {
  static let constraints: [ConstraintRule] = ConstraintRule.groupContent(of: "group_posts")

  static let entity = Entity<Viewer>(
    "GroupPost", table: "group_posts", scope: .groupContent, visibility: .groupContent, extent: .unbounded,
    order: [.descending("created_at")], stored: [.signedIn: ["id", "text", "authorName", "group", "createdAt", "version"]],
    resolvers: [
      "isMine": .isOwnGroupContent, "isHidden": .isHiddenGroupContent, "isReported": .isReportedGroupContent,
      "comments": .toMany(key: "post_id", access: .signedIn),
    ])
}

/// `GroupComment` (ME-14).
enum GroupComment: GroupContentType {
  static let constraints: [ConstraintRule] = ConstraintRule.groupContent(of: "group_comments") + [
    .notFound("group_comments_post", ["postId"]),
    .unreachable("group_comments_post_state", "a trigger copies the state of the post"),
  ]

  static let entity = Entity<Viewer>(
    "GroupComment", table: "group_comments", scope: .groupContent, visibility: .groupContent, extent: .unbounded,
    order: [.ascending("created_at")], stored: [.signedIn: ["id", "text", "authorName", "post", "createdAt", "version"]],
    resolvers: ["isMine": .isOwnGroupContent, "isHidden": .isHiddenGroupContent, "isReported": .isReportedGroupContent])
}

extension ConstraintRule {
  fileprivate static func groupContent(of table: String) -> [ConstraintRule] {
    [
      .unreachable("\(table)_author", "a family stays in the group while its own change holds it"),
      .unreachable("\(table)_author_name", "the name of a family in the group, which has the same bounds"),
      .unreachable("\(table)_state", "the table of content has the states"),
      .unreachable("\(table)_text", "the input has the same bounds"),
    ]
  }
}

extension Visibility where Viewer == Domain.Viewer {
  /// Content that is shown, the viewer's own, and what it moderates.
  static var groupContent: Visibility {
    Visibility { _, row in "(\(row["is_shown"]) OR \(isOwn(row)) OR \(isModerated(row)))" }
  }

  /// Whether the viewer's family wrote it.
  static func isOwn(_ row: RowReference<Viewer>) -> SQL { "\(row["author_id"]) = ANY (\(row.viewer(.audienceIDs)))" }

  /// Whether the viewer moderates the group.
  static func isModerated(_ row: RowReference<Viewer>) -> SQL { "\(row["moderator_key"]) = ANY (\(row.viewer(.audienceIDs)))" }
}

extension Resolver where Viewer == Domain.Viewer {
  fileprivate static var isOwnGroupContent: Resolver {
    .expression(.bool, access: .signedIn) { row, _ in "(\(Visibility.isOwn(row)))" }
  }

  fileprivate static var isHiddenGroupContent: Resolver {
    .expression(.bool, access: .signedIn) { row, _ in "(\(row["state"]) <> 'PUBLISHED')" }
  }

  fileprivate static var isReportedGroupContent: Resolver {
    .expression(.bool, access: .signedIn) { row, _ in "CASE WHEN \(Visibility.isModerated(row)) THEN \(row["is_reported"]) END" }
  }
}
